//===- ReductionCall.cpp - Calls of reductions ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionCall.h"

#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <algorithm>
#include <cstdlib>

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

/// The greatest number of elements that MPI reduces at once. MPICH 4.0 fails
/// for messages of 1 GiB.
static constexpr int64_t kMaxElements = int64_t{1} << 30;

int64_t ReductionCall::countElements(const int64_t *sizes) const {
  int64_t count = 1;
  for (int64_t i = 0; i < rank; ++i)
    count *= sizes[i];
  return count;
}

int32_t ReductionCall::read() {
  const int64_t *begin = constants.getPosition();
  int64_t element = constants.read();
  int64_t kind = constants.read();
  if (int32_t status = findReduction(element, kind, reduction))
    return status;
  if (int32_t status = readGrid(constants, context->size, context->rank, grid))
    return status;
  if (int32_t status = readAxes(constants, grid, axes, axisList))
    return status;
  if (int32_t status = readRank(constants, rank))
    return status;
  source = readOperand(values, rank);
  target = readOperand(values, rank);
  call.rank = rank;
  call.sizes = source.sizes;
  call.common.add(constants.getPosition() - begin, begin);
  return checkSizes(rank, source.sizes, reduction.bytes);
}

int32_t ReductionCall::open(int32_t communicator) {
  if (int32_t status = openContext(communicator, context))
    return status;
  int32_t status = read();
  return status ? agreeOn(status) : SPLIT_MPI_SUCCESS;
}

int32_t ReductionCall::agreeOnGroup(const GroupMembers &members, int32_t status,
                                    MPI_Comm &group) {
  Fingerprint sizes("sizes");
  sizes.add(rank, source.sizes);
  call.inGroup = sizes.get();
  call.groupSize = members.getSize();
  call.groupPosition = members.getSelf();
  return split::mpi::runtime::agreeOnGroup(*context, status, call, grid, axes,
                                           group);
}

Buffer::~Buffer() { free(memory); }

int32_t Buffer::allocate(int64_t bytes) {
  // One byte more, because malloc may return null for 0 bytes.
  memory = malloc(static_cast<size_t>(bytes) + 1);
  address = static_cast<char *>(memory);
  return memory ? SPLIT_MPI_SUCCESS : failAllocation(bytes);
}

int32_t Buffer::create(int64_t rank, const Operand &operand, int64_t bytes) {
  if (!isContiguous(rank, operand))
    return allocate(bytes);
  address = operand.address;
  return SPLIT_MPI_SUCCESS;
}

/// Reduces elements that are few enough for one call.
static int32_t reduceBlock(const Reduction &reduction, const char *sent,
                           char *received, int count, int root,
                           MPI_Comm group) {
  const void *source = sent == received ? MPI_IN_PLACE : sent;
  if (root < 0)
    return checkMpi(MPI_Allreduce(source, received, count, reduction.type,
                                  reduction.op, group),
                    "MPI_Allreduce");
  // MPICH 4.0 crashes if the root passes MPI_IN_PLACE for many elements.
  return checkMpi(MPI_Reduce(sent, received, count, reduction.type,
                             reduction.op, root, group),
                  "MPI_Reduce");
}

int32_t mlir::split::mpi::runtime::reduceElements(const Reduction &reduction,
                                                  const char *sent,
                                                  char *received, int64_t count,
                                                  int64_t root,
                                                  MPI_Comm group) {
  for (int64_t i = 0; i < count; i += kMaxElements) {
    auto block = static_cast<int>(std::min(kMaxElements, count - i));
    int64_t offset = i * reduction.bytes;
    // Only the root has memory to receive in.
    char *target = received ? received + offset : nullptr;
    if (int32_t status = reduceBlock(reduction, sent + offset, target, block,
                                     static_cast<int>(root), group))
      return status;
  }
  return SPLIT_MPI_SUCCESS;
}
