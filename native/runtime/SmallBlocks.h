//===- SmallBlocks.h - Cache of small blocks --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors read and write whole cache lines, so results begin at a multiple of
// 64 bytes. malloc takes several times as long for a block with this alignment
// as for another block. This file keeps such blocks after they are freed.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_RUNTIME_SMALLBLOCKS_H
#define SPLIT_MLIR_NATIVE_RUNTIME_SMALLBLOCKS_H

#include <atomic>
#include <stddef.h>
#include <stdint.h>

namespace mlir::split::native {

/// Stacks of freed blocks, one for each size class. All blocks come from malloc
/// and begin at a multiple of kAlignment. The constructor is constexpr, so a
/// library needs no initialization.
class SmallBlocks {
public:
  /// The alignment of all blocks in bytes.
  static constexpr size_t kAlignment = 64;
  /// The size of the largest class in bytes.
  static constexpr size_t kMaxBytes = 112 << 10;

  /// Returns the size in bytes of the smallest class for `size` bytes. `size`
  /// is at most kMaxBytes. Apart from rounding up to a multiple of kAlignment,
  /// the result is less than 5/4 of `size`.
  static size_t getClassBytes(size_t size);

  /// Returns a block of at least getClassBytes(size) bytes, or null if none
  /// was kept.
  void *take(size_t size);
  /// Keeps a block of `size` bytes unless it is smaller than kAlignment or not
  /// aligned, its class is full, or another thread is using the class. `size`
  /// is less than 8/7 of kMaxBytes. Returns whether the block is kept.
  bool put(void *memory, size_t size);
  /// Frees all kept blocks, except those of a class that another thread is
  /// using.
  void release();
  /// Limits the bytes that each class keeps to an equal share of `bytes`, and
  /// to kMaxClassBytes. Frees all kept blocks.
  void setLimit(size_t bytes);

private:
  /// Four classes lie between each power of two and the next one.
  static constexpr size_t kNumClasses = 39;
  /// The number of blocks and of bytes that each class keeps at most.
  static constexpr size_t kMaxBlocks = 1024;
  static constexpr size_t kMaxClassBytes = 2 << 20;

  /// The pointers are apart from the blocks, because most blocks are no longer
  /// in a cache when they are used again.
  struct Stack {
    /// Whether a thread is using the stack. Other threads do not wait for it,
    /// but call malloc or free. So a child process of fork does not wait for
    /// another thread, either.
    /// It has 32 bits, because GCC calls libatomic to exchange fewer on RISC-V.
    std::atomic<int32_t> isTaken{0};
    std::atomic<size_t> numBlocks{0};
    void *blocks[kMaxBlocks] = {};

    bool tryTake() { return !isTaken.exchange(1, std::memory_order_acquire); }
    void giveBack() { isTaken.store(0, std::memory_order_release); }
  };

  static size_t getClass(size_t size);
  static size_t getBytes(size_t sizeClass);

  /// Returns the number of bytes that each class keeps at most.
  size_t getMaxClassBytes() const { return kMaxClassBytes - deniedBytes; }

  Stack stacks[kNumClasses];
  /// How much less than kMaxClassBytes each class keeps. All members begin as
  /// 0, so that a file with this library has no bytes for them.
  std::atomic<size_t> deniedBytes{0};
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_RUNTIME_SMALLBLOCKS_H
