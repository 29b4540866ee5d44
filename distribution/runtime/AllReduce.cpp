//===- AllReduce.cpp - Reductions that all ranks or one rank get ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionCall.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

namespace {
/// The root of a reduction: its position in the group, or -1 for none.
struct Root {
  int64_t position = -1;
  bool isSelf = false;

  /// Returns true if this rank gets a target.
  bool hasTarget() const { return position < 0 || isSelf; }
};
} // namespace

/// Reads a root, which has coordinates for all of the reduction's axes or for
/// none, and none for other axes.
static int32_t readRoot(ReductionCall &arguments, const GroupMembers &members,
                        Root &root) {
  const Grid &grid = arguments.grid;
  const int64_t *roots = nullptr;
  if (int32_t status = readRoots(arguments.values, grid, roots))
    return status;
  int64_t numRoots = 0;
  int64_t coordinates[kMaxRank];
  for (int64_t axis = 0; axis < grid.rank; ++axis) {
    if (roots[axis] >= 0 && !arguments.axes.contains[axis])
      return fail(SPLIT_MPI_INVALID_ARGUMENT,
                  "the root on grid axis %lld is %lld, expected -1, because "
                  "the reduction is not along this axis",
                  axis, roots[axis]);
    numRoots += roots[axis] >= 0;
    coordinates[axis] = roots[axis] >= 0 ? roots[axis] : grid.coordinates[axis];
  }
  if (numRoots != 0 && numRoots != arguments.axisList.count)
    return fail(SPLIT_MPI_INVALID_ARGUMENT,
                "the reduction is along %lld grid axes, of which %lld have a "
                "root, expected all or none",
                arguments.axisList.count, numRoots);
  if (numRoots != 0) {
    root.position = members.getPosition(coordinates);
    root.isSelf = root.position == members.getSelf();
  }
  arguments.call.common.add(grid.rank, roots);
  return SPLIT_MPI_SUCCESS;
}

static int32_t checkOperands(const ReductionCall &arguments, const Root &root) {
  const int64_t *sizes = arguments.source.sizes;
  int64_t bytes = arguments.reduction.bytes;
  if (int32_t status = checkOperand("source", arguments.rank, arguments.source,
                                    sizes, bytes, /*isTarget=*/false))
    return status;
  if (!root.hasTarget())
    return SPLIT_MPI_SUCCESS;
  return checkOperand("target", arguments.rank, arguments.target, sizes, bytes,
                      /*isTarget=*/true);
}

/// Counts what an algorithm sends that sends as little as possible.
static void countReduction(int64_t bytes, int64_t numRanks, const Root &root) {
  int64_t factor = 2 * (numRanks - 1);
  if (root.position < 0)
    countSent(factor,
              bytes / numRanks * factor + bytes % numRanks * factor / numRanks);
  else if (!root.isSelf)
    countSent(1, bytes);
}

static int32_t allReduce(ReductionCall &arguments, const GroupMembers &members,
                         const Root &root) {
  const Operand &source = arguments.source;
  const Operand &target = arguments.target;
  const Reduction &reduction = arguments.reduction;
  int64_t rank = arguments.rank;
  int64_t count = arguments.countElements(source.sizes);
  int64_t bytes = count * reduction.bytes;
  bool isToAll = root.position < 0;
  Buffer sent;
  Buffer received;
  int32_t status = checkOperands(arguments, root);
  if (!status && !isToAll)
    status = sent.create(rank, source, bytes);
  if (!status && root.hasTarget())
    status = received.create(rank, target, bytes);
  MPI_Comm group = MPI_COMM_NULL;
  if ((status = arguments.agreeOnGroup(members, status, group)))
    return status;

  int64_t strides[kMaxRank];
  getContiguousStrides(rank, source.sizes, strides);
  char *elements = isToAll ? received.address : sent.address;
  copyElements(rank, source.sizes, source.address, source.strides, elements,
               strides, reduction.bytes);
  countReduction(bytes, members.getSize(), root);
  status = reduceElements(reduction, elements, received.address, count,
                          root.position, group);
  if (status || !root.hasTarget())
    return status;
  reduction.divide(count, received.address, members.getSize());
  copyElements(rank, source.sizes, received.address, strides, target.address,
               target.strides, reduction.bytes);
  return SPLIT_MPI_SUCCESS;
}

extern "C" int32_t split_mpi_all_reduce(int32_t communicator,
                                        const int64_t *constants,
                                        const int64_t *values) {
  ReductionCall arguments("split_mpi_all_reduce", constants, values);
  if (int32_t status = arguments.open(communicator))
    return status;
  GroupMembers members(arguments.grid, arguments.axes);
  Root root;
  if (int32_t status = readRoot(arguments, members, root))
    return arguments.agreeOn(status);
  return allReduce(arguments, members, root);
}
