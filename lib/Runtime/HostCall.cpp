//===- HostCall.cpp - Memory and errors of calls of compiled code ---------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Runtime/Runtime.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>

namespace {
/// What one thread keeps between calls of the runtime.
struct ThreadState {
  /// What compiled code has allocated and not freed, oldest first.
  void **live;
  int64_t numLive;
  int64_t capacity;
  /// Of the last failure.
  char *message;
};
} // namespace

static thread_local ThreadState *threadState = nullptr;
static thread_local const char *lastError = "";

// C++ would destroy thread-local objects by a function of its own library.
static pthread_once_t keyOnce = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void destroyState(void *memory) {
  auto *state = static_cast<ThreadState *>(memory);
  free(state->live);
  free(state->message);
  free(state);
  threadState = nullptr;
  lastError = "";
}

static void createKey() { pthread_key_create(&key, destroyState); }

/// This thread's state; null when there is no memory for one.
static ThreadState *getState() {
  if (threadState)
    return threadState;
  pthread_once(&keyOnce, createKey);
  threadState = static_cast<ThreadState *>(calloc(1, sizeof(ThreadState)));
  if (threadState)
    pthread_setspecific(key, threadState);
  return threadState;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Makes room for one more live allocation.
static bool reserve(ThreadState &state) {
  if (state.numLive < state.capacity)
    return true;
  int64_t capacity = state.capacity == 0 ? 64 : 2 * state.capacity;
  auto *live = static_cast<void **>(
      realloc(state.live, static_cast<size_t>(capacity) * sizeof(void *)));
  if (!live)
    return false;
  state.live = live;
  state.capacity = capacity;
  return true;
}

static void *allocate(size_t alignment, size_t size) {
  ThreadState *state = getState();
  if (!state || !reserve(*state))
    return nullptr;
  // A null pointer means that there is no memory, of no bytes too.
  if (size == 0)
    size = 1;
  void *memory = nullptr;
  if (alignment <= alignof(max_align_t))
    memory = malloc(size);
  else if (posix_memalign(&memory, alignment, size) != 0)
    memory = nullptr;
  if (memory)
    state->live[state->numLive++] = memory;
  return memory;
}

extern "C" void *_mlir_memref_to_llvm_alloc(size_t size) {
  return allocate(alignof(max_align_t), size);
}

extern "C" void *_mlir_memref_to_llvm_aligned_alloc(size_t alignment,
                                                    size_t size) {
  return allocate(alignment, size);
}

extern "C" void _mlir_memref_to_llvm_free(void *memory) {
  if (!memory)
    return;
  ThreadState *state = threadState;
  // What was allocated last is mostly freed first.
  for (int64_t i = state ? state->numLive : 0; i-- > 0;) {
    if (state->live[i] != memory)
      continue;
    --state->numLive;
    memmove(state->live + i, state->live + i + 1,
            static_cast<size_t>(state->numLive - i) * sizeof(void *));
    break;
  }
  free(memory);
}

extern "C" void split_mlir_free(void *allocated) {
  _mlir_memref_to_llvm_free(allocated);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

extern "C" int64_t split_mlir_begin_call(void) {
  return threadState ? threadState->numLive : 0;
}

extern "C" void split_mlir_end_call(int64_t mark, int32_t status) {
  ThreadState *state = threadState;
  if (!state)
    return;
  while (state->numLive > mark) {
    void *memory = state->live[--state->numLive];
    // The results of a call that succeeded belong to its caller.
    if (status != 0)
      free(memory);
  }
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

extern "C" void split_mlir_record_failure(const char *location,
                                          const char *format,
                                          const int64_t *values,
                                          int64_t numValues) {
  static const char separator[] = ": error: ";
  // What stands when there is no memory for the message.
  lastError = "error: a check failed, and its message is out of memory";
  ThreadState *state = getState();
  if (!state)
    return;
  size_t prefix = strlen(location) + strlen(separator);
  size_t length =
      split_mlir_format_message(nullptr, 0, format, values, numValues);
  auto *message =
      static_cast<char *>(realloc(state->message, prefix + length + 1));
  if (!message)
    return;
  state->message = message;
  snprintf(message, prefix + 1, "%s%s", location, separator);
  split_mlir_format_message(message + prefix, length + 1, format, values,
                            numValues);
  lastError = message;
}

extern "C" const char *split_mlir_last_error(void) { return lastError; }
