// Several ranks call the function of qkv.mlir, compiled with --mpi. Each passes
// some rows of x, and gets the same rows of the queries, and all keys and
// values.
#include "qkv.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 7, COLUMNS = 6 };

// Returns the element of x at a row and a column of the whole tensor.
static float element(int64_t row, int64_t column) { return 10 * row + column; }

// Checks that `part` has two columns of x, and `rows` rows from row `begin` on.
static int check(const SplitMlirMemRef2 *part, int64_t begin, int64_t rows,
                 int64_t column) {
  const float *values = (const float *)part->aligned + part->offset;
  int isRight = part->sizes[0] == rows && part->sizes[1] == 2;
  for (int64_t i = 0; isRight && i < rows; ++i)
    for (int64_t j = 0; isRight && j < 2; ++j)
      isRight = values[i * part->strides[0] + j * part->strides[1]] ==
                element(begin + i, column + j);
  return isRight;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int64_t begin = split_mpi_shard_begin(ROWS, size, rank);
  int64_t rows = split_mpi_shard_begin(ROWS, size, rank + 1) - begin;
  float *x = malloc(sizeof(float) * rows * COLUMNS);
  for (int64_t i = 0; i < rows * COLUMNS; ++i)
    x[i] = element(begin + i / COLUMNS, i % COLUMNS);

  SplitMlirMemRef2 data = {NULL, x, 0, {rows, COLUMNS}, {COLUMNS, 1}}, q, k, v;
  int isRight = 0;
  if (qkv(&data, MPI_Comm_c2f(MPI_COMM_WORLD), &q, &k, &v) != 0) {
    // All ranks have the same message.
    if (rank == 0)
      puts(split_mlir_last_error());
  } else {
    isRight = check(&q, begin, rows, 0) && check(&k, 0, ROWS, 2) &&
              check(&v, 0, ROWS, 4);
    printf("rank %d: %d rows, %s\n", rank, (int)rows,
           isRight ? "right" : "wrong");
    split_mlir_free(q.allocated);
    split_mlir_free(k.allocated);
    split_mlir_free(v.allocated);
  }
  free(x);
  MPI_Finalize();
  return !isRight;
}
