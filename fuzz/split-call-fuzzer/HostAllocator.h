//===- HostAllocator.h - Memory that calls allocate -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLIT_CALL_FUZZER_HOSTALLOCATOR_H
#define SPLIT_MLIR_TOOLS_SPLIT_CALL_FUZZER_HOSTALLOCATOR_H

#include "GuardedMemory.h"

#include <deque>

namespace mlir::split {

/// The allocator of the runtime library: every allocation has a guarded block.
/// Writes beside an allocation, or after it was freed, are findings, as is
/// memory that is freed twice.
class HostAllocator {
public:
  HostAllocator();

  /// Begins a call. The allocation with index `firstRefused`, counted from 0,
  /// fails, as do all that have more bytes than a block.
  void beginCall(size_t firstRefused, bool placesAtEnd);

  size_t getRefusedCount() const { return numRefused; }
  /// Returns the number of allocations that are not freed.
  size_t getLiveCount() const { return numLive; }
  /// Returns whether the bytes from `first` to before `end` are allocated.
  bool contains(uint64_t first, uint64_t end) const;

private:
  struct Allocation {
    GuardedBlock block;
    size_t bytes = 0;
    bool isLive = false;
  };

  void *allocate(size_t size, size_t alignment);
  void free(void *memory);

  static constexpr size_t kMaxLive = 96;
  std::deque<Allocation> allocations;
  size_t numAllocations = 0, numRefused = 0, numLive = 0;
  size_t firstRefused = 0;
  bool placesAtEnd = true;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_SPLIT_CALL_FUZZER_HOSTALLOCATOR_H
