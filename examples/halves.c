#include "split-mlir/HostAbi/Runtime.h"
#include <stdio.h>

int32_t second_half(const SplitMlirMemRef1 *data, SplitMlirMemRef1 *result);

int main(void) {
  float numbers[] = {1, 2, 3, 4};
  for (int64_t size = 4; size >= 3; --size) {
    SplitMlirMemRef1 data = {NULL, numbers, 0, {size}, {1}}, result;
    if (second_half(&data, &result) != 0) {
      puts(split_mlir_last_error());
      continue;
    }
    const float *half = (const float *)result.aligned + result.offset;
    for (int64_t i = 0; i < result.sizes[0]; ++i)
      printf("%g\n", half[i]);
    split_mlir_free(result.allocated);
  }
  return 0;
}
