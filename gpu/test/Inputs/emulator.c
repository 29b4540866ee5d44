/*===- emulator.c - Runs kernels of GPUs on a processor -------------------===*\
|*                                                                            *|
|* Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The functions that host code of MLIR calls, for kernels in the same        *|
|* library: emulate.py compiles them for this processor. Blocks run one after *|
|* the other. The threads of a block are contexts of their own, which take    *|
|* turns at barriers.                                                         *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

enum { kMaxThreads = 1024, kStackBytes = 64 * 1024 };

typedef void (*Kernel)(void **);
typedef struct {
  ucontext_t context;
  int is_done, is_at_barrier;
} Thread;

/* What programs did: the tests read these. */
int64_t emulator_launches, emulator_blocks;

static Thread threads[kMaxThreads];
static char stacks[kMaxThreads][kStackBytes];
static ucontext_t scheduler;
static uint32_t current, block;
static Kernel kernel;
static void **arguments;

static void fail(const char *message) {
  fprintf(stderr, "emulator: %s\n", message);
  abort();
}

uint32_t emulated_tid_x(void) { return current; }
uint32_t emulated_ctaid_x(void) { return block; }

void emulated_barrier(void) {
  Thread *self = &threads[current];
  self->is_at_barrier = 1;
  swapcontext(&self->context, &scheduler);
}

static void run_thread(void) {
  kernel(arguments);
  threads[current].is_done = 1;
}

static void start_thread(Thread *thread, char *stack) {
  getcontext(&thread->context);
  thread->context.uc_stack.ss_sp = stack;
  thread->context.uc_stack.ss_size = kStackBytes;
  thread->context.uc_link = &scheduler;
  thread->is_done = 0;
  makecontext(&thread->context, run_thread, 0);
}

/* Runs all threads of a block until they end. All must come to each barrier. */
static void run_block(uint32_t count) {
  uint32_t done = 0;
  for (uint32_t i = 0; i < count; ++i)
    start_thread(&threads[i], stacks[i]);
  while (done == 0) {
    for (current = 0; current < count; ++current) {
      threads[current].is_at_barrier = 0;
      swapcontext(&scheduler, &threads[current].context);
      done += threads[current].is_done;
    }
    if (done != 0 && done != count)
      fail("a thread ended while others wait at a barrier");
  }
}

void *mgpuModuleLoad(void *data, int64_t size) {
  (void)size;
  return data;
}
void *mgpuModuleLoadJIT(void *data, int optLevel, int64_t size) {
  (void)optLevel;
  return mgpuModuleLoad(data, size);
}
void mgpuModuleUnload(void *module) { (void)module; }

void *mgpuModuleGetFunction(void *module, const char *name) {
  char symbol[256];
  (void)module;
  snprintf(symbol, sizeof(symbol), "emulated_%s", name);
  Dl_info self;
  dladdr(&emulator_launches, &self);
  void *library = dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  void *function = dlsym(library, symbol);
  if (!function)
    fail("no such kernel");
  return function;
}

void *mgpuStreamCreate(void) { return NULL; }
void mgpuStreamDestroy(void *stream) { (void)stream; }
void mgpuStreamSynchronize(void *stream) { (void)stream; }
void *mgpuMemAlloc(uint64_t bytes, void *stream, int8_t isShared) {
  (void)stream, (void)isShared;
  return malloc(bytes);
}
void mgpuMemFree(void *memory, void *stream) {
  (void)stream;
  free(memory);
}

/* The limits are those of every device with CUDA. */
void mgpuLaunchKernel(void *function, int64_t gridX, int64_t gridY,
                      int64_t gridZ, int64_t blockX, int64_t blockY,
                      int64_t blockZ, int32_t sharedBytes, void *stream,
                      void **params, void **extra, int64_t paramsCount) {
  (void)stream, (void)extra, (void)paramsCount;
  if (gridX < 1 || gridX > INT32_MAX || gridY != 1 || gridZ != 1)
    fail("expected a grid of 1 to 2^31 - 1 blocks");
  if (blockX < 1 || blockX > kMaxThreads || blockY != 1 || blockZ != 1)
    fail("expected blocks of 1 to 1024 threads");
  if (sharedBytes != 0)
    fail("expected no dynamic memory of workgroups");
  kernel = (Kernel)function;
  arguments = params;
  ++emulator_launches;
  emulator_blocks += gridX;
  for (block = 0; block < gridX; ++block)
    run_block((uint32_t)blockX);
}
