//===- ReduceScatter.cpp - Reductions of which each rank gets a shard -----===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionCall.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <algorithm>
#include <climits>
#include <cstdlib>

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

namespace {
/// A reduction, the result of which is split along a dimension.
class Scatter {
public:
  Scatter(const ReductionCall &arguments, const GroupMembers &members,
          int64_t dimension)
      : arguments(arguments), members(members), dimension(dimension) {
    layout.axes[dimension] = arguments.axisList;
  }
  Scatter(const Scatter &) = delete;
  ~Scatter() { free(counts); }

  /// Checks operands and allocates memory. Does not communicate.
  int32_t prepare();
  int32_t run(MPI_Comm group);

private:
  Box getBlock(int64_t position) const;
  bool areBlocksInOrder() const;
  void packBlocks();
  int32_t reduceEachBlock(MPI_Comm group);
  int32_t reduce(MPI_Comm group);

  const ReductionCall &arguments;
  const GroupMembers &members;
  int64_t dimension;
  /// The layout of the result.
  Layout layout = {};
  Buffer sent;
  Buffer received;
  int *counts = nullptr;
  Box own;
  int64_t ownCount = 0;
};
} // namespace

/// Returns the part that a member gets.
Box Scatter::getBlock(int64_t position) const {
  int64_t coordinates[kMaxRank];
  members.getCoordinates(position, coordinates);
  Box block;
  getBox(arguments.grid, layout, arguments.rank, arguments.source.sizes,
         coordinates, block);
  return block;
}

/// Returns true if the source has the members' blocks one after the other.
bool Scatter::areBlocksInOrder() const {
  const Operand &source = arguments.source;
  const Axes &axes = arguments.axisList;
  return isContiguous(arguments.rank, source) &&
         std::is_sorted(axes.list, axes.list + axes.count) &&
         std::count(source.sizes, source.sizes + dimension, 1) == dimension;
}

int32_t Scatter::prepare() {
  const Operand &source = arguments.source;
  const Operand &target = arguments.target;
  int64_t bytes = arguments.reduction.bytes;
  own = getBlock(members.getSelf());
  ownCount = arguments.countElements(own.sizes);
  if (int32_t status = checkOperand("source", arguments.rank, source,
                                    source.sizes, bytes, /*isTarget=*/false))
    return status;
  if (int32_t status = checkOperand("target", arguments.rank, target, own.sizes,
                                    bytes, /*isTarget=*/true))
    return status;
  auto size = static_cast<size_t>(members.getSize());
  counts = static_cast<int *>(calloc(size, sizeof(int)));
  if (!counts)
    return failAllocation(static_cast<int64_t>(size * sizeof(int)));
  if (int32_t status =
          received.create(arguments.rank, target, ownCount * bytes))
    return status;
  if (!areBlocksInOrder())
    return sent.allocate(arguments.countElements(source.sizes) * bytes);
  sent.address = source.address;
  return SPLIT_MPI_SUCCESS;
}

/// Copies the blocks one after the other.
void Scatter::packBlocks() {
  const Operand &source = arguments.source;
  int64_t bytes = arguments.reduction.bytes;
  char *block = sent.address;
  for (int64_t i = 0; i < members.getSize(); ++i) {
    Box part = getBlock(i);
    int64_t count = arguments.countElements(part.sizes);
    // The address of an empty tensor may be null.
    if (count == 0)
      continue;
    int64_t strides[kMaxRank];
    getContiguousStrides(arguments.rank, part.sizes, strides);
    int64_t distance = part.begin[dimension] * source.strides[dimension];
    copyElements(arguments.rank, part.sizes, source.address + distance * bytes,
                 source.strides, block, strides, bytes);
    block += count * bytes;
  }
}

/// Reduces blocks that are together too large for MPI_Reduce_scatter.
int32_t Scatter::reduceEachBlock(MPI_Comm group) {
  const Reduction &reduction = arguments.reduction;
  char *block = sent.address;
  for (int64_t i = 0; i < members.getSize(); ++i) {
    int64_t count = arguments.countElements(getBlock(i).sizes);
    if (int32_t status =
            reduceElements(reduction, block, received.address, count, i, group))
      return status;
    block += count * reduction.bytes;
  }
  return SPLIT_MPI_SUCCESS;
}

int32_t Scatter::reduce(MPI_Comm group) {
  const Reduction &reduction = arguments.reduction;
  if (arguments.countElements(arguments.source.sizes) > INT_MAX)
    return reduceEachBlock(group);
  for (int64_t i = 0; i < members.getSize(); ++i)
    counts[i] = static_cast<int>(arguments.countElements(getBlock(i).sizes));
  int error = MPI_Reduce_scatter(sent.address, received.address, counts,
                                 reduction.type, reduction.op, group);
  return checkMpi(error, "MPI_Reduce_scatter");
}

int32_t Scatter::run(MPI_Comm group) {
  const Operand &target = arguments.target;
  const Reduction &reduction = arguments.reduction;
  if (sent.address != arguments.source.address)
    packBlocks();
  countSent(members.getSize() - 1,
            (arguments.countElements(arguments.source.sizes) - ownCount) *
                reduction.bytes);
  if (int32_t status = reduce(group))
    return status;
  reduction.divide(ownCount, received.address, members.getSize());
  int64_t strides[kMaxRank];
  getContiguousStrides(arguments.rank, own.sizes, strides);
  copyElements(arguments.rank, own.sizes, received.address, strides,
               target.address, target.strides, reduction.bytes);
  return SPLIT_MPI_SUCCESS;
}

/// Reads the dimension, after the other arguments.
static int32_t readDimension(ReductionCall &arguments, int64_t &dimension) {
  dimension = arguments.constants.read();
  if (dimension < 0 || dimension >= arguments.rank)
    return fail(SPLIT_MPI_INVALID_ARGUMENT,
                "dimension %lld is out of range, the rank is %lld", dimension,
                arguments.rank);
  arguments.call.common.add(dimension);
  return SPLIT_MPI_SUCCESS;
}

extern "C" int32_t split_mpi_reduce_scatter(int32_t communicator,
                                            const int64_t *constants,
                                            const int64_t *values) {
  ReductionCall arguments("split_mpi_reduce_scatter", constants, values);
  if (int32_t status = arguments.open(communicator))
    return status;
  int64_t dimension;
  if (int32_t status = readDimension(arguments, dimension))
    return arguments.agreeOn(status);
  GroupMembers members(arguments.grid, arguments.axes);
  Scatter scatter(arguments, members, dimension);
  MPI_Comm group = MPI_COMM_NULL;
  int32_t status = arguments.agreeOnGroup(members, scatter.prepare(), group);
  return status ? status : scatter.run(group);
}
