//===- Weights.cpp - Constants that are kept in files ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/HostAbi/ThreadMessage.h"
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

extern "C" int __cxa_atexit(void (*function)(void *), void *argument,
                            void *library);

static int32_t fail(const char *path, const char *problem) {
  snprintf(split_mlir_thread_message_1(), SPLIT_MLIR_MESSAGE_BYTES,
           "error: cannot load the weights of the model from '%s': %s", path,
           problem);
  return SPLIT_MLIR_NO_WEIGHTS;
}

/// Stores the path of `file` in the folder of `program`. Returns whether it
/// fits.
static bool getPath(const char *program, const char *file, char *path) {
  const char *slash = strrchr(program, '/');
  if (!slash)
    return false;
  return snprintf(path, PATH_MAX, "%.*s/%s", int(slash - program), program,
                  file) < PATH_MAX;
}

/// Opens the file beside the library or program that contains `weights`. Stores
/// its path. Returns -1 if there is none.
static int openFile(const SplitMlirWeights *weights, char *path) {
  Dl_info info;
  if (dladdr(weights, &info) && getPath(info.dli_fname, weights->file, path)) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0)
      return file;
  }
  // A program was perhaps found in PATH, or has changed its folder since.
  char program[PATH_MAX], other[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", program, PATH_MAX - 1);
  if (length < 0)
    return -1;
  program[length] = '\0';
  if (!getPath(program, weights->file, other))
    return -1;
  int file = open(other, O_RDONLY | O_CLOEXEC);
  if (file >= 0 || strchr(path, '/') == nullptr)
    memcpy(path, other, sizeof(other));
  return file;
}

/// Compares the end of an open file to `weights`. Returns what is wrong, or
/// null.
static const char *check(int file, const SplitMlirWeights *weights) {
  SplitMlirWeightsEnd end;
  struct stat status;
  off_t place = weights->bytes - static_cast<off_t>(sizeof(end));
  if (fstat(file, &status) != 0)
    return strerror(errno);
  if (status.st_size != weights->bytes ||
      pread(file, &end, sizeof(end), place) != sizeof(end) ||
      memcmp(end.magic, SPLIT_MLIR_WEIGHTS_MAGIC,
             sizeof(SPLIT_MLIR_WEIGHTS_MAGIC)) != 0 ||
      memcmp(end.id, weights->id, sizeof(end.id)) != 0)
    return "it has other contents than the weights that the model was compiled "
           "with; expected the file that was written with the compiled model";
  return nullptr;
}

/// What this library has mapped.
static SplitMlirWeights *mapped = nullptr;
/// Posted when the process exits. Its memory outlives this library.
static sem_t *exiting = nullptr;

/// Makes the C library post a semaphore before it calls destructors at exit.
/// What it calls then must not be in this library, which may be unloaded.
__attribute__((constructor)) static void noticeExit() {
  auto *semaphore = static_cast<sem_t *>(malloc(sizeof(sem_t)));
  if (!semaphore || sem_init(semaphore, /*pshared=*/0, /*value=*/0) != 0)
    return;
  exiting = semaphore;
  auto *post = reinterpret_cast<void (*)()>(sem_post);
  __cxa_atexit(reinterpret_cast<void (*)(void *)>(post), semaphore,
               /*library=*/nullptr);
}

/// Frees the memory when the library is unloaded. When the process exits, other
/// threads may still read it.
__attribute__((destructor)) static void unmapAll() {
  int isExiting = 0;
  if (!exiting || sem_getvalue(exiting, &isExiting) != 0 || isExiting)
    return;
  for (SplitMlirWeights *weights = mapped; weights; weights = weights->next)
    munmap(weights->base, static_cast<size_t>(weights->bytes));
}

/// Maps the open file, unless another thread does.
static int32_t map(int file, SplitMlirWeights *weights, const char *path) {
  if (const char *problem = check(file, weights))
    return fail(path, problem);
  auto size = static_cast<size_t>(weights->bytes);
  void *memory = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, /*offset=*/0);
  if (memory == MAP_FAILED)
    return fail(path, strerror(errno));
  void *none = nullptr;
  if (!__atomic_compare_exchange_n(&weights->base, &none, memory,
                                   /*weak=*/false, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE)) {
    munmap(memory, size);
    return SPLIT_MLIR_SUCCESS;
  }
  weights->next = __atomic_load_n(&mapped, __ATOMIC_ACQUIRE);
  while (!__atomic_compare_exchange_n(&mapped, &weights->next, weights,
                                      /*weak=*/true, __ATOMIC_ACQ_REL,
                                      __ATOMIC_ACQUIRE)) {
  }
  return SPLIT_MLIR_SUCCESS;
}

extern "C" int32_t split_mlir_map_weights(SplitMlirWeights *weights) {
  if (__atomic_load_n(&weights->base, __ATOMIC_ACQUIRE) || weights->bytes == 0)
    return SPLIT_MLIR_SUCCESS;
  char path[PATH_MAX];
  snprintf(path, sizeof(path), "%s", weights->file);
  int file = openFile(weights, path);
  if (file < 0)
    return fail(path, strerror(errno));
  int32_t status = map(file, weights, path);
  close(file);
  return status;
}
