# Calls mpi_abort.mlir: mpi_abort.sh FOLDER LIBS MPI NUMBER0 NUMBER1 MPIRUN...
set -e
folder=$1 libs=$2 mpi=$3 first=$4 second=$5 inputs=$(dirname "$0")
shift 5
mkdir -p "$folder"
split-opt "$inputs/mpi_abort.mlir" --split-to-mpi -o "$folder/f.mlir"
mlir-translate --mlir-to-llvmir "$folder/f.mlir" -o "$folder/f.ll"
clang -O0 -w -shared -fPIC "$folder/f.ll" -o "$folder/f.so" "-L$libs" "-lSplitMpi-$mpi" \
  "-Wl,-rpath,$libs"
timeout 100 "$@" -n 2 /usr/bin/python3 -B "$inputs/mpi_abort.py" "$folder/f.so" \
  "$libs/libSplitMpi-$mpi.so" "$first" "$second" 2>&1
