#!/usr/bin/env bash
# tidy.sh [FILE...]: clang-tidy on the C++ sources, all of them by default.
#
# Build the preset release first. clang-tidy spends most of its time on parsing MLIR's
# headers. So this script creates the build's precompiled header again for clang-tidy,
# and checks files in batches; each batch is one translation unit. If a batch does not
# compile because two files define the same name, the script checks its halves.
set -euo pipefail
for file in "$@"; do
  if [ ! -f "$file" ]; then
    echo "tidy: no such file: $file" >&2
    exit 1
  fi
done
[ $# -eq 0 ] || set -- $(realpath -- "$@")
cd "$(dirname "$0")/.."

build=build/release
headers=$(find "$build" -name cmake_pch.hxx -printf '%T@ %p\n' 2>/dev/null |
  sort -rn | sed -n '1s/[^ ]* //p' || true)
if [ -z "$headers" ]; then
  echo "tidy: build the preset release first: utils/build.sh release" >&2
  exit 1
fi
work=$(mktemp -d "$build/tidy.XXXXXX")
trap 'rm -rf "$work"' EXIT

# One set of flags for all files: every macro and folder that some file is given.
flags="-std=c++17 -fno-exceptions -fPIC $(grep '"command"' \
  $build/compile_commands.json | grep -oE -- ' -(D|I|isystem )[^ ]+' | sort -u |
  tr -d '\n')"

# check_files FILE...: prints findings; fails if there are any.
check_files() {
  local batch findings half pch="-include-pch $work/upstream.pch"
  # The file that catches the exceptions of libonnx compiles only alone, without the
  # header.
  [[ "$*" != "$PWD"/*/TypeInference.cpp ]] || [ $# -gt 1 ] || pch="-fexceptions -w"
  batch=$(mktemp "$work/XXXXXX.cpp")
  findings=$batch.log
  # Each #include is a block of its own, so that no order is checked. Files may define
  # DEBUG_TYPE.
  printf '#include "%s"\n#undef DEBUG_TYPE\n\n' "$@" >"$batch"
  # shellcheck disable=SC2086 # The flags are many words.
  clang-tidy-22 --quiet "$batch" -- $flags $pch \
    >"$findings" 2>"$findings.err" && return
  if [ $# -gt 1 ] && grep -q 'clang-diagnostic-error' "$findings"; then
    half=$(($# / 2))
    local failed=0
    check_files "${@:1:half}" || failed=1
    check_files "${@:half+1}" || failed=1
    return "$failed"
  fi
  cat "$findings"
  # Without a finding, clang-tidy itself failed.
  [ -s "$findings" ] || cat "$findings.err"
  return 1
}
export -f check_files
export work flags

# shellcheck disable=SC2086
clang++-22 $flags -w -fpch-instantiate-templates -x c++-header \
  "$headers" -o "$work/upstream.pch"

# One batch a line. Programs have a main each; the importers use the same names.
list_batches() {
  if [ $# -gt 0 ]; then
    printf '%s\n' "$@" | xargs -n 12
    return
  fi
  find "$PWD"/{,distribution/,frontends/,gpu/,native/,verification/}lib -name '*.cpp' \
    -not -path '*/OpenVINO/*' | sort | xargs -n 24
  find "$PWD"/{distribution,native}/runtime -name '*.cpp' | sort | xargs -n 24
  find "$PWD/frontends/lib/OpenVINO" -name '*.cpp' | sort | xargs -n 24
  find "$PWD"/{,distribution/,native/}test/Unit -name '*.cpp' | sort | xargs -n 24
  find "$PWD"/{,frontends/,native/,verification/}tools "$PWD/fuzz" "$PWD/examples/pass" \
    -name '*.cpp' | sort | xargs -n 1
}
list_batches "$@" >"$work/batches"
if xargs -a "$work/batches" -L 1 -P "$(nproc)" bash -c 'check_files "$@"' bash; then
  echo "tidy: $(wc -w <"$work/batches") files are clean"
else
  echo "tidy: the findings above are to be mended" >&2
  exit 1
fi
