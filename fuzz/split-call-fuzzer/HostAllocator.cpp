//===- HostAllocator.cpp - Memory that calls allocate ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostAllocator.h"

#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::split;

/// The bytes of memory that is allocated and of memory that was freed.
static constexpr uint8_t kFresh = 0xA7, kFreed = 0xDD;

HostAllocator::HostAllocator() : allocations(kMaxLive) {
  for (Allocation &allocation : allocations)
    allocation.block.fill(kFreed);
  SplitMlirAllocator functions{
      this,
      [](void *context, size_t size, size_t alignment) {
        return static_cast<HostAllocator *>(context)->allocate(size, alignment);
      },
      [](void *context, void *memory) {
        static_cast<HostAllocator *>(context)->free(memory);
      }};
  split_mlir_set_allocator(&functions);
}

void HostAllocator::beginCall(size_t firstRefused, bool placesAtEnd) {
  this->firstRefused = firstRefused;
  this->placesAtEnd = placesAtEnd;
  numAllocations = numRefused = 0;
}

void *HostAllocator::allocate(size_t size, size_t alignment) {
  if (size == 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
    reportFinding("the allocator is called with a wrong size or alignment");
  if (numAllocations++ == firstRefused || size > GuardedBlock::kBytes) {
    ++numRefused;
    return nullptr;
  }
  for (Allocation &allocation : allocations) {
    if (allocation.isLive)
      continue;
    if (!allocation.block.isFilled(kFreed))
      reportFinding("memory is written after it was freed");
    allocation.isLive = true;
    allocation.bytes = size;
    ++numLive;
    return allocation.block.place(size, alignment, placesAtEnd, kFresh);
  }
  reportFinding("the fuzzer has too few blocks");
}

void HostAllocator::free(void *memory) {
  for (Allocation &allocation : allocations) {
    if (!allocation.isLive || allocation.block.getPlaced() != memory)
      continue;
    if (!allocation.block.isFilledAround(kFresh))
      reportFinding("memory is written beside an allocation");
    allocation.block.fill(kFreed);
    allocation.isLive = false;
    --numLive;
    return;
  }
  reportFinding("memory is freed that is not allocated");
}

bool HostAllocator::contains(uint64_t first, uint64_t end) const {
  return llvm::any_of(allocations, [&](const Allocation &allocation) {
    auto begin = reinterpret_cast<uint64_t>(allocation.block.getPlaced());
    return allocation.isLive && first >= begin && first <= end &&
           end <= begin + allocation.bytes;
  });
}
