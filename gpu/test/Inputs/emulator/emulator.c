/*===- emulator.c - Runs kernels of GPUs on a processor -------------------===*\
|*                                                                            *|
|* Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The functions of CUDA's driver API that benchmark/gpu calls, as a library  *|
|* libcuda.so.1 for one device: this processor. emulate.py compiles kernels   *|
|* for it, into the library of the host code. Blocks run one after the other. *|
|* The threads of a block are contexts of their own, which take turns at      *|
|* barriers.                                                                  *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>

enum { kMaxThreads = 1024, kStackBytes = 64 * 1024 };

typedef void (*Kernel)(void **);
typedef struct {
  ucontext_t context;
  int is_done, is_at_barrier;
} Thread;

static Thread threads[kMaxThreads];
static char stacks[kMaxThreads][kStackBytes];
static ucontext_t scheduler;
static uint32_t current, threadIds[3], blockIds[3], blockSizes[3], gridSizes[3];

/* Sets `ids` to those of `number` among `sizes`, x first. */
static void setIds(uint32_t number, const uint32_t *sizes, uint32_t *ids) {
  for (int i = 0; i < 3; ++i) {
    ids[i] = number % sizes[i];
    number /= sizes[i];
  }
}

static Kernel kernel;
static void **arguments;

static void fail(const char *message) {
  fprintf(stderr, "emulator: %s\n", message);
  abort();
}

#define EMULATE_REGISTERS(dimension, i)                                        \
  uint32_t emulated_tid_##dimension(void) { return threadIds[i]; }             \
  uint32_t emulated_ntid_##dimension(void) { return blockSizes[i]; }           \
  uint32_t emulated_ctaid_##dimension(void) { return blockIds[i]; }            \
  uint32_t emulated_nctaid_##dimension(void) { return gridSizes[i]; }
EMULATE_REGISTERS(x, 0)
EMULATE_REGISTERS(y, 1)
EMULATE_REGISTERS(z, 2)

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
      setIds(current, blockSizes, threadIds);
      swapcontext(&scheduler, &threads[current].context);
      done += threads[current].is_done;
    }
    if (done != 0 && done != count)
      fail("a thread ended while others wait at a barrier");
  }
}

int cuInit(unsigned flags) { return (void)flags, 0; }
int cuDriverGetVersion(int *version) { return *version = 12090, 0; }
int cuGetErrorName(int status, const char **name) {
  return (void)status, *name = "CUDA_ERROR_UNKNOWN", 0;
}
int cuDeviceGetCount(int *count) { return *count = 1, 0; }
int cuDeviceGet(int *device, int number) { return *device = number, 0; }
int cuDeviceGetName(char *name, int size, int device) {
  (void)device;
  snprintf(name, size, "emulator");
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
  return (void)device, *context = NULL, 0;
}
int cuCtxSetCurrent(void *context) { return (void)context, 0; }
int cuCtxSynchronize(void) { return 0; }

/* Memory of the device: the host faults if it reads or writes it. */
static const size_t kArenaBytes = (size_t)4 << 30;
static char *arena;
static size_t used;
/* The buffers that are allocated: the tests read it. */
int64_t emulator_buffers;

static void protect(int rights) {
  if (arena && mprotect(arena, kArenaBytes, rights) != 0)
    fail("mprotect failed");
}

int cuMemAlloc_v2(uint64_t *memory, size_t bytes) {
  if (!arena) {
    arena = mmap(NULL, kArenaBytes, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (arena == MAP_FAILED)
      fail("mmap failed");
  }
  if (emulator_buffers == 0)
    used = 0;
  if (bytes == 0 || bytes > kArenaBytes - used)
    return 1;
  *memory = (uint64_t)(arena + used);
  used += (bytes + 255) / 256 * 256;
  ++emulator_buffers;
  return 0;
}
int cuMemFree_v2(uint64_t memory) {
  if ((char *)memory < arena || (char *)memory >= arena + used)
    fail("freed memory that is not of the device");
  --emulator_buffers;
  return 0;
}

int cuMemsetD8_v2(uint64_t memory, unsigned char value, size_t bytes) {
  protect(PROT_READ | PROT_WRITE);
  memset((void *)memory, value, bytes);
  protect(PROT_NONE);
  return 0;
}
static int copy(void *target, const void *source, size_t bytes) {
  protect(PROT_READ | PROT_WRITE);
  memcpy(target, source, bytes);
  protect(PROT_NONE);
  return 0;
}
int cuMemcpyHtoD_v2(uint64_t target, const void *source, size_t bytes) {
  return copy((void *)target, source, bytes);
}
int cuMemcpyDtoH_v2(void *target, uint64_t source, size_t bytes) {
  return copy(target, (void *)source, bytes);
}
int cuMemcpyDtoDAsync_v2(uint64_t target, uint64_t source, size_t bytes,
                         void *stream) {
  (void)stream;
  return copy((void *)target, (void *)source, bytes);
}

int cuEventCreate(void **event, unsigned flags) {
  return (void)flags, *event = calloc(1, sizeof(struct timespec)), 0;
}
int cuEventRecord(void *event, void *stream) {
  return (void)stream, clock_gettime(CLOCK_MONOTONIC, event);
}
int cuEventSynchronize(void *event) { return (void)event, 0; }
int cuEventElapsedTime(float *milliseconds, void *from, void *to) {
  struct timespec *start = from, *end = to;
  *milliseconds = (end->tv_sec - start->tv_sec) * 1e3f +
                  (end->tv_nsec - start->tv_nsec) / 1e6f;
  return 0;
}

/* The code of a module is its name, in the library that has its kernels. */
int cuModuleLoadData(void **module, const void *code) {
  *module = (void *)code;
  return 0;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  char symbol[512];
  Dl_info library;
  snprintf(symbol, sizeof(symbol), "emulated_%s_%s", (char *)module, name);
  if (dladdr(module, &library) == 0)
    fail("code that is in no library");
  *function = dlsym(dlopen(library.dli_fname, RTLD_NOW | RTLD_NOLOAD), symbol);
  return *function == NULL;
}

/* The limits are those of every device with CUDA. */
int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                   unsigned gridZ, unsigned blockX, unsigned blockY,
                   unsigned blockZ, unsigned sharedBytes, void *stream,
                   void **params, void **extra) {
  (void)stream, (void)extra;
  uint32_t grid[] = {gridX, gridY, gridZ}, sizes[] = {blockX, blockY, blockZ};
  uint64_t blockCount = (uint64_t)gridX * gridY * gridZ;
  uint64_t threadCount = (uint64_t)blockX * blockY * blockZ;
  if (blockCount == 0 || gridX > INT32_MAX || gridY > 65535 || gridZ > 65535)
    fail("expected a grid of 1 to 2^31 - 1 blocks");
  if (threadCount == 0 || threadCount > kMaxThreads)
    fail("expected blocks of 1 to 1024 threads");
  if (sharedBytes != 0)
    fail("expected no dynamic memory of workgroups");
  kernel = (Kernel)function;
  arguments = params;
  protect(PROT_READ | PROT_WRITE);
  memcpy(gridSizes, grid, sizeof(grid));
  memcpy(blockSizes, sizes, sizeof(sizes));
  for (uint64_t block = 0; block < blockCount; ++block) {
    setIds(block, gridSizes, blockIds);
    run_block(threadCount);
  }
  protect(PROT_NONE);
  return 0;
}
