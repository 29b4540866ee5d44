#!/usr/bin/env bash
# try_commits.sh FOLDER TEMPLATE: runs write_commit.cmake of FOLDER/tree without git, in a
# repository, and in an archive of it, and prints what each writes.
set -euo pipefail
cd "$1"
template=$2
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

# look_up LABEL [TREE]: what the tools of a tree tell, compared with $commit.
look_up() {
  local found
  cmake -DSOURCE_DIR="$PWD/${2-tree}" -DTEMPLATE="$template" -DOUTPUT="$PWD/Commit.cpp" \
    -P "${2-tree}/cmake/write_commit.cmake"
  found=$(sed -n 's/.*return "\(.*\)".*/\1/p' Commit.cpp)
  case $found in
  "${commit-}") found="the same" ;;
  "${commit-}-dirty") found="the same, and -dirty" ;;
  esac
  echo "$1: $found"
}
git=(git -C tree)
save() {
  "${git[@]}" add -A && "${git[@]}" commit -qm "$1"
}

look_up "neither git nor an archive"
"${git[@]}" init -q
look_up "no commit"
save one
commit=$("${git[@]}" rev-parse HEAD)
look_up "commit"
touch -d 2001-01-01 Commit.cpp
look_up "built again" >/dev/null
test Commit.cpp -ot tree/cmake/commit.txt && echo "built again: not written"
echo >>tree/cmake/write_commit.cmake
look_up "changed file"
"${git[@]}" checkout -q .
look_up "changed back"
touch tree/new
look_up "untracked file"
mkdir archive
"${git[@]}" archive HEAD | tar -xC archive
look_up "git archive" archive
git init -q && git add archive && git commit -qm other
look_up "git archive in another repository" archive
touch -d 2001-01-01 Commit.cpp
save two
look_up "next commit" >/dev/null
test Commit.cpp -nt archive/cmake/commit.txt && echo "next commit: written"
