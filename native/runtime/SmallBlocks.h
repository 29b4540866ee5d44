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
#include <cstdlib>
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
  static size_t getClassBytes(size_t size) { return getBytes(getClass(size)); }

  /// Returns a block of at least getClassBytes(size) bytes, or null if none
  /// was kept.
  void *take(size_t size) {
    Stack &stack = stacks[getClass(size)];
    if (stack.numBlocks.load(std::memory_order_relaxed) == 0 ||
        !stack.tryTake())
      return nullptr;
    void *block = nullptr;
    if (size_t count = stack.numBlocks.load(std::memory_order_relaxed)) {
      block = stack.blocks[count - 1];
      stack.numBlocks.store(count - 1, std::memory_order_relaxed);
    }
    stack.giveBack();
    return block;
  }

  /// Keeps a block of `size` bytes unless it is smaller than kAlignment or not
  /// aligned, its class is full, or another thread is using the class. `size`
  /// is less than 8/7 of kMaxBytes. Returns whether the block is kept.
  bool put(void *memory, size_t size) {
    if (size < kAlignment || reinterpret_cast<uintptr_t>(memory) % kAlignment)
      return false;
    size_t sizeClass = getLargestClass(size / kAlignment);
    Stack &stack = stacks[sizeClass];
    if (!stack.tryTake())
      return false;
    size_t count = stack.numBlocks.load(std::memory_order_relaxed);
    bool isKept = count < kMaxBlocks &&
                  (count + 1) * getBytes(sizeClass) <= getMaxClassBytes();
    if (isKept) {
      stack.blocks[count] = memory;
      stack.numBlocks.store(count + 1, std::memory_order_relaxed);
    }
    stack.giveBack();
    return isKept;
  }

  /// Frees all kept blocks, except those of a class that another thread is
  /// using.
  void release() {
    for (Stack &stack : stacks) {
      if (!stack.tryTake())
        continue;
      size_t count = stack.numBlocks.exchange(0, std::memory_order_relaxed);
      for (size_t i = 0; i < count; ++i)
        free(stack.blocks[i]);
      stack.giveBack();
    }
  }

  /// Limits the bytes that each class keeps to an equal share of `bytes`, and
  /// to kMaxClassBytes. Frees all kept blocks.
  void setLimit(size_t bytes) {
    size_t share = bytes / kNumClasses;
    deniedBytes = share < kMaxClassBytes ? kMaxClassBytes - share : 0;
    release();
  }

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

  // The classes have the sizes 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, ...
  // times kAlignment: each size is a number from 4 to 7, shifted, except the
  // first three.

  /// Returns the number of the largest class whose blocks have at most `lines`
  /// times kAlignment bytes. `lines` is at least 1.
  static size_t getLargestClass(size_t lines) {
    if (lines < 4)
      return lines - 1;
    size_t shift = 61 - __builtin_clzll(lines);
    return 3 + 4 * shift + ((lines >> shift) - 4);
  }

  static size_t getClass(size_t size) {
    size_t lines = (size + kAlignment - 1) / kAlignment;
    // The class after the largest one that is too small.
    return lines <= 1 ? 0 : getLargestClass(lines - 1) + 1;
  }

  static size_t getBytes(size_t sizeClass) {
    if (sizeClass < 3)
      return (sizeClass + 1) * kAlignment;
    size_t shift = (sizeClass - 3) / 4;
    return (((sizeClass - 3) % 4 + 4) << shift) * kAlignment;
  }

  /// Returns the number of bytes that each class keeps at most.
  size_t getMaxClassBytes() const { return kMaxClassBytes - deniedBytes; }

  Stack stacks[kNumClasses];
  /// How much less than kMaxClassBytes each class keeps. All members begin as
  /// 0, so that a file with this library has no bytes for them.
  std::atomic<size_t> deniedBytes{0};
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_RUNTIME_SMALLBLOCKS_H
