//===- Copy.cpp - Copies between strided operands -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copy.h"

#include "Status.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <algorithm>
#include <cstring>

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

Operand mlir::split::mpi::runtime::readOperand(Reader &values, int64_t rank) {
  Operand operand;
  operand.address = reinterpret_cast<char *>(values.read());
  operand.sizes = values.readList(rank);
  operand.strides = values.readList(rank);
  return operand;
}

/// Returns true if the distances in bytes of any two elements are less than
/// 2^63.
static bool hasValidDistances(int64_t rank, const Operand &operand,
                              int64_t bytes) {
  int64_t total = bytes;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t distance = operand.strides[i];
    if (distance < 0 && __builtin_sub_overflow(0, distance, &distance))
      return false;
    if (__builtin_mul_overflow(distance, operand.sizes[i] - 1, &distance) ||
        __builtin_mul_overflow(distance, bytes, &distance) ||
        __builtin_add_overflow(total, distance, &total))
      return false;
  }
  return true;
}

int32_t mlir::split::mpi::runtime::checkOperand(const char *name, int64_t rank,
                                                const Operand &operand,
                                                const int64_t *expectedSizes,
                                                int64_t bytes, bool isTarget) {
  if (!std::equal(expectedSizes, expectedSizes + rank, operand.sizes))
    return fail(SPLIT_MPI_INVALID_ARGUMENT,
                "the sizes of the %s are %s, expected %s", name,
                SizesText(rank, operand.sizes).text,
                SizesText(rank, expectedSizes).text);
  if (std::count(expectedSizes, expectedSizes + rank, 0) != 0)
    return SPLIT_MPI_SUCCESS;
  if (!operand.address)
    return fail(SPLIT_MPI_INVALID_ARGUMENT,
                "the %s has elements, but its address is null", name);
  if (!hasValidDistances(rank, operand, bytes))
    return fail(SPLIT_MPI_INVALID_ARGUMENT,
                "the strides of the %s lead 2^63 or more bytes away", name);
  for (int64_t i = 0; i < rank && isTarget; ++i)
    if (operand.strides[i] == 0 && operand.sizes[i] > 1)
      return fail(SPLIT_MPI_INVALID_ARGUMENT,
                  "the %s has stride 0 along dimension %lld of size %lld", name,
                  i, operand.sizes[i]);
  return SPLIT_MPI_SUCCESS;
}

bool mlir::split::mpi::runtime::isContiguous(int64_t rank,
                                             const Operand &operand) {
  int64_t stride = 1;
  for (int64_t i = rank - 1; i >= 0; --i) {
    if (operand.sizes[i] != 1 && operand.strides[i] != stride)
      return false;
    stride *= operand.sizes[i];
  }
  return true;
}

void mlir::split::mpi::runtime::getContiguousStrides(int64_t rank,
                                                     const int64_t *sizes,
                                                     int64_t *strides) {
  int64_t stride = 1;
  for (int64_t i = rank - 1; i >= 0; --i) {
    strides[i] = stride;
    stride *= sizes[i];
  }
}

/// Copies elements of a fixed size.
template <size_t Bytes>
static void copyRow(int64_t count, const char *source, int64_t sourceStride,
                    char *target, int64_t targetStride) {
  for (int64_t i = 0; i < count; ++i)
    memcpy(target + i * targetStride, source + i * sourceStride, Bytes);
}

/// Copies `count` elements, with strides in bytes.
static void copyRow(int64_t bytes, int64_t count, const char *source,
                    int64_t sourceStride, char *target, int64_t targetStride) {
  switch (bytes) {
  case 1:
    return copyRow<1>(count, source, sourceStride, target, targetStride);
  case 2:
    return copyRow<2>(count, source, sourceStride, target, targetStride);
  case 4:
    return copyRow<4>(count, source, sourceStride, target, targetStride);
  case 8:
    return copyRow<8>(count, source, sourceStride, target, targetStride);
  default:
    for (int64_t i = 0; i < count; ++i)
      memcpy(target + i * targetStride, source + i * sourceStride,
             static_cast<size_t>(bytes));
  }
}

/// Copies `run` bytes at each position of the first `rank` dimensions.
static void copyRuns(int64_t rank, const int64_t *sizes, const char *source,
                     const int64_t *sourceStrides, char *target,
                     const int64_t *targetStrides, int64_t bytes, int64_t run) {
  if (rank == 0) {
    memcpy(target, source, static_cast<size_t>(run));
    return;
  }
  int64_t sourceStride = sourceStrides[0] * bytes;
  int64_t targetStride = targetStrides[0] * bytes;
  if (rank == 1)
    return copyRow(run, sizes[0], source, sourceStride, target, targetStride);
  for (int64_t i = 0; i < sizes[0]; ++i)
    copyRuns(rank - 1, sizes + 1, source + i * sourceStride, sourceStrides + 1,
             target + i * targetStride, targetStrides + 1, bytes, run);
}

void mlir::split::mpi::runtime::copyElements(int64_t rank, const int64_t *sizes,
                                             const char *source,
                                             const int64_t *sourceStrides,
                                             char *target,
                                             const int64_t *targetStrides,
                                             int64_t bytes) {
  if (std::count(sizes, sizes + rank, 0) != 0 || source == target)
    return;
  // The last dimensions are one run where both operands have no gaps.
  int64_t run = bytes;
  while (rank > 0) {
    int64_t last = rank - 1;
    if (sizes[last] != 1 && (sourceStrides[last] * bytes != run ||
                             targetStrides[last] * bytes != run))
      break;
    run *= sizes[last];
    --rank;
  }
  copyRuns(rank, sizes, source, sourceStrides, target, targetStrides, bytes,
           run);
}
