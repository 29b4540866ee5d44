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
  void *take(size_t size, size_t alignment);
  /// Keeps or frees a block that malloc allocated.
  void put(char *memory, size_t size);
  /// Records that `size` bytes are allocated. Then frees kept blocks until the
  /// memory that is kept and the memory in use together do not exceed the
  /// largest amount that was ever in use at once.
  void recordAllocation(size_t size);
  /// Frees kept blocks in the same way before `size` bytes are allocated.
  void makeRoom(size_t size);
  /// Frees kept blocks, the oldest first, until at most `limit` bytes are kept.
  void shrink(size_t limit);
  /// Limits the bytes that are kept, and frees what exceeds the limit.
  void setLimit(size_t bytes);

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
  Slot *findFit(size_t size, size_t alignment);
  Slot *findOldest();
  bool empty(Slot &slot, char *memory);
  bool fill(char *memory, size_t size);
  void free(Slot *slot);
  /// Returns how many bytes may be kept while `more` bytes than now are in use.
  size_t getAllowance(size_t more = 0) const;

  Slot slots[kNumSlots];
  std::atomic<uint64_t> now{0};
  /// The number of bytes in kept blocks, the number of bytes in use (allocated
  /// and not freed), and the greatest number of bytes in use so far.
  std::atomic<size_t> kept{0}, used{0}, maxUsed{0};
  std::atomic<size_t> maxKept{SIZE_MAX};
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_RUNTIME_LARGEBLOCKS_H
