//===- Redistribution.cpp - Plan of a redistribution ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Redistribution.h"

#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <algorithm>

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

static int32_t readLayoutAxes(Reader &reader, const Grid &grid, int64_t rank,
                              Layout &layout) {
  AxisSet used;
  for (int64_t i = 0; i < rank; ++i)
    if (int32_t status = readAxes(reader, grid, used, layout.axes[i]))
      return status;
  return SPLIT_MPI_SUCCESS;
}

static int32_t checkOffsets(const int64_t *offsets, int64_t count,
                            int64_t dimension, int64_t size) {
  for (int64_t i = 0; i < count; ++i) {
    int64_t least = i == count - 1 ? size : i == 0 ? 0 : offsets[i - 1];
    int64_t most = i == 0 ? 0 : size;
    if (offsets[i] < least || offsets[i] > most)
      return fail(
          SPLIT_MPI_INVALID_ARGUMENT,
          "offset %lld of dimension %lld is %lld, expected %lld to %lld", i,
          dimension, offsets[i], least, most);
  }
  return SPLIT_MPI_SUCCESS;
}

/// Reads the offsets of the dimensions for which `isPresent` is not 0.
static int32_t readOffsets(Reader &values, const int64_t *isPresent,
                           const Redistribution &move, Layout &layout) {
  for (int64_t i = 0; i < move.rank; ++i) {
    layout.offsets[i] = nullptr;
    if (!isPresent[i])
      continue;
    int64_t count = countShards(move.grid, layout.axes[i]) + 1;
    layout.offsets[i] = values.readList(count);
    if (int32_t status =
            checkOffsets(layout.offsets[i], count, i, move.sizes[i]))
      return status;
  }
  return SPLIT_MPI_SUCCESS;
}

/// Checks that a layout does not use an axis that has a root.
static int32_t checkRoots(const char *name, const Redistribution &move,
                          const Layout &layout) {
  for (int64_t i = 0; i < move.rank; ++i)
    for (int64_t j = 0; j < layout.axes[i].count; ++j) {
      int64_t axis = layout.axes[i].list[j];
      if (layout.roots[axis] >= 0)
        return fail(
            SPLIT_MPI_INVALID_ARGUMENT,
            "grid axis %lld shards the %s and has root %lld, expected no root",
            axis, name, layout.roots[axis]);
    }
  return SPLIT_MPI_SUCCESS;
}

static int32_t readConstants(Reader &reader, const Context &context,
                             Redistribution &move) {
  move.bytes = reader.read();
  if (move.bytes < 1)
    return fail(SPLIT_MPI_INVALID_ARGUMENT,
                "the size of elements is %lld, expected at least 1",
                move.bytes);
  if (int32_t status = readGrid(reader, context.size, context.rank, move.grid))
    return status;
  if (int32_t status = readRank(reader, move.rank))
    return status;
  if (int32_t status = readLayoutAxes(reader, move.grid, move.rank, move.from))
    return status;
  return readLayoutAxes(reader, move.grid, move.rank, move.to);
}

static int32_t readValues(Reader &values, const int64_t *hasOffsets,
                          Redistribution &move) {
  move.sizes = values.readList(move.rank);
  if (int32_t status = checkSizes(move.rank, move.sizes, move.bytes))
    return status;
  if (int32_t status = readRoots(values, move.grid, move.from.roots))
    return status;
  if (int32_t status = readRoots(values, move.grid, move.to.roots))
    return status;
  if (int32_t status = checkRoots("source", move, move.from))
    return status;
  if (int32_t status = checkRoots("target", move, move.to))
    return status;
  if (int32_t status = readOffsets(values, hasOffsets, move, move.from))
    return status;
  return readOffsets(values, hasOffsets + move.rank, move, move.to);
}

int32_t mlir::split::mpi::runtime::readRedistribution(const Context &context,
                                                      const int64_t *constants,
                                                      const int64_t *values,
                                                      Redistribution &move,
                                                      Call &call) {
  Reader constantReader(constants);
  Reader valueReader(values);
  if (int32_t status = readConstants(constantReader, context, move))
    return status;
  const int64_t *hasOffsets = constantReader.readList(2 * move.rank);
  move.source = readOperand(valueReader, move.rank);
  move.target = readOperand(valueReader, move.rank);
  const int64_t *commonValues = valueReader.getPosition();
  if (int32_t status = readValues(valueReader, hasOffsets, move))
    return status;

  call.rank = move.rank;
  call.sizes = move.sizes;
  call.common.add(constantReader.getPosition() - constants, constants);
  call.common.add(valueReader.getPosition() - commonValues, commonValues);
  const int64_t *own = move.grid.coordinates;
  getBox(move.grid, move.from, move.rank, move.sizes, own, move.sourceBox);
  getBox(move.grid, move.to, move.rank, move.sizes, own, move.targetBox);
  move.hasSource = isAtRoot(move.grid, move.from, own);
  move.hasTarget = isAtRoot(move.grid, move.to, own);
  return SPLIT_MPI_SUCCESS;
}

