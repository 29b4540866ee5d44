# Builds examples/ranks.c with an object and with a shared library:
# build_ranks.sh MPI SOURCES LIBRARIES FOLDER COMPILER
set -e
mpi=$1 sources=$2 libraries=$3 folder=$4
export OMPI_CC="$5" MPICH_CC="$5"
for output in qkv.h "qkv-$mpi.o" "libqkv-$mpi.so"; do
  split-compile --mpi="$mpi" --grid=3 "--shard=arg0=[[0]]" "--shard=result0=[[0]]" \
    "$sources/examples/qkv.mlir" -o "$folder/$output"
done
compile() {
  "mpicc.$mpi" "-I$sources/native/include" "-I$sources/distribution/include" "-I$folder" "$sources/examples/ranks.c" "$@"
}
compile "$folder/qkv-$mpi.o" "$libraries/libSplitMLIRRuntime.a" "-L$libraries" \
  "-lSplitMpi-$mpi" "-Wl,-rpath,$libraries" -lm -pthread -o "$folder/ranks-$mpi"
compile "$folder/libqkv-$mpi.so" "-Wl,-rpath,$folder" -o "$folder/ranks-so-$mpi"
