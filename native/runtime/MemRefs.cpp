//===- MemRefs.cpp - Buffers whose rank is known at run time --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocator.h"
#include "Descriptor.h"
#include "split-mlir/HostAbi/Runtime.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace mlir::split;
using namespace mlir::split::native;

namespace {
/// A type for elements of 16 bytes that compilers copy by one load and store.
struct alignas(8) Bytes16 {
  uint64_t words[2];
};
} // namespace

/// Copies `size` elements of a type of `sizeof(Element)` bytes, which need not
/// be aligned.
template <typename Element>
static void copyElements(int64_t size, const char *source, int64_t sourceStride,
                         char *target, int64_t targetStride) {
  constexpr int64_t bytes = sizeof(Element);
  for (int64_t i = 0; i < size; ++i) {
    Element element;
    std::memcpy(&element, source + i * sourceStride * bytes, bytes);
    std::memcpy(target + i * targetStride * bytes, &element, bytes);
  }
}

namespace {
/// The part of a copy that iterates over the dimensions from `sizes` on.
struct StridedCopy {
  const int64_t *sizes;
  const int64_t *sourceStrides;
  const int64_t *targetStrides;
  int64_t rank;
  int64_t elementSize;

  void run(const char *source, char *target) const {
    if (rank == 0) {
      std::memcpy(target, source, elementSize);
      return;
    }
    if (rank == 1) {
      runInnermost(source, target);
      return;
    }
    StridedCopy inner{sizes + 1, sourceStrides + 1, targetStrides + 1, rank - 1,
                      elementSize};
    for (int64_t i = 0; i < *sizes; ++i)
      inner.run(source + i * *sourceStrides * elementSize,
                target + i * *targetStrides * elementSize);
  }

private:
  void runInnermost(const char *source, char *target) const {
    if (*sourceStrides == 1 && *targetStrides == 1) {
      std::memcpy(target, source, *sizes * elementSize);
      return;
    }
    auto copy = [&](auto element) {
      copyElements<decltype(element)>(*sizes, source, *sourceStrides, target,
                                      *targetStrides);
    };
    switch (elementSize) {
    case 1:
      return copy(uint8_t());
    case 2:
      return copy(uint16_t());
    case 4:
      return copy(uint32_t());
    case 8:
      return copy(uint64_t());
    case 16:
      return copy(Bytes16());
    default:
      break;
    }
    for (int64_t i = 0; i < *sizes; ++i)
      std::memcpy(target + i * *targetStrides * elementSize,
                  source + i * *sourceStrides * elementSize, elementSize);
  }
};
} // namespace

extern "C" void memrefCopy(int64_t elementSize,
                           const SplitMlirUnrankedMemRef *source,
                           const SplitMlirUnrankedMemRef *target) {
  auto *from = static_cast<const Descriptor *>(source->descriptor);
  auto *to = static_cast<const Descriptor *>(target->descriptor);
  int64_t rank = source->rank;
  for (int64_t i = 0; i < rank; ++i)
    if (from->getSizes()[i] == 0)
      return;
  StridedCopy copy{from->getSizes(), from->getSizes() + rank,
                   to->getSizes() + rank, rank, elementSize};
  copy.run(from->aligned + from->offset * elementSize,
           to->aligned + to->offset * elementSize);
}

/// Returns whether the elements are in row-major order from offset 0.
static bool isContiguous(int64_t rank, const Descriptor &memref) {
  const int64_t *sizes = memref.getSizes(), *strides = sizes + rank;
  if (memref.offset != 0)
    return false;
  // The product does not overflow, because the elements are in memory.
  uint64_t expected = 1;
  for (int64_t i = rank; i-- > 0;) {
    if (sizes[i] != 1 && static_cast<uint64_t>(strides[i]) != expected)
      return false;
    expected *= static_cast<uint64_t>(sizes[i]);
  }
  return true;
}

/// Computes the number of bytes of all elements. Returns false if it overflows
/// 64 bits.
static bool countBytes(int64_t rank, const int64_t *sizes, int64_t elementBytes,
                       int64_t &bytes) {
  bytes = elementBytes;
  for (int64_t i = 0; i < rank; ++i)
    if (sizes[i] == 0) {
      bytes = 0;
      return true;
    }
  for (int64_t i = 0; i < rank; ++i)
    if (__builtin_mul_overflow(bytes, sizes[i], &bytes))
      return false;
  return true;
}

