/* A C program that calls compiled functions; see host-abi.mlir. */

#include "split-mlir/HostAbi/Runtime.h"

#include <complex.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int32_t cut(const SplitMlirMemRef1 *data, const SplitMlirMemRef1 *lengths,
            SplitMlirMemRef1 *first, const SplitMlirMemRef1 *second);
int32_t scalars(bool c, int8_t small, int64_t index, float f, double d,
                const float _Complex *z, bool *c_out, int8_t *small_out,
                int64_t *index_out, float *f_out, double *d_out,
                float _Complex *z_out);
int32_t outer(const SplitMlirMemRef1 *data, bool ok, SplitMlirMemRef1 *result);
int32_t inner(const SplitMlirMemRef1 *data, SplitMlirMemRef1 *result);

static int failures = 0;

static void expect(bool condition, const char *what) {
  if (condition)
    return;
  ++failures;
  printf("wrong: %s\n", what);
}

static SplitMlirMemRef1 make(void *data, int64_t size) {
  SplitMlirMemRef1 memref = {NULL, data, 0, {size}, {1}};
  return memref;
}

static void test_cut(void) {
  float numbers[] = {1, 2, 3, 4}, rest[] = {0, 0, 0};
  int64_t good[] = {1, -1}, bad[] = {6, -2};
  SplitMlirMemRef1 data = make(numbers, 4), second = make(rest, 3);
  SplitMlirMemRef1 lengths = make(bad, 2), first;
  expect(cut(&data, &lengths, &first, &second) == SPLIT_MLIR_CHECK_FAILED,
         "status of a failure");
  puts(split_mlir_last_error());

  lengths = make(good, 2);
  expect(cut(&data, &lengths, &first, &second) == 0, "status of a success");
  expect(first.sizes[0] == 1, "size of the first piece");
  expect(((float *)first.aligned)[first.offset] == 1, "first piece");
  expect(rest[0] == 2 && rest[1] == 3 && rest[2] == 4, "second piece");
  split_mlir_free(first.allocated);

  second.sizes[0] = 4;
  expect(cut(&data, &lengths, &first, &second) == SPLIT_MLIR_INVALID_ARGUMENT,
         "R7");
  puts(split_mlir_last_error());
}

static void test_scalars(void) {
  float _Complex z = 5.0f + 6.0f * I, z_out;
  bool c_out;
  int8_t small_out;
  int64_t index_out;
  float f_out;
  double d_out;
  expect(scalars(true, -7, -1234567890123, 1.5f, 2.5, &z, &c_out, &small_out,
                 &index_out, &f_out, &d_out, &z_out) == 0,
         "status of scalars");
  expect(c_out && small_out == -7 && index_out == -1234567890123 &&
             f_out == 1.5f && d_out == 2.5,
         "scalars");
  expect(crealf(z_out) == 5 && cimagf(z_out) == 6, "a complex number");
}

/* What the callback, which `outer` calls, gets from compiled code itself. */
static SplitMlirMemRef1 kept;
static int32_t inner_status;

int64_t callback(int64_t size) {
  float numbers[] = {1, 2, 3, 4};
  SplitMlirMemRef1 data = make(numbers, size);
  memset(&kept, 0, sizeof(kept));
  inner_status = inner(&data, &kept);
  return inner_status;
}

static void test_nested(void) {
  float numbers[] = {1, 2, 3, 4};
  SplitMlirMemRef1 data = make(numbers, 4), result;
  /* The result of the inner call outlives the failure of the outer one. */
  expect(outer(&data, false, &result) == SPLIT_MLIR_CHECK_FAILED,
         "status of the outer call");
  expect(strstr(split_mlir_last_error(), "the outer call fails") != NULL,
         "message of the outer call");
  expect(inner_status == 0, "status of the inner call");
  expect(((float *)kept.aligned)[kept.offset + 1] == 4, "the inner result");
  split_mlir_free(kept.allocated);
  /* The failure of the inner call is the callback's affair. */
  data.sizes[0] = 3;
  expect(outer(&data, true, &result) == 0, "status of the outer call");
  expect(inner_status == SPLIT_MLIR_CHECK_FAILED, "status of the inner call");
  expect(strstr(split_mlir_last_error(), "not divisible") != NULL,
         "message of the inner call");
  expect(((float *)result.aligned)[result.offset + 2] == 3, "outer result");
  split_mlir_free(result.allocated);
}

int main(void) {
  test_cut();
  test_scalars();
  test_nested();
  printf("%d failures\n", failures);
  return failures != 0;
}
