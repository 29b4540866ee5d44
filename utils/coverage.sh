#!/usr/bin/env bash
# coverage.sh [LIT-OPTION...]: line and branch coverage of lib, include and tools.
#
# Builds with Clang's source-based instrumentation into build/coverage, runs the
# suite there, and prints the totals of llvm-cov for each folder. Tests that link a
# program of their own with the runtime library fail, since they link no profiling
# runtime. --param thorough=1 measures the thorough tier.
set -euo pipefail
cd "$(dirname "$0")/.."
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}

build=build/coverage
bin=/usr/lib/llvm-22/bin
profile="-fprofile-instr-generate -fcoverage-mapping"
cmake --preset release -B "$build" -DCMAKE_C_FLAGS="$profile" \
  -DCMAKE_CXX_FLAGS="$profile" -DCMAKE_C_FLAGS_RELEASE="-O1 -DNDEBUG" \
  -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" >/dev/null
ninja -C "$build" split-test-depends

rm -rf "$build/profiles"
# Runs of one program share four files.
LLVM_PROFILE_FILE="$PWD/$build/profiles/%4m.profraw" \
  "$bin/lit" -q "$@" "$build/test" || echo "coverage: some tests failed" >&2
find "$build/profiles" -name '*.profraw' >"$build/profiles/list"
"$bin/llvm-profdata" merge -sparse -f "$build/profiles/list" \
  -o "$build/coverage.profdata"

programs=("$build"/bin/* "$build"/lib/*.so)
objects=("${programs[0]}" "${programs[@]/#/-object=}")
echo "folder  lines  branches"
for folder in lib include tools; do
  "$bin/llvm-cov" report "${objects[@]}" -instr-profile "$build/coverage.profdata" \
    "$PWD/$folder" |
    awk -v folder=$folder '/^TOTAL/ { print folder, $10, $13 }'
done
echo "Line by line: $bin/llvm-cov show -instr-profile $build/coverage.profdata ..."