extern "C" int64_t split_mlir_count_bytes(int64_t rank, const void *descriptor,
                                          int64_t elementBytes) {
  auto *memref = static_cast<const Descriptor *>(descriptor);
  int64_t bytes;
  return countBytes(rank, memref->getSizes(), elementBytes, bytes) ? bytes
                                                                   : INT64_MAX;
}

/// Stores the strides of row-major order.
static void setRowMajor(int64_t rank, const int64_t *sizes, int64_t *strides) {
  uint64_t stride = 1;
  for (int64_t i = rank; i-- > 0;) {
    strides[i] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(sizes[i]);
  }
}

/// Copies the elements of `memref` to `target` in row-major order; `strides`
/// has room for as many numbers as there are dimensions.
static void copyPacked(int64_t rank, const Descriptor &memref,
                       int64_t elementBytes, int64_t *strides, char *target) {
  const int64_t *sizes = memref.getSizes();
  setRowMajor(rank, sizes, strides);
  StridedCopy copy{sizes, sizes + rank, strides, rank, elementBytes};
  copy.run(memref.aligned + memref.offset * elementBytes, target);
}

extern "C" void *split_mlir_pack(int64_t rank, const void *descriptor,
                                 int64_t elementBytes, void **packed) {
  auto *memref = static_cast<const Descriptor *>(descriptor);
  int64_t bytes;
  if (!countBytes(rank, memref->getSizes(), elementBytes, bytes) ||
      bytes > INT64_MAX / 2)
    return nullptr;
  // The strides of the copy follow it.
  int64_t padded = (bytes + 7) & ~int64_t(7);
  size_t stridesBytes = static_cast<size_t>(rank) * sizeof(int64_t);
  auto *data = static_cast<char *>(split_mlir_allocate_packed(
      static_cast<size_t>(padded) + stridesBytes, packed));
  if (data && bytes != 0)
    copyPacked(rank, *memref, elementBytes,
               reinterpret_cast<int64_t *>(data + padded), data);
  return data;
}

extern "C" int64_t
split_mlir_inspect_unranked(const SplitMlirUnrankedMemRef *given) {
  if (given->rank < 0)
    return SPLIT_MLIR_RANK_IS_NEGATIVE;
  if (!given->descriptor)
    return SPLIT_MLIR_DESCRIPTOR_IS_NULL;
  auto *memref = static_cast<const Descriptor *>(given->descriptor);
  const int64_t *sizes = memref->getSizes();
  bool isEmpty = false;
  for (int64_t i = 0; i < given->rank; ++i) {
    if (sizes[i] < 0)
      return SPLIT_MLIR_SIZE_IS_NEGATIVE;
    isEmpty |= sizes[i] == 0;
  }
  if (isEmpty)
    return memref->offset == 0 ? SPLIT_MLIR_IS_CONTIGUOUS
                               : SPLIT_MLIR_IS_STRIDED;
  if (!memref->aligned)
    return SPLIT_MLIR_DATA_IS_NULL;
  return isContiguous(given->rank, *memref) ? SPLIT_MLIR_IS_CONTIGUOUS
                                            : SPLIT_MLIR_IS_STRIDED;
}

extern "C" void *split_mlir_pack_unranked(const SplitMlirUnrankedMemRef *given,
                                          int64_t elementBytes, void **packed) {
  int64_t rank = given->rank;
  auto *memref = static_cast<const Descriptor *>(given->descriptor);
  size_t numbers = static_cast<size_t>(rank) * sizeof(int64_t);
  void *data = split_mlir_pack(rank, memref, elementBytes, packed);
  auto *made = static_cast<Descriptor *>(
      data
          ? split_mlir_allocate_packed(sizeof(Descriptor) + 2 * numbers, packed)
          : nullptr);
  if (!made)
    return nullptr;
  *made = {static_cast<char *>(data), static_cast<char *>(data), 0};
  auto *sizes = reinterpret_cast<int64_t *>(made + 1);
  std::memcpy(sizes, memref->getSizes(), numbers);
  setRowMajor(rank, sizes, sizes + rank);
  return made;
}

namespace {
/// The memory of the argument or result with index `index`.
struct Range {
  uint64_t begin, end;
  int64_t index;
};
} // namespace

