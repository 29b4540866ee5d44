//===- Weights.cpp - Constants that are kept in files ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/HostAbi/ThreadMessage.h"
#include <cerrno>
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

namespace {
/// Opens a file in the first folder that has it. The caller frees `path`: a
/// destructor would need the C++ library.
struct FileSearch {
  /// Tries the folder of `program`, unless a file was found.
  void tryBeside(const char *program) {
    const char *slash = program ? strrchr(program, '/') : nullptr;
    char *candidate;
    if (file >= 0 || !slash ||
        asprintf(&candidate, "%.*s/%s", int(slash - program), program, name) <
            0)
      return;
    // Opening a pipe would wait.
    file = open(candidate, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    // Reports the first error, but prefers any other error to a missing file.
    bool replaces = !path || file >= 0 || (error == ENOENT && errno != ENOENT);
    if (replaces) {
      error = errno;
      free(path);
      path = candidate;
    } else {
      free(candidate);
    }
  }

  const char *name;
  int file = -1;
  /// The path of the open file, or of one that did not open because of `error`.
  char *path = nullptr;
  int error = ENOENT;
};
} // namespace

/// Looks for the file beside the library or the program that contains
/// `weights`.
static void find(const SplitMlirWeights *weights, FileSearch &search) {
  Dl_info info;
  if (dladdr(weights, &info)) {
    search.tryBeside(info.dli_fname);
    // A symbolic link, or a library without a folder.
    char *real = search.file < 0 ? realpath(info.dli_fname, nullptr) : nullptr;
    search.tryBeside(real);
    free(real);
  }
  // A program was perhaps found in PATH, or has changed its folder since.
  char *program =
      search.file < 0 ? realpath("/proc/self/exe", nullptr) : nullptr;
  search.tryBeside(program);
  free(program);
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

/// Makes the C library post a semaphore before it calls destructors of
/// libraries at exit. What it calls then must not be in this library, which may
/// be unloaded.
static void noticeExit() {
  // Memory from malloc would be a leak for tools that look for leaks.
  void *memory = mmap(nullptr, sizeof(sem_t), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, /*fd=*/-1, /*offset=*/0);
  if (memory == MAP_FAILED)
    return;
  auto *semaphore = static_cast<sem_t *>(memory);
  sem_t *none = nullptr;
  if (sem_init(semaphore, /*pshared=*/0, /*value=*/0) != 0 ||
      !__atomic_compare_exchange_n(&exiting, &none, semaphore, /*weak=*/false,
                                   __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    munmap(memory, sizeof(sem_t));
    return;
  }
  auto *post = reinterpret_cast<void (*)()>(sem_post);
  // No library has the handle `semaphore`. Without a handle, ThreadSanitizer
  // would call the function without its argument.
  __cxa_atexit(reinterpret_cast<void (*)(void *)>(post), semaphore, semaphore);
}

/// Unmaps the files when the library is unloaded, but not when the process
/// exits: other threads may still read them.
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
  if (!__atomic_load_n(&exiting, __ATOMIC_ACQUIRE))
    noticeExit();
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
  FileSearch search = {weights->file};
  find(weights, search);
  int32_t status;
  if (search.file >= 0) {
    status = map(search.file, weights, search.path);
    close(search.file);
  } else {
    status =
        fail(search.path ? search.path : weights->file, strerror(search.error));
  }
  free(search.path);
  return status;
}
