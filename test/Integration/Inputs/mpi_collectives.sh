# Compiles the functions of mpi_collectives.py for a grid and calls them on ranks of
# MPI: mpi_collectives.sh FOLDER LIBS MPI SIZES NUMBER MPIRUN...
set -e
folder=$1 libs=$2 mpi=$3 sizes=$4 number=$5
shift 5
program="/usr/bin/python3 -B $(dirname "$0")/mpi_collectives.py"
mkdir -p "$folder"
cd "$folder"
$program write "$sizes" > calls.mlir
split-opt calls.mlir --split-to-mpi=host-abi -o llvm.mlir
split-translate --mlir-to-llvmir llvm.mlir -o calls.ll
clang -O0 -w -shared -fPIC -x ir calls.ll -o calls.so -x none "-L$libs" \
  -Wl,--undefined=split_mlir_last_error,--undefined=split_mlir_free \
  -lSplitMLIRRuntime "-lSplitMpi-$mpi" -lm "-Wl,-rpath,$libs"
timeout 100 "$@" -n "$number" $program run "$sizes" "$PWD/calls.so" \
  "$libs/libSplitMpi-$mpi.so"
