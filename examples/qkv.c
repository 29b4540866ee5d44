#include "qkv.h"
#include <stdio.h>

static void print(const char *name, const SplitMlirMemRef2 *matrix) {
  const float *first = (const float *)matrix->aligned + matrix->offset;
  printf("%s:", name);
  for (int64_t i = 0; i < matrix->sizes[0]; ++i)
    for (int64_t j = 0; j < matrix->sizes[1]; ++j)
      printf(" %g", first[i * matrix->strides[0] + j * matrix->strides[1]]);
  puts("");
}

int main(void) {
  float numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  for (int64_t columns = 6; columns >= 5; --columns) {
    SplitMlirMemRef2 x = {NULL, numbers, 0, {2, columns}, {columns, 1}};
    SplitMlirMemRef2 q, k, v;
    if (qkv(&x, &q, &k, &v) != 0) {
      puts(split_mlir_last_error());
      continue;
    }
    print("q", &q);
    print("k", &k);
    print("v", &v);
    split_mlir_free(q.allocated);
    split_mlir_free(k.allocated);
    split_mlir_free(v.allocated);
  }
  return 0;
}
