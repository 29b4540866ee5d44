#!/usr/bin/env bash
# copy_tree.sh SOURCE BUILD FOLDER: copies the files of a repository that git knows, with
# the commit that a build of it tells.
set -euo pipefail
mkdir -p "$3"
cd "$1"
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$3"
sed -n 's/.*return "\(.*\)".*/\1/p' "$2/lib/Version/Commit.cpp" >"$3/cmake/commit.txt"
