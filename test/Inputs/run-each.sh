#!/usr/bin/env bash
# run-each.sh ARGUMENT...: runs split-run with the arguments in four ways: by default,
# with results that are views, with two threads, and with code for all processors of
# this kind. Outside of the thorough tier, runs it by default and in one other way, which
# depends on the arguments. Stops at the first way that fails.
set -u
ways=(--results=views --threads=2 --cpu=portable)
if [ -z "${SPLIT_MLIR_THOROUGH-}" ]; then
  # Without folders: a test has the same way in each checkout.
  sum=$(printf '%s\n' "${@##*/}" | cksum)
  ways=("${ways[${sum%% *} % ${#ways[@]}]}")
fi
for way in --results=copies "${ways[@]}"; do
  split-run "$way" "$@" || {
    status=$?
    echo "run-each.sh: split-run $way ended with status $status" >&2
    exit "$status"
  }
done
