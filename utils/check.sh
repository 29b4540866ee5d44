#!/usr/bin/env bash
# check.sh [--thorough]: installs packages, builds, and runs the tests.
#
# Builds the presets release and asan. Runs the suite with release, except tests marked
# `thorough`, and with smaller counts. With asan, runs only the folders that test the
# dialect, the passes, the importers and the C++ and C libraries. With --thorough, runs
# the whole suite with both presets, and clang-tidy on all files. docs/Testing.md lists
# what each tier runs.
#
# asan is built at the lowest priority while release is built and tested, so that the
# build uses cores that would be idle.
set -euo pipefail
cd "$(dirname "$0")/.."

thorough=
case "${1-}" in
"") ;;
--thorough) thorough=1 ;;
*)
  echo "usage: utils/check.sh [--thorough]" >&2
  exit 2
  ;;
esac
export SPLIT_MLIR_THOROUGH=$thorough

passed=0
failed=0
times=()

# timed LABEL COMMAND...: runs the command and notes how long it takes.
timed() {
  local label=$1 start=$SECONDS status=0
  shift
  "$@" || status=$?
  times+=("$label: $((SECONDS - start)) s")
  return "$status"
}

# start_asan TARGET...: builds targets of asan in the background, in a process group
# of its own that ends with this script.
start_asan() {
  asan_log=$(mktemp)
  setsid nice -n 19 utils/build.sh asan "$@" >"$asan_log" 2>&1 &
  asan_pid=$!
  trap 'kill -- "-$asan_pid" 2>/dev/null || true; rm -f "$asan_log"' EXIT
}

# finish_asan: waits for it, at normal priority where the system allows that.
finish_asan() {
  renice -n 0 -g "$asan_pid" >/dev/null 2>&1 || true
  local status=0
  wait "$asan_pid" || status=$?
  if [ "$status" -eq 0 ]; then
    tail -n 1 "$asan_log"
  else
    cat "$asan_log" >&2
  fi
  return "$status"
}

# count_result COMMAND...: one check, which passes if the command succeeds.
count_result() {
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
}

# run_suites PRESET [FOLDER...]: runs all suites of a preset, or those of FOLDERs, and adds
# the counts.
run_suites() {
  local preset=$1 log
  local counts=build/$preset/frontends/test/Integration/Output/onnx-testdata.test.tmp.counts
  shift
  [ $# -gt 0 ] || set -- "build/$preset"/{,*/}test
  log=$(mktemp)
  rm -f "$counts"
  echo "test $preset: running"
  # One more than processors, as some tests wait.
  /usr/lib/llvm-22/bin/lit -v --time-tests -j $(($(nproc) + 1)) "$@" \
    >"$log" 2>&1 || true
  grep -vE '^PASS: |^[0-9.]+s: |^\[.*::|^Tests Times|^Slowest Tests|^-{20}' \
    "$log" | cat -s
  echo "test $preset: the ten slowest tests"
  grep -E '^[0-9.]+s: ' "$log" | head -n 10 || true
  count() { grep -cE "^($1): " "$log" || true; }
  passed=$((passed + $(count 'PASS|XFAIL')))
  failed=$((failed + $(count 'FAIL|XPASS|TIMEOUT|UNRESOLVED')))
  if ! grep -qE '^ +(Passed|Failed|Unsupported)' "$log"; then
    echo "test $preset: lit did not run" >&2
    failed=$((failed + 1))
  fi
  if [ -f "$counts" ]; then
    sed 's/^/onnx-testdata: /' "$counts"
  fi
  rm -f "$log"
}

check_format() {
  git ls-files '*.h' '*.cpp' '*.c' |
    xargs clang-format-22 --dry-run -Werror && echo "format: clean"
}

timed packages utils/install-deps.sh ${thorough:+--thorough}
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  count_result check_format
else
  echo "format: skipped, this is no git checkout"
fi

if [ "$thorough" ]; then
  start_asan split-test-depends
else
  start_asan SplitMLIR-C SplitMLIRPython SplitMLIRUnitTests SplitMLIRNativeUnitTests SplitMLIRDistributionUnitTests split-compile split-opt split-run split-translate \
    split-call-fuzzer split-mlir-fuzzer split-onnx-fuzzer split-openvino-fuzzer
fi
timed "build release" utils/build.sh release all split-test-depends
if [ "$thorough" ]; then
  timed tidy count_result utils/tidy.sh
fi
timed "test release" run_suites release

timed "build asan (the rest of it)" finish_asan
if [ "$thorough" ]; then
  timed "test asan" run_suites asan
else
  timed "test asan" run_suites asan \
    build/asan/test/{Bytecode,CAPI,Conversion,Dialect,TransformOps,Unit} \
    build/asan/native/test/{CAPI,Conversion,Transforms,Unit,Tools/split-run-leak.mlir} \
    build/asan/frontends/test/{Conversion,ONNX,OpenVINO} \
    build/asan/distribution/test/{Conversion,Dialect,Sharding,Unit} \
    build/asan/{fuzz,gpu,python}/test
fi

printf 'time: %s\n' "${times[@]}" "in all: $SECONDS s"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