/// Sorts ranges by their beginnings. Most callers allocate buffers one after
/// the other, so that few ranges have to move.
static void sortRanges(Range *ranges, int64_t count) {
  int64_t movesLeft = 4 * count;
  for (int64_t i = 1; i < count; ++i) {
    Range range = ranges[i];
    int64_t place = i;
    for (; place > 0 && ranges[place - 1].begin > range.begin; --place)
      ranges[place] = ranges[place - 1];
    ranges[place] = range;
    movesLeft -= i - place;
    if (movesLeft < 0) {
      std::sort(ranges, ranges + count, [](const Range &a, const Range &b) {
        return a.begin < b.begin;
      });
      return;
    }
  }
}

/// Expects `ranges` to be sorted by their beginnings.
static int64_t findOverlap(const Range *ranges, int64_t count,
                           int64_t numInputs) {
  // The range with the largest end so far, and the last result.
  const Range *farthest = nullptr, *farthestResult = nullptr;
  for (const Range *range = ranges; range != ranges + count; ++range) {
    bool isResult = range->index >= numInputs;
    // Arguments may overlap each other.
    const Range *before = isResult ? farthest : farthestResult;
    if (before && before->end > range->begin)
      return isResult ? range->index : before->index;
    if (!farthest || range->end > farthest->end)
      farthest = range;
    // It begins after all results so far.
    if (isResult)
      farthestResult = range;
  }
  return -1;
}

/// Returns whether results follow each other in memory, and no argument is
/// between them. Callers often allocate results in this way; then no sorting is
/// needed.
static bool areInOrder(const int64_t *pointersAndBytes, int64_t count,
                       int64_t numInputs) {
  uint64_t first = UINT64_MAX, last = 0;
  for (int64_t i = count; i-- > 0;) {
    auto begin = static_cast<uint64_t>(pointersAndBytes[2 * i]);
    auto bytes = static_cast<uint64_t>(pointersAndBytes[2 * i + 1]);
    uint64_t end = begin + bytes;
    if (bytes == 0)
      continue;
    bool isBefore = end <= first;
    if (!isBefore && (i >= numInputs || begin < last))
      return false;
    if (i < numInputs)
      continue;
    first = begin;
    last = std::max(last, end);
  }
  return true;
}

extern "C" int64_t split_mlir_find_overlap(const int64_t *pointersAndBytes,
                                           int64_t count, int64_t numInputs) {
  if (areInOrder(pointersAndBytes, count, numInputs))
    return -1;
  auto *ranges = static_cast<Range *>(
      splitMlirAllocate(static_cast<size_t>(count) * sizeof(Range)));
  if (!ranges)
    return -2;
  int64_t numRanges = 0;
  auto add = [&](int64_t i) {
    auto begin = static_cast<uint64_t>(pointersAndBytes[2 * i]);
    auto bytes = static_cast<uint64_t>(pointersAndBytes[2 * i + 1]);
    if (bytes != 0)
      ranges[numRanges++] = {begin, begin + bytes, i};
  };
  // The results come first: usually there are few arguments, and inserting
  // these into the sorted results is faster than the reverse. Memory that was
  // freed in ascending order is allocated again in descending order. There is a
  // result, as arguments alone are in order.
  bool isDescending =
      pointersAndBytes[2 * numInputs] > pointersAndBytes[2 * count - 2];
  for (int64_t i = numInputs; i < count; ++i)
    add(isDescending ? count - 1 - (i - numInputs) : i);
  for (int64_t i = 0; i < numInputs; ++i)
    add(i);
  sortRanges(ranges, numRanges);
  int64_t found = findOverlap(ranges, numRanges, numInputs);
  splitMlirDeallocate(ranges);
  return found < 0 ? -1 : found - numInputs;
}

extern "C" int32_t split_mlir_store_unranked(int64_t rank,
                                             const void *descriptor,
                                             SplitMlirUnrankedMemRef *result) {
  size_t size = sizeof(Descriptor) + 2 * sizeof(int64_t) * rank;
  void *copy = _mlir_memref_to_llvm_alloc(size);
  if (!copy)
    return 0;
  std::memcpy(copy, descriptor, size);
  result->rank = rank;
  result->descriptor = copy;
  return 1;
}

extern "C" void split_mlir_free_unranked(SplitMlirUnrankedMemRef *result) {
  if (!result->descriptor)
    return;
  split_mlir_free(static_cast<Descriptor *>(result->descriptor)->allocated);
  split_mlir_free(result->descriptor);
  result->descriptor = nullptr;
}
