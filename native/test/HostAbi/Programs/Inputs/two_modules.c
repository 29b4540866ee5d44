/* Calls functions of two modules; see several-modules.test. */

#ifndef PLAIN_ABI
#include "split-mlir/HostAbi/Runtime.h"
#endif

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef PLAIN_ABI
/* Memrefs of rank 2 as the conversion to LLVM passes and returns them. */
typedef struct {
  float *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
} Matrix;
typedef struct {
  Matrix first, second;
} Halves;
Halves f(float *, float *, int64_t, int64_t, int64_t, int64_t, int64_t,
         int64_t times);
Halves g(float *, float *, int64_t, int64_t, int64_t, int64_t, int64_t,
         int64_t times);
#else
typedef SplitMlirMemRef2 Matrix;
typedef struct {
  Matrix first, second;
} Halves;
int32_t f(const Matrix *, int64_t times, Matrix *, Matrix *);
int32_t g(const Matrix *, int64_t times, Matrix *, Matrix *);
#endif

static int is_right = 1;

static void expect(const char *name, const Matrix *half, int64_t width,
                   int64_t first_column, float sign) {
  const float *data = (const float *)half->aligned + half->offset;
  for (int64_t i = 0; i < 2; ++i)
    for (int64_t j = 0; j < width; ++j) {
      float expected = sign * (float)(i * 2 * width + first_column + j);
      float got = data[i * half->strides[0] + j * half->strides[1]];
      if (got == expected)
        continue;
      is_right = 0;
      printf("%s: row %d, column %d: %g, expected %g\n", name, (int)i, (int)j,
             got, expected);
    }
}

int main(void) {
  float numbers[16];
  for (int i = 0; i < 16; ++i)
    numbers[i] = (float)i;
  /* `g` changes signs as often as it is told. */
  for (int64_t times = 0; times < 3; ++times) {
    Halves a, b;
#ifdef PLAIN_ABI
    a = f(numbers, numbers, 0, 2, 6, 6, 1, times);
    b = g(numbers, numbers, 0, 2, 8, 8, 1, times);
#else
    Matrix x = {0, numbers, 0, {2, 6}, {6, 1}};
    Matrix y = {0, numbers, 0, {2, 8}, {8, 1}};
    if (f(&x, times, &a.first, &a.second) ||
        g(&y, times, &b.first, &b.second)) {
      puts(split_mlir_last_error());
      return 1;
    }
#endif
    expect("f, first half", &a.first, 3, 0, 1);
    expect("f, second half", &a.second, 3, 3, 1);
    expect("g, first half", &b.first, 4, 0, times == 1 ? -1 : 1);
    expect("g, second half", &b.second, 4, 4, 1);
    free(a.first.allocated);
    free(a.second.allocated);
    free(b.first.allocated);
    free(b.second.allocated);
  }
  if (is_right)
    puts("all right");
  return !is_right;
}
