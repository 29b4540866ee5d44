#!/usr/bin/env bash
# build_packages.sh TREE BUILD OUTPUT: builds all packages and the wheel, in a build of the tree
# or with the preset release, at a time that is always the same.
set -euo pipefail
tree=$1 build=$2
mkdir -p "$3"
output=$(cd "$3" && pwd)
export SOURCE_DATE_EPOCH=1700000000 SPLIT_MLIR_BUILD_DIR=$build
log=$output.log
{
  cd "$tree"
  if [ -f "$build/CMakeCache.txt" ]; then cmake "$build"; else cmake --preset release; fi
  cmake --build "$build"
  cpack --config "$build/CPackConfig.cmake" -B "$output"
  /usr/bin/python3 -B python/build_backend.py "$output"
} >"$log" 2>&1 || { cat "$log"; exit 1; }
