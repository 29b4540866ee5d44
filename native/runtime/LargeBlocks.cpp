//===- LargeBlocks.cpp - Cache of large blocks ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LargeBlocks.h"

#include <cstdlib>
#include <malloc.h>

using namespace mlir::split;
using namespace mlir::split::native;

/// Returns whether a block of `bytes` bytes may serve for `size` bytes: it
/// wastes at most an eighth of `size`, plus one huge page for a huge block.
static bool fits(size_t bytes, size_t size) {
  size_t waste = size / 8 + (size >= kMinHugeBytes ? kHugePageBytes : 0);
  return bytes >= size && bytes - size <= waste;
}

/// Returns the slot with the smallest block that fits, or null.
LargeBlocks::Slot *LargeBlocks::findFit(size_t size, size_t alignment) {
  Slot *best = nullptr;
  for (Slot &slot : slots) {
    char *memory = slot.memory.load(std::memory_order_relaxed);
    if (isBlock(memory) && fits(slot.bytes, size) &&
        reinterpret_cast<uintptr_t>(memory) % alignment == 0 &&
        (!best || slot.bytes < best->bytes))
      best = &slot;
  }
  return best;
}

LargeBlocks::Slot *LargeBlocks::findOldest() {
  Slot *oldest = nullptr;
  for (Slot &slot : slots)
    if (isBlock(slot.memory.load(std::memory_order_relaxed)) &&
        (!oldest || slot.time < oldest->time))
      oldest = &slot;
  return oldest;
}

/// Takes `memory` out of its slot unless another thread has done so.
bool LargeBlocks::empty(Slot &slot, char *memory) {
  if (!isBlock(memory) || !slot.memory.compare_exchange_strong(memory, nullptr))
    return false;
  kept -= malloc_usable_size(memory);
  return true;
}

bool LargeBlocks::fill(char *memory, size_t size) {
  for (Slot &slot : slots) {
    char *expected = nullptr;
    if (slot.memory.load(std::memory_order_relaxed) ||
        !slot.memory.compare_exchange_strong(expected, getTaken()))
      continue;
    slot.bytes = size;
    slot.time = now.load();
    kept += size;
    slot.memory = memory;
    return true;
  }
  return false;
}

void LargeBlocks::free(Slot *slot) {
  char *memory = slot->memory;
  if (empty(*slot, memory))
    ::free(memory);
}

size_t LargeBlocks::getAllowance(size_t more) const {
  size_t inUse = used + more, most = maxUsed, limit = maxKept;
  size_t allowance = most > inUse ? most - inUse : 0;
  return allowance < limit ? allowance : limit;
}

void *LargeBlocks::take(size_t size, size_t alignment) {
  while (Slot *slot = findFit(size, alignment)) {
    char *memory = slot->memory;
    if (!empty(*slot, memory))
      continue;
    size_t bytes = malloc_usable_size(memory);
    // Another thread may have put a different block into the slot.
    if (fits(bytes, size) &&
        reinterpret_cast<uintptr_t>(memory) % alignment == 0) {
      recordAllocation(bytes);
      return memory;
    }
    if (!fill(memory, bytes))
      ::free(memory);
  }
  return nullptr;
}

void LargeBlocks::put(char *memory, size_t size) {
  // A block may come from another copy of this library, or from the host.
  size_t inUse = used;
  while (!used.compare_exchange_weak(inUse, inUse > size ? inUse - size : 0))
    ;
  for (Slot &slot : slots)
    if (isOld(slot))
      free(&slot);
  size_t allowance = getAllowance();
  if (size > allowance) {
    ::free(memory);
    return;
  }
  shrink(allowance - size);
  if (!fill(memory, size))
    ::free(memory);
}

void LargeBlocks::recordAllocation(size_t size) {
  ++now;
  size_t inUse = used += size, most = maxUsed;
  while (inUse > most && !maxUsed.compare_exchange_weak(most, inUse))
    ;
  shrink(getAllowance());
}

void LargeBlocks::makeRoom(size_t size) { shrink(getAllowance(size)); }

void LargeBlocks::shrink(size_t limit) {
  while (kept > limit) {
    Slot *slot = findOldest();
    // No slot has a block while another thread is filling one.
    if (!slot)
      return;
    free(slot);
  }
}

void LargeBlocks::setLimit(size_t bytes) {
  maxKept = bytes;
  shrink(bytes);
}
