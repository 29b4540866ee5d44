#!/usr/bin/env bash
# run.sh "MPIRUN" PROGRAMS MPI "RANKS..." TEST...: runs each test, `NAME SEED COUNT`, on
# each number of ranks, with the library that counts.
set -eu
mpirun=$1 programs=$2 mpi=$3 ranks=$4
shift 4
for n in $ranks; do
  for test in "$@"; do
    # shellcheck disable=SC2086 # The command and the test are many words.
    $mpirun -n "$n" env LD_PRELOAD="$programs/mpi-counter-$mpi.so" \
      "$programs/mpi-test-$mpi" $test
  done
done
