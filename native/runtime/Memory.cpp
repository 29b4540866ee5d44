//===- Memory.cpp - Memory of calls of compiled code ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocator.h"

#include "split-mlir/HostAbi/Runtime.h"
#include <algorithm>
#include <cstring>

namespace {
/// A call of compiled code that has not ended. It is on the stack of the
/// function that the host calls, so threads need no destructor, and a library
/// can be unloaded while threads that called it still run.
struct Call {
  /// The enclosing call of compiled code on this thread, or null.
  Call *outer;
  /// The live allocations of this call, oldest first.
  void **live;
  int64_t numLive;
  int64_t capacity;
  /// Storage for the first allocations.
  void *inlineLive[12];
};
static_assert(sizeof(Call) == sizeof(SplitMlirCall), "as the header promises");

/// The header before the data of a packed argument.
struct alignas(max_align_t) PackedHeader {
  void *next;
};
} // namespace

/// The innermost call on this thread.
static thread_local Call *currentCall = nullptr;

static Call *getState(SplitMlirCall *call) {
  return reinterpret_cast<Call *>(call);
}

extern "C" void split_mlir_begin_call(SplitMlirCall *call) {
  Call *state = getState(call);
  state->outer = currentCall;
  state->live = state->inlineLive;
  state->numLive = 0;
  state->capacity = sizeof(state->inlineLive) / sizeof(void *);
  currentCall = state;
}

extern "C" void split_mlir_end_call(SplitMlirCall *call, int64_t status) {
  Call *state = getState(call);
  // The results of a call that succeeded belong to its caller.
  if (status != SPLIT_MLIR_SUCCESS)
    for (int64_t i = 0; i < state->numLive; ++i)
      splitMlirDeallocate(state->live[i]);
  if (state->live != state->inlineLive)
    splitMlirDeallocate(state->live);
  currentCall = state->outer;
}

/// Makes room for one more live allocation.
static bool reserve(Call &call) {
  if (call.numLive < call.capacity)
    return true;
  int64_t capacity = 2 * call.capacity;
  auto *live = static_cast<void **>(
      splitMlirAllocate(static_cast<size_t>(capacity) * sizeof(void *)));
  if (!live)
    return false;
  std::copy(call.live, call.live + call.numLive, live);
  if (call.live != call.inlineLive)
    splitMlirDeallocate(call.live);
  call.live = live;
  call.capacity = capacity;
  return true;
}

static void *allocate(size_t alignment, size_t size) {
  // A worker thread of a call has no call of its own; the code that runs there
  // frees what it allocates.
  Call *call = currentCall;
  if (call && !reserve(*call))
    return nullptr;
  void *memory = splitMlirAllocate(size, alignment);
  if (memory && call)
    call->live[call->numLive++] = memory;
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
  Call *call = currentCall;
  // The latest allocation is usually freed first.
  for (int64_t i = call ? call->numLive : 0; i-- > 0;) {
    if (call->live[i] != memory)
      continue;
    --call->numLive;
    memmove(call->live + i, call->live + i + 1,
            static_cast<size_t>(call->numLive - i) * sizeof(void *));
    break;
  }
  splitMlirDeallocate(memory);
}

extern "C" void *split_mlir_allocate_packed(size_t size, void **packed) {
  if (size > SIZE_MAX - sizeof(PackedHeader))
    return nullptr;
  auto *header = static_cast<PackedHeader *>(
      splitMlirAllocate(sizeof(PackedHeader) + size));
  if (!header)
    return nullptr;
  header->next = *packed;
  *packed = header;
  return header + 1;
}

extern "C" void split_mlir_free_packed(void *packed) {
  while (packed) {
    void *next = static_cast<PackedHeader *>(packed)->next;
    splitMlirDeallocate(packed);
    packed = next;
  }
}
