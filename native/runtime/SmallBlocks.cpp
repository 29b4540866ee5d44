//===- SmallBlocks.cpp - Cache of small blocks ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallBlocks.h"

#include <cstdint>
#include <cstdlib>

using namespace mlir::split;
using namespace mlir::split::native;

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

size_t SmallBlocks::getClass(size_t size) {
  size_t lines = (size + kAlignment - 1) / kAlignment;
  // The class after the largest one that is too small.
  return lines <= 1 ? 0 : getLargestClass(lines - 1) + 1;
}

size_t SmallBlocks::getBytes(size_t sizeClass) {
  if (sizeClass < 3)
    return (sizeClass + 1) * kAlignment;
  size_t shift = (sizeClass - 3) / 4;
  return (((sizeClass - 3) % 4 + 4) << shift) * kAlignment;
}

size_t SmallBlocks::getClassBytes(size_t size) {
  return getBytes(getClass(size));
}

void *SmallBlocks::take(size_t size) {
  Stack &stack = stacks[getClass(size)];
  if (stack.numBlocks.load(std::memory_order_relaxed) == 0 || !stack.tryTake())
    return nullptr;
  void *block = nullptr;
  if (size_t count = stack.numBlocks.load(std::memory_order_relaxed)) {
    block = stack.blocks[count - 1];
    stack.numBlocks.store(count - 1, std::memory_order_relaxed);
  }
  stack.giveBack();
  return block;
}

bool SmallBlocks::put(void *memory, size_t size) {
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

void SmallBlocks::release() {
  for (Stack &stack : stacks) {
    if (!stack.tryTake())
      continue;
    size_t count = stack.numBlocks.exchange(0, std::memory_order_relaxed);
    for (size_t i = 0; i < count; ++i)
      free(stack.blocks[i]);
    stack.giveBack();
  }
}

void SmallBlocks::setLimit(size_t bytes) {
  size_t share = bytes / kNumClasses;
  deniedBytes = share < kMaxClassBytes ? kMaxClassBytes - share : 0;
  release();
}
