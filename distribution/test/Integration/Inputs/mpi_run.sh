# Compiles the functions that a Python program writes for a grid, and lets it call them on
# ranks of MPI: mpi_run.sh PROGRAM PASSES FOLDER LIBS SUITE MPI SIZES NUMBER MPIRUN...
# Preloads the library of distribution/test/Runtime that counts what ranks send.
set -e
program=$1 passes=$2 folder=$3 libs=$4 counter=$5/Runtime/mpi-counter-$6.so
mpi=$6 sizes=$7 number=$8
shift 8
program="/usr/bin/python3 -B $(dirname "$0")/$program.py"
mkdir -p "$folder"
cd "$folder"
$program write "$sizes" > calls.mlir
split-opt calls.mlir "--pass-pipeline=builtin.module($passes)" -o llvm.mlir
mlir-translate --mlir-to-llvmir llvm.mlir -o calls.ll
clang -O0 -w -shared -fPIC -x ir calls.ll -o calls.so -x none "-L$libs" \
  -Wl,--undefined=split_mlir_last_error,--undefined=split_mlir_free \
  -lSplitMLIRRuntime "-lSplitMpi-$mpi" -lm "-Wl,-rpath,$libs"
timeout 100 "$@" -n "$number" env "LD_PRELOAD=$counter" $program run "$sizes" \
  "$PWD/calls.so" "$libs/libSplitMpi-$mpi.so" "$counter"