int32_t mlir::split::mpi::runtime::checkOperands(const Redistribution &move) {
  if (move.hasSource)
    if (int32_t status =
            checkOperand("source", move.rank, move.source, move.sourceBox.sizes,
                         move.bytes, /*isTarget=*/false))
      return status;
  if (!move.hasTarget)
    return SPLIT_MPI_SUCCESS;
  return checkOperand("target", move.rank, move.target, move.targetBox.sizes,
                      move.bytes, /*isTarget=*/true);
}

bool Redistribution::getPart(const int64_t *sender, const int64_t *receiver,
                             Box &part) const {
  if (!isAtRoot(grid, from, sender) || !isAtRoot(grid, to, receiver))
    return false;
  Box sent;
  Box received;
  getBox(grid, from, rank, sizes, sender, sent);
  getBox(grid, to, rank, sizes, receiver, received);
  return intersect(rank, sent, received, part);
}

int64_t Redistribution::countBytes(const Box &part) const {
  int64_t count = bytes;
  for (int64_t i = 0; i < rank; ++i)
    count *= part.sizes[i];
  return count;
}

void Redistribution::getSourceBegin(const Box &part, int64_t *begin) const {
  for (int64_t i = 0; i < rank; ++i)
    begin[i] = part.begin[i] - sourceBox.begin[i];
}

void Redistribution::getTargetBegin(const Box &part, int64_t *begin) const {
  for (int64_t i = 0; i < rank; ++i)
    begin[i] = part.begin[i] - targetBox.begin[i];
}

void mlir::split::mpi::runtime::copyOwnPart(const Redistribution &move) {
  Box part;
  const int64_t *own = move.grid.coordinates;
  if (!move.getPart(own, own, part))
    return;
  int64_t sourceBegin[kMaxRank];
  int64_t targetBegin[kMaxRank];
  move.getSourceBegin(part, sourceBegin);
  move.getTargetBegin(part, targetBegin);
  copyElements(
      move.rank, part.sizes,
      move.source.address +
          getDistance(move.rank, sourceBegin, move.source.strides, move.bytes),
      move.source.strides,
      move.target.address +
          getDistance(move.rank, targetBegin, move.target.strides, move.bytes),
      move.target.strides, move.bytes);
}

static void addAxes(const Axes &axes, AxisSet &set) {
  for (int64_t i = 0; i < axes.count; ++i)
    set.contains[axes.list[i]] = true;
}

/// Returns true if each rank's target has no index along a dimension that its
/// source lacks.
static bool isLocalAlong(const Redistribution &move, int64_t dimension) {
  AxisSet axes;
  addAxes(move.from.axes[dimension], axes);
  addAxes(move.to.axes[dimension], axes);
  GroupMembers members(move.grid, axes);
  int64_t size = move.sizes[dimension];
  for (int64_t i = 0; i < members.getSize(); ++i) {
    int64_t coordinates[kMaxRank];
    int64_t sourceBegin;
    int64_t sourceEnd;
    int64_t begin;
    int64_t end;
    members.getCoordinates(i, coordinates);
    getInterval(move.grid, move.from, dimension, size, coordinates, sourceBegin,
                sourceEnd);
    getInterval(move.grid, move.to, dimension, size, coordinates, begin, end);
    if (begin < end && (begin < sourceBegin || end > sourceEnd))
      return false;
  }
  return true;
}

bool mlir::split::mpi::runtime::isLocal(const Redistribution &move) {
  if (std::count(move.sizes, move.sizes + move.rank, 0) != 0)
    return true;
  for (int64_t axis = 0; axis < move.grid.rank; ++axis)
    if (move.from.roots[axis] >= 0 && move.grid.sizes[axis] > 1 &&
        move.to.roots[axis] != move.from.roots[axis])
      return false;
  for (int64_t i = 0; i < move.rank; ++i)
    if (!isLocalAlong(move, i))
      return false;
  return true;
}

AxisSet mlir::split::mpi::runtime::getExchangeAxes(const Redistribution &move) {
  AxisSet axes;
  for (int64_t axis = 0; axis < move.grid.rank; ++axis)
    axes.contains[axis] = move.from.roots[axis] >= 0;
  for (int64_t i = 0; i < move.rank; ++i)
    addAxes(move.from.axes[i], axes);
  for (int64_t axis = 0; axis < move.grid.rank; ++axis)
    axes.contains[axis] &= move.grid.sizes[axis] > 1;
  return axes;
}
