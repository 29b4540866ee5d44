/*===- driver.c - Runs host code of MLIR on a GPU -------------------------===*\
|*                                                                            *|
|* Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The functions that host code of upstream's gpu-to-llvm calls, by CUDA's    *|
|* driver API. They find the driver when the first one is called, so nothing  *|
|* of CUDA is needed to build. All work is on the default stream, and nothing *|
|* waits for it but the caller: bench.py measures many launches at once. If   *|
|* the driver reports an error, the process prints its name and exits.        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef void *Handle;
typedef uint64_t DevicePointer;

/* How many kernels were launched: bench.py reads it. */
int64_t launches;

static void *find(const char *name) {
  static void *library;
  if (!library)
    library = dlopen("libcuda.so.1", RTLD_NOW);
  void *function = library ? dlsym(library, name) : NULL;
  if (!function) {
    fprintf(stderr, "error: no GPU: %s\n", dlerror());
    exit(EXIT_FAILURE);
  }
  return function;
}

static void check(int status, const char *call) {
  const char *name = NULL;
  if (status == 0)
    return;
  int (*getName)(int, const char **) = find("cuGetErrorName");
  getName(status, &name);
  fprintf(stderr, "error: %s: %s\n", call, name ? name : "unknown error");
  exit(EXIT_FAILURE);
}

Handle mgpuModuleLoadJIT(void *code, int optLevel, size_t size) {
  Handle module = NULL;
  (void)optLevel, (void)size;
  int (*load)(Handle *, const void *) = find("cuModuleLoadData");
  check(load(&module, code), "cuModuleLoadData");
  return module;
}
Handle mgpuModuleLoad(void *code, size_t size) {
  return mgpuModuleLoadJIT(code, 0, size);
}
/* MLIR unloads the module when this library ends, after the driver has shut
   down: keep it. */
void mgpuModuleUnload(Handle module) { (void)module; }

Handle mgpuModuleGetFunction(Handle module, const char *name) {
  Handle function = NULL;
  int (*get)(Handle *, Handle, const char *) = find("cuModuleGetFunction");
  check(get(&function, module, name), "cuModuleGetFunction");
  return function;
}

void mgpuLaunchKernel(Handle function, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t sharedBytes, Handle stream,
                      void **params, void **extra, size_t paramsCount) {
  static int (*launch)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned,
                       unsigned, unsigned, Handle, void **, void **);
  (void)paramsCount;
  if (!launch)
    launch = find("cuLaunchKernel");
  ++launches;
  check(launch(function, gridX, gridY, gridZ, blockX, blockY, blockZ,
               sharedBytes, stream, params, extra),
        "cuLaunchKernel");
}

Handle mgpuStreamCreate(void) { return NULL; }
void mgpuStreamDestroy(Handle stream) { (void)stream; }
void mgpuStreamSynchronize(Handle stream) { (void)stream; }

void *mgpuMemAlloc(uint64_t bytes, Handle stream, int8_t isHostShared) {
  DevicePointer memory = 0;
  (void)stream, (void)isHostShared;
  int (*allocate)(DevicePointer *, size_t) = find("cuMemAlloc_v2");
  if (bytes != 0)
    check(allocate(&memory, bytes), "cuMemAlloc");
  return (void *)memory;
}
void mgpuMemFree(void *memory, Handle stream) {
  (void)stream;
  if (!memory)
    return;
  int (*release)(DevicePointer) = find("cuMemFree_v2");
  check(release((DevicePointer)memory), "cuMemFree");
}
