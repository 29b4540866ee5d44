//===- Layout.cpp - Layouts of sharded tensors ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"

#include "Status.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <algorithm>

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

int32_t mlir::split::mpi::runtime::readRank(Reader &reader, int64_t &rank) {
  rank = reader.read();
  if (rank >= 0 && rank <= kMaxRank)
    return SPLIT_MPI_SUCCESS;
  return fail(SPLIT_MPI_INVALID_ARGUMENT,
              "the rank is %lld, expected 0 to %lld", rank, kMaxRank);
}

/// Multiplies sizes of at least `least`. Returns false if a size is smaller or
/// the product overflows.
static bool multiply(int64_t rank, const int64_t *sizes, int64_t least,
                     int64_t &product) {
  bool isEmpty = false;
  for (int64_t i = 0; i < rank; ++i) {
    if (sizes[i] < least)
      return false;
    isEmpty |= sizes[i] == 0;
  }
  for (int64_t i = 0; i < rank && !isEmpty; ++i)
    if (__builtin_mul_overflow(product, sizes[i], &product))
      return false;
  return true;
}

int32_t mlir::split::mpi::runtime::checkSizes(int64_t rank,
                                              const int64_t *sizes,
                                              int64_t bytes) {
  int64_t total = bytes;
  if (multiply(rank, sizes, 0, total))
    return SPLIT_MPI_SUCCESS;
  return fail(SPLIT_MPI_INVALID_ARGUMENT,
              "the sizes are %s, expected sizes of at least 0 and less than "
              "2^63 bytes",
              SizesText(rank, sizes).text);
}

int32_t mlir::split::mpi::runtime::readGrid(Reader &reader, int64_t numRanks,
                                            int64_t rank, Grid &grid) {
  if (int32_t status = readRank(reader, grid.rank))
    return status;
  grid.sizes = reader.readList(grid.rank);
  int64_t positions = 1;
  if (!multiply(grid.rank, grid.sizes, 1, positions) || positions != numRanks)
    return fail(SPLIT_MPI_INVALID_ARGUMENT,
                "the grid is %s, expected sizes of at least 1 whose product is "
                "the number of ranks, %lld",
                SizesText(grid.rank, grid.sizes).text, numRanks);
  for (int64_t axis = grid.rank - 1; axis >= 0; --axis) {
    grid.coordinates[axis] = rank % grid.sizes[axis];
    rank /= grid.sizes[axis];
  }
  return SPLIT_MPI_SUCCESS;
}

int32_t mlir::split::mpi::runtime::readAxes(Reader &reader, const Grid &grid,
                                            AxisSet &used, Axes &axes) {
  axes.count = reader.read();
  if (axes.count < 0 || axes.count > grid.rank)
    return fail(
        SPLIT_MPI_INVALID_ARGUMENT,
        "the number of axes is %lld, expected 0 to %lld, the rank of the grid",
        axes.count, grid.rank);
  axes.list = reader.readList(axes.count);
  for (int64_t i = 0; i < axes.count; ++i) {
    int64_t axis = axes.list[i];
    if (axis < 0 || axis >= grid.rank)
      return fail(SPLIT_MPI_INVALID_ARGUMENT,
                  "grid axis %lld is out of range, the rank of the grid "
                  "is %lld",
                  axis, grid.rank);
    if (used.contains[axis])
      return fail(SPLIT_MPI_INVALID_ARGUMENT, "grid axis %lld is used twice",
                  axis);
    used.contains[axis] = true;
  }
  return SPLIT_MPI_SUCCESS;
}

int32_t mlir::split::mpi::runtime::readRoots(Reader &reader, const Grid &grid,
                                             const int64_t *&roots) {
  roots = reader.readList(grid.rank);
  for (int64_t axis = 0; axis < grid.rank; ++axis)
    if (roots[axis] < -1 || roots[axis] >= grid.sizes[axis])
      return fail(SPLIT_MPI_INVALID_ARGUMENT,
                  "the root on grid axis %lld is %lld, expected -1 to %lld",
                  axis, roots[axis], grid.sizes[axis] - 1);
  return SPLIT_MPI_SUCCESS;
}

int64_t mlir::split::mpi::runtime::countShards(const Grid &grid,
                                               const Axes &axes) {
  int64_t count = 1;
  for (int64_t i = 0; i < axes.count; ++i)
    count *= grid.sizes[axes.list[i]];
  return count;
}

int64_t mlir::split::mpi::runtime::getShard(const Grid &grid, const Axes &axes,
                                            const int64_t *coordinates) {
  int64_t shard = 0;
  for (int64_t i = 0; i < axes.count; ++i)
    shard = shard * grid.sizes[axes.list[i]] + coordinates[axes.list[i]];
  return shard;
}

Interval mlir::split::mpi::runtime::getInterval(const Grid &grid,
                                                const Layout &layout,
                                                int64_t dimension, int64_t size,
                                                const int64_t *coordinates) {
  const Axes &axes = layout.axes[dimension];
  int64_t shard = getShard(grid, axes, coordinates);
  if (const int64_t *offsets = layout.offsets[dimension])
    return {offsets[shard], offsets[shard + 1]};
  int64_t count = countShards(grid, axes);
  return {split_mpi_shard_begin(size, count, shard),
          split_mpi_shard_begin(size, count, shard + 1)};
}

void mlir::split::mpi::runtime::getBox(const Grid &grid, const Layout &layout,
                                       int64_t rank, const int64_t *sizes,
                                       const int64_t *coordinates, Box &box) {
  for (int64_t i = 0; i < rank; ++i) {
    Interval part = getInterval(grid, layout, i, sizes[i], coordinates);
    box.begin[i] = part.begin;
    box.sizes[i] = part.end - part.begin;
  }
}

bool mlir::split::mpi::runtime::isAtRoot(const Grid &grid, const Layout &layout,
                                         const int64_t *coordinates) {
  for (int64_t axis = 0; axis < grid.rank; ++axis)
    if (layout.roots[axis] >= 0 && layout.roots[axis] != coordinates[axis])
      return false;
  return true;
}

bool mlir::split::mpi::runtime::intersect(int64_t rank, const Box &a,
                                          const Box &b, Box &result) {
  for (int64_t i = 0; i < rank; ++i) {
    int64_t begin = std::max(a.begin[i], b.begin[i]);
    int64_t end = std::min(a.begin[i] + a.sizes[i], b.begin[i] + b.sizes[i]);
    if (begin >= end)
      return false;
    result.begin[i] = begin;
    result.sizes[i] = end - begin;
  }
  return true;
}

GroupMembers::GroupMembers(const Grid &grid, const AxisSet &axes)
    : grid(grid), axes(axes), self(getPosition(grid.coordinates)) {
  for (int64_t axis = 0; axis < grid.rank; ++axis)
    if (axes.contains[axis])
      size *= grid.sizes[axis];
}

void GroupMembers::getCoordinates(int64_t position,
                                  int64_t *coordinates) const {
  for (int64_t axis = grid.rank - 1; axis >= 0; --axis) {
    coordinates[axis] = grid.coordinates[axis];
    if (!axes.contains[axis])
      continue;
    coordinates[axis] = position % grid.sizes[axis];
    position /= grid.sizes[axis];
  }
}

int64_t GroupMembers::getPosition(const int64_t *coordinates) const {
  int64_t position = 0;
  for (int64_t axis = 0; axis < grid.rank; ++axis)
    if (axes.contains[axis])
      position = position * grid.sizes[axis] + coordinates[axis];
  return position;
}
