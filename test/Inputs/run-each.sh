#!/usr/bin/env bash
# run-each.sh ARGUMENT...: runs split-run with the arguments in four ways: by default,
# with results that are views, with two threads, and with code for all processors of
# this kind. Stops at the first way that fails.
set -u
for way in --results=copies --results=views --threads=2 --cpu=portable; do
  split-run "$way" "$@" || {
    status=$?
    echo "run-each.sh: split-run $way ended with status $status" >&2
    exit "$status"
  }
done
