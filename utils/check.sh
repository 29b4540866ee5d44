#!/usr/bin/env bash
# From a fresh Debian 12 machine to every test: installs packages, builds the
# presets release and asan, and runs the whole suite with both.
set -euo pipefail
cd "$(dirname "$0")/.."

utils/install-deps.sh
passed=0
failed=0

# Runs the suite of one preset and adds its counts.
run_suite() {
  local preset=$1 log
  log=$(mktemp)
  echo "test $preset: running"
  /usr/lib/llvm-22/bin/lit -v "build/$preset/test" >"$log" 2>&1 || true
  grep -vE '^PASS: ' "$log" || true
  local count
  count() { grep -cE "^($1): " "$log" || true; }
  passed=$((passed + $(count 'PASS|XFAIL')))
  failed=$((failed + $(count 'FAIL|XPASS|TIMEOUT|UNRESOLVED')))
  if ! grep -qE '^ +(Passed|Failed|Unsupported)' "$log"; then
    echo "test $preset: lit did not run" >&2
    failed=$((failed + 1))
  fi
  sed 's/^/onnx-testdata: /' \
    "build/$preset/test/Integration/Output/onnx-testdata.test.tmp.counts" || true
  rm -f "$log"
}

# The file set in which a formatting error is found.
sources() { git ls-files '*.h' '*.cpp' '*.c'; }
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  if sources | xargs clang-format-22 --dry-run -Werror; then
    echo "format: clean"
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
else
  echo "format: skipped, this is no git checkout"
fi

# The C++ sources that the last commits touched; utils/tidy.sh alone checks all.
recent_sources() {
  git log -10 --name-only --format= -- 'lib/*.cpp' 'tools/*.cpp' 2>/dev/null |
    sort -u |
    while read -r file; do
      [ ! -f "$file" ] || echo "$file"
    done
}

for preset in release asan; do
  utils/build.sh "$preset" all split-test-depends
  # Once, with what the first build generated. All files take minutes.
  if [ "$preset" = release ]; then
    mapfile -t recent < <(recent_sources)
    if [ ${#recent[@]} -eq 0 ]; then
      echo "tidy: skipped, the last commits touch no source"
    elif utils/tidy.sh "${recent[@]}"; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
    fi
  fi
  run_suite "$preset"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
