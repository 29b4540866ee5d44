#!/usr/bin/env bash
# coverage.sh [LIT-OPTION...]: line and branch coverage of lib, include, tools and verification.
#
# Builds with Clang's source-based instrumentation into build/coverage, and runs the
# suite there. Prints a table of the coverage of each folder, and the branches of the
# rules, checks, lowerings, kernels and the ABI that no test takes and
# coverage-exceptions.txt does not explain. Ends with status 1 if there are any, as
# there are where options select fewer tests. --param thorough=1 measures the
# thorough tier.
set -euo pipefail
cd "$(dirname "$0")/.."
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}

build=build/coverage
bin=/usr/lib/llvm-22/bin
# Without atomic counters, the threads of a tool lose counts of each other.
profile="-fprofile-instr-generate -fprofile-update=atomic -fcoverage-mapping"
cmake --preset release -B "$build" -DCMAKE_C_FLAGS="$profile" \
  -DCMAKE_CXX_FLAGS="$profile" -DCMAKE_C_FLAGS_RELEASE="-O1 -DNDEBUG" \
  -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" >/dev/null
ninja -C "$build" split-test-depends
programs=("$build"/{bin/split-*,lib/*.so,python/split_mlir/*.so})
# The compiler driver that links models with the runtime library: what they run counts.
printf '#!/bin/sh\nexec %s/clang-22 -fprofile-instr-generate "$@"\n' "$bin" \
  >"$build/bin/clang-22"
chmod +x "$build/bin/clang-22"

rm -rf "$build/profiles"
# Runs of one program share four files. Processes that are killed damage some.
LLVM_PROFILE_FILE="$PWD/$build/profiles/%4m.profraw" \
  "$bin/lit" -q "$@" "$build"/{,*/}test || echo "coverage: some tests failed" >&2
find "$build/profiles" -name '*.profraw' >"$build/profiles/list"
"$bin/llvm-profdata" merge -failure-mode=all -sparse \
  -f "$build/profiles/list" -o "$build/coverage.profdata"

programs+=("$build"/bin/SplitMLIR{Native,Distribution}UnitTests)
objects=("$build/bin/SplitMLIRUnitTests" "${programs[@]/#/-object=}")
"$bin/llvm-cov" export -skip-expansions "${objects[@]}" \
  -instr-profile "$build/coverage.profdata" "$PWD/lib" "$PWD/include" "$PWD/tools" \
  "$PWD/distribution" "$PWD/frontends" "$PWD/gpu" "$PWD/native" "$PWD/verification" \
  >"$build/coverage.json"
echo "Line by line: $bin/llvm-cov show -instr-profile $build/coverage.profdata ..."
python3 utils/coverage.py "$build/coverage.json"
