//===- LargeBlocks.h - Cache of large blocks --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// malloc may return the memory of large blocks to the system, which clears
// every page before it is used again. This file keeps such blocks after they
// were freed.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_RUNTIME_LARGEBLOCKS_H
#define SPLIT_MLIR_NATIVE_RUNTIME_LARGEBLOCKS_H

#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>

namespace mlir::split::native {

/// The size in bytes of a huge page, and that of the smallest block that begins
/// at the boundary of one. The allocator asks for huge pages for such blocks,
/// because the system clears a huge page at once.
inline constexpr size_t kHugePageBytes = 2 << 20;
inline constexpr size_t kMinHugeBytes = 2 << 20;

/// Blocks that were freed and wait for an allocation of their size. All sizes
/// are those that malloc_usable_size returns. The constructor is constexpr,
/// so a library needs no initialization.
class LargeBlocks {
public:
  /// Returns a block of at least `size` bytes, or null.
  void *take(size_t size, size_t alignment) {
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

  /// Keeps or frees a block that malloc allocated.
  void put(char *memory, size_t size) {
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

  /// Records that `size` bytes are allocated. Then frees kept blocks until the
  /// memory that is kept and the memory in use together do not exceed the
  /// largest amount that was ever in use at once.
  void recordAllocation(size_t size) {
    ++now;
    size_t inUse = used += size, most = maxUsed;
    while (inUse > most && !maxUsed.compare_exchange_weak(most, inUse))
      ;
    shrink(getAllowance());
  }

  /// Frees kept blocks in the same way before `size` bytes are allocated.
  void makeRoom(size_t size) { shrink(getAllowance(size)); }

  /// Frees kept blocks, the oldest first, until at most `limit` bytes are kept.
  void shrink(size_t limit) {
    while (kept > limit) {
      Slot *slot = findOldest();
      // No slot has a block while another thread is filling one.
      if (!slot)
        return;
      free(slot);
    }
  }

  /// Limits the bytes that are kept, and frees what exceeds the limit.
  void setLimit(size_t bytes) {
    maxKept = bytes;
    shrink(bytes);
  }

private:
  /// A place for a kept block. A thread that takes the pointer out of a slot
  /// owns the block. So no lock is needed, and a child process of fork cannot
  /// wait for a lock that another thread held.
  struct Slot {
    /// The block; null if there is none; getTaken() while a thread fills in the
    /// slot.
    std::atomic<char *> memory{nullptr};
    std::atomic<size_t> bytes{0};
    /// The number of allocations of large blocks before the block was freed.
    std::atomic<uint64_t> time{0};
  };

  static constexpr size_t kNumSlots = 256;
  /// The number of allocations of large blocks after which a kept block that
  /// none of them has used is freed.
  static constexpr uint64_t kMaxAge = 1024;

  /// No block has this address.
  static char *getTaken() { return reinterpret_cast<char *>(1); }

  static bool isBlock(char *memory) { return memory && memory != getTaken(); }
  bool isOld(const Slot &slot) const {
    return isBlock(slot.memory) && now - slot.time > kMaxAge;
  }

  /// Returns whether a block of `bytes` bytes may serve for `size` bytes: it
  /// wastes at most an eighth of `size`, plus one huge page for a huge block.
  static bool fits(size_t bytes, size_t size) {
    size_t waste = size / 8 + (size >= kMinHugeBytes ? kHugePageBytes : 0);
    return bytes >= size && bytes - size <= waste;
  }

  /// Returns the slot with the smallest block that fits, or null.
  Slot *findFit(size_t size, size_t alignment) {
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

  Slot *findOldest() {
    Slot *oldest = nullptr;
    for (Slot &slot : slots)
      if (isBlock(slot.memory.load(std::memory_order_relaxed)) &&
          (!oldest || slot.time < oldest->time))
        oldest = &slot;
    return oldest;
  }

  /// Takes `memory` out of its slot unless another thread has done so.
  bool empty(Slot &slot, char *memory) {
    if (!isBlock(memory) ||
        !slot.memory.compare_exchange_strong(memory, nullptr))
      return false;
    kept -= malloc_usable_size(memory);
    return true;
  }

  bool fill(char *memory, size_t size) {
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

  void free(Slot *slot) {
    char *memory = slot->memory;
    if (empty(*slot, memory))
      ::free(memory);
  }

  /// Returns how many bytes may be kept while `more` bytes than now are in use.
  size_t getAllowance(size_t more = 0) const {
    size_t inUse = used + more, most = maxUsed, limit = maxKept;
    size_t allowance = most > inUse ? most - inUse : 0;
    return allowance < limit ? allowance : limit;
  }

  Slot slots[kNumSlots];
  std::atomic<uint64_t> now{0};
  /// The number of bytes in kept blocks, the number of bytes in use (allocated
  /// and not freed), and the greatest number of bytes in use so far.
  std::atomic<size_t> kept{0}, used{0}, maxUsed{0};
  std::atomic<size_t> maxKept{SIZE_MAX};
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_RUNTIME_LARGEBLOCKS_H
