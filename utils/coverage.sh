#!/usr/bin/env bash
# coverage.sh [LIT-OPTION...]: line and branch coverage of lib, include and tools.
#
# Builds with Clang's source-based instrumentation into build/coverage, runs the
# suite there, and prints a table of the coverage of each folder by llvm-cov. Tests
# that link a program of their own with the runtime library fail, since they link no
# profiling runtime. --param thorough=1 measures the thorough tier.
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
"$bin/llvm-cov" export -summary-only "${objects[@]}" \
  -instr-profile "$build/coverage.profdata" "$PWD/lib" "$PWD/include" "$PWD/tools" |
  python3 -c '
import collections, json, os, sys

# Covered and all lines and branches by folder.
sums = collections.defaultdict(lambda: [0] * 4)
for file in json.load(sys.stdin)["data"][0]["files"]:
    folder = os.path.dirname(os.path.relpath(file["filename"]))
    for name in (folder, folder.split("/")[0]):
        for i, kind in enumerate(("lines", "branches")):
            sums[name][2 * i] += file["summary"][kind]["covered"]
            sums[name][2 * i + 1] += file["summary"][kind]["count"]
print("| folder | lines | branches |\n|---|---|---|")
for name, (lines, all_lines, branches, all_branches) in sorted(sums.items()):
    branches = f"{100 * branches / all_branches:.1f}%" if all_branches else ""
    print(f"| {name} | {100 * lines / all_lines:.1f}% | {branches} |")
'
echo "Line by line: $bin/llvm-cov show -instr-profile $build/coverage.profdata ..."
