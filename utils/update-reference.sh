#!/usr/bin/env bash
# update-reference.sh [BUILD]: generates the reference of ops and passes in BUILD
# (default: build/release), and copies it to docs/reference and WING/docs/reference.
set -euo pipefail
shopt -s nullglob
cd "$(dirname "$0")/.."

build=${1-build/release}
ninja -C "$build" split-doc
for page in "$build"/{,distribution/,frontends/,gpu/,native/}docs/reference/*.md; do
  target=${page#"$build"/}
  # The messages with examples are only in builds and packages.
  if [ "$target" != docs/reference/Messages.md ]; then
    mkdir -p "$(dirname "$target")"
    cp "$page" "$target"
  fi
done
