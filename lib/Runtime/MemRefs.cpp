//===- MemRefs.cpp - Buffers whose rank is known at run time --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Runtime/Runtime.h"

#include <cstdlib>
#include <cstring>

namespace {
/// A memref descriptor; its sizes, then its strides in elements, follow it.
struct Descriptor {
  char *allocated;
  char *aligned;
  int64_t offset;

  const int64_t *getSizes() const {
    return reinterpret_cast<const int64_t *>(this + 1);
  }
};

/// What is left to copy: the dimensions from `sizes` on.
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
    if (rank == 1 && *sourceStrides == 1 && *targetStrides == 1) {
      std::memcpy(target, source, *sizes * elementSize);
      return;
    }
    StridedCopy inner{sizes + 1, sourceStrides + 1, targetStrides + 1, rank - 1,
                      elementSize};
    for (int64_t i = 0; i < *sizes; ++i)
      inner.run(source + i * *sourceStrides * elementSize,
                target + i * *targetStrides * elementSize);
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

extern "C" int32_t split_mlir_is_contiguous(int64_t rank,
                                            const void *descriptor) {
  auto *memref = static_cast<const Descriptor *>(descriptor);
  const int64_t *sizes = memref->getSizes(), *strides = sizes + rank;
  bool isEmpty = false;
  for (int64_t i = 0; i < rank; ++i) {
    if (sizes[i] < 0)
      return 0;
    isEmpty |= sizes[i] == 0;
  }
  if (memref->offset != 0)
    return 0;
  // Sizes that are in memory multiply without overflow.
  int64_t expected = 1;
  for (int64_t i = rank; i-- > 0 && !isEmpty;) {
    if (sizes[i] != 1 && strides[i] != expected)
      return 0;
    expected = static_cast<int64_t>(static_cast<uint64_t>(expected) *
                                    static_cast<uint64_t>(sizes[i]));
  }
  return 1;
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
