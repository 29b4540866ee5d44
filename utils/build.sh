#!/usr/bin/env bash
# build.sh PRESET [TARGET...]: configures and builds a preset, with little output.
set -euo pipefail
cd "$(dirname "$0")/.."

# ccache requires these settings for precompiled headers.
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}

preset=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
start=$SECONDS
if ! cmake --preset "$preset" >"$log" 2>&1; then
  cat "$log" >&2
  echo "build $preset: configuring failed" >&2
  exit 1
fi
# On a terminal, ninja shows its own progress line. A log gets a line for every 10 %.
if [ -t 1 ]; then
  ninja -C "build/$preset" "$@"
else
  NINJA_STATUS='[%p] ' ninja -C "build/$preset" "$@" >"$log" 2>&1 &
  pid=$!
  shown=-1
  while kill -0 "$pid" 2>/dev/null; do
    sleep 2
    percent=$(grep -oE '^\[ *[0-9]+%\]' "$log" | tail -n 1 | tr -dc 0-9 || true)
    if [ -n "$percent" ] && [ $((percent / 10)) -gt "$shown" ]; then
      shown=$((percent / 10))
      echo "build $preset: $percent% after $((SECONDS - start)) s"
    fi
  done
  if ! wait "$pid"; then
    grep -vE '^\[ *[0-9]+%\] (Building|Linking|Generating)' "$log" >&2
    echo "build $preset: failed" >&2
    exit 1
  fi
fi
echo "build $preset: done in $((SECONDS - start)) s"
