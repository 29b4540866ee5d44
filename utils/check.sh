#!/usr/bin/env bash
# check.sh [--thorough]: from a fresh Debian 12 machine to the results of tests.
#
# Installs packages, builds the presets release and asan, and runs the suite: with
# release all of it but the tests and the counts that take long, with asan the
# folders in which code of this project does the most with foreign input. With
# --thorough, everything: the whole suite with both, all random programs, code for
# other machines under QEMU, and clang-tidy on all files.
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

# count_result COMMAND...: one check, which passes if the command succeeds.
count_result() {
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
}

# run_suite PRESET [FOLDER...]: runs the suite of a preset, or folders of it, and
# adds the counts.
run_suite() {
  local preset=$1 log
  local counts=build/$preset/test/Integration/Output/onnx-testdata.test.tmp.counts
  shift
  [ $# -gt 0 ] || set -- .
  log=$(mktemp)
  rm -f "$counts"
  echo "test $preset: running"
  /usr/lib/llvm-22/bin/lit -v --time-tests "${@/#/build/$preset/test/}" \
    >"$log" 2>&1 || true
  grep -vE '^PASS: |^\[.*::|^Tests Times|^-{20}' "$log" || true
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

timed "build release" utils/build.sh release all split-test-depends
if [ "$thorough" ]; then
  timed tidy count_result utils/tidy.sh
fi
timed "test release" run_suite release

timed "build asan" utils/build.sh asan split-test-depends
if [ "$thorough" ]; then
  timed "test asan" run_suite asan
else
  timed "test asan" run_suite asan Unit Dialect Frontend CAPI Tools
fi

printf 'time: %s\n' "${times[@]}"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
