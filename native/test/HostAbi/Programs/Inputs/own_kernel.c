/* A program with a function of the name that kernels get; see
   several-modules.test. */

#include "split-mlir/HostAbi/Runtime.h"

#include <stdio.h>

int32_t own(const SplitMlirMemRef2 *, SplitMlirMemRef2 *, SplitMlirMemRef2 *);

int64_t split_copy_kernel(int64_t rows) {
  printf("own kernel: %d\n", (int)rows);
  return 0;
}

int main(void) {
  float numbers[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  SplitMlirMemRef2 x = {NULL, numbers, 0, {3, 3}, {3, 1}}, a, b;
  if (own(&x, &a, &b) != SPLIT_MLIR_SUCCESS)
    return 1;
  const float *data = b.aligned;
  for (int i = 0; i < 6; ++i)
    printf("%g%c", data[i], i < 5 ? ' ' : '\n');
  split_mlir_free(a.allocated);
  split_mlir_free(b.allocated);
  return 0;
}
