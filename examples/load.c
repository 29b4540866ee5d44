// Loads a compiled qkv.mlir, calls its function, and unloads it: load ./qkv.so
#include "split-mlir/HostAbi/Runtime.h"
#include <dlfcn.h>
#include <stdio.h>

typedef int32_t Qkv(const SplitMlirMemRef2 *, SplitMlirMemRef2 *,
                    SplitMlirMemRef2 *, SplitMlirMemRef2 *);

static const char *names[] = {"success", "an argument does not fit",
                              "a check failed", "out of memory",
                              "another version"};

int main(int argc, char **argv) {
  void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (!library)
    return 1;
  // Functions that are found in a library report the errors of that library.
  int32_t (*check_abi)(int64_t);
  const char *(*last_error)(void);
  void (*free_result)(void *);
  Qkv *qkv;
  *(void **)&check_abi = dlsym(library, "split_mlir_check_abi");
  *(void **)&last_error = dlsym(library, "split_mlir_last_error");
  *(void **)&free_result = dlsym(library, "split_mlir_free");
  *(void **)&qkv = dlsym(library, "qkv");
  if (!check_abi || !last_error || !free_result || !qkv ||
      check_abi(SPLIT_MLIR_ABI_VERSION) != SPLIT_MLIR_SUCCESS)
    return 1;

  // Two rows of six in column-major order: arguments may have any strides.
  float numbers[] = {0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11};
  SplitMlirMemRef2 x = {NULL, numbers, 0, {2, 6}, {1, 2}}, results[3];
  for (int64_t columns = 6; columns >= 5; --columns) {
    x.sizes[1] = columns;
    int32_t status = qkv(&x, &results[0], &results[1], &results[2]);
    printf("status %d: %s\n", status, names[status]);
    if (status != SPLIT_MLIR_SUCCESS) {
      puts(last_error());
      continue;
    }
    for (int i = 0; i < 3; ++i) {
      const float *data = (const float *)results[i].aligned + results[i].offset;
      printf("%g %g %g %g\n", data[0], data[1], data[2], data[3]);
      free_result(results[i].allocated);
    }
  }
  return dlclose(library);
}
