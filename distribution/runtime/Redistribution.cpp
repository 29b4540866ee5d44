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

static int32_t readLayoutAxes(Reader &reader, const Redistribution &move,
                              Layout &layout) {
  AxisSet used;
  for (int64_t i = 0; i < move.rank; ++i)
    if (int32_t status = readAxes(reader, move.grid, used, layout.axes[i]))
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
static int32_t checkRoots(const Redistribution &move, const Side &side) {
  const Layout &layout = side.layout;
  for (int64_t i = 0; i < move.rank; ++i)
    for (int64_t j = 0; j < layout.axes[i].count; ++j) {
      int64_t axis = layout.axes[i].list[j];
      if (layout.roots[axis] >= 0)
        return fail(
            SPLIT_MPI_INVALID_ARGUMENT,
            "grid axis %lld shards the %s and has root %lld, expected no root",
            axis, side.name, layout.roots[axis]);
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
  if (int32_t status = readLayoutAxes(reader, move, move.source.layout))
    return status;
  return readLayoutAxes(reader, move, move.target.layout);
}

static int32_t readValues(Reader &values, const int64_t *hasOffsets,
                          Redistribution &move) {
  move.sizes = values.readList(move.rank);
  if (int32_t status = checkSizes(move.rank, move.sizes, move.bytes))
    return status;
  for (Side *side : {&move.source, &move.target})
    if (int32_t status = readRoots(values, move.grid, side->layout.roots))
      return status;
  for (const Side *side : {&move.source, &move.target})
    if (int32_t status = checkRoots(move, *side))
      return status;
  if (int32_t status =
          readOffsets(values, hasOffsets, move, move.source.layout))
    return status;
  return readOffsets(values, hasOffsets + move.rank, move, move.target.layout);
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
  move.source.operand = readOperand(valueReader, move.rank);
  move.target.operand = readOperand(valueReader, move.rank);
  const int64_t *commonValues = valueReader.getPosition();
  if (int32_t status = readValues(valueReader, hasOffsets, move))
    return status;

  call.rank = move.rank;
  call.sizes = move.sizes;
  call.common.add(constantReader.getPosition() - constants, constants);
  call.common.add(valueReader.getPosition() - commonValues, commonValues);
  const int64_t *own = move.grid.coordinates;
  for (Side *side : {&move.source, &move.target}) {
    getBox(move.grid, side->layout, move.rank, move.sizes, own, side->box);
    side->isPresent = isAtRoot(move.grid, side->layout, own);
  }
  return SPLIT_MPI_SUCCESS;
}

int32_t mlir::split::mpi::runtime::checkOperands(const Redistribution &move) {
  for (const Side *side : {&move.source, &move.target})
    if (side->isPresent)
      if (int32_t status = checkOperand(side->name, move.rank, side->operand,
                                        side->box.sizes, move.bytes,
                                        /*isTarget=*/side == &move.target))
        return status;
  return SPLIT_MPI_SUCCESS;
}

bool Redistribution::getPart(const int64_t *sender, const int64_t *receiver,
                             Box &part) const {
  if (!isAtRoot(grid, source.layout, sender) ||
      !isAtRoot(grid, target.layout, receiver))
    return false;
  Box sent;
  Box received;
  getBox(grid, source.layout, rank, sizes, sender, sent);
  getBox(grid, target.layout, rank, sizes, receiver, received);
  return intersect(rank, sent, received, part);
}

int64_t Redistribution::countBytes(const Box &part) const {
  int64_t count = bytes;
  for (int64_t i = 0; i < rank; ++i)
    count *= part.sizes[i];
  return count;
}

int64_t Redistribution::getDistance(const Side &side, const Box &part) const {
  int64_t distance = 0;
  for (int64_t i = 0; i < rank; ++i)
    distance += (part.begin[i] - side.box.begin[i]) * side.operand.strides[i];
  return distance * bytes;
}

int32_t Redistribution::createType(const Side &side, const Box &part,
                                   MPI_Datatype &type) const {
  return createPartType(rank, getDistance(side, part), part.sizes,
                        side.operand.strides, bytes, type);
}

void mlir::split::mpi::runtime::copyOwnPart(const Redistribution &move) {
  Box part;
  const int64_t *own = move.grid.coordinates;
  if (!move.getPart(own, own, part))
    return;
  const Operand &source = move.source.operand;
  const Operand &target = move.target.operand;
  copyElements(move.rank, part.sizes,
               source.address + move.getDistance(move.source, part),
               source.strides,
               target.address + move.getDistance(move.target, part),
               target.strides, move.bytes);
}

static void addAxes(const Axes &axes, AxisSet &set) {
  for (int64_t i = 0; i < axes.count; ++i)
    set.contains[axes.list[i]] = true;
}

/// Returns true if each rank's target has no index along a dimension that its
/// source lacks.
static bool isLocalAlong(const Redistribution &move, int64_t dimension) {
  AxisSet axes;
  addAxes(move.source.layout.axes[dimension], axes);
  addAxes(move.target.layout.axes[dimension], axes);
  GroupMembers members(move.grid, axes);
  int64_t size = move.sizes[dimension];
  for (int64_t i = 0; i < members.getSize(); ++i) {
    int64_t coordinates[kMaxRank];
    members.getCoordinates(i, coordinates);
    Interval has = getInterval(move.grid, move.source.layout, dimension, size,
                               coordinates);
    Interval needs = getInterval(move.grid, move.target.layout, dimension, size,
                                 coordinates);
    if (needs.begin < needs.end &&
        (needs.begin < has.begin || needs.end > has.end))
      return false;
  }
  return true;
}

bool mlir::split::mpi::runtime::isLocal(const Redistribution &move) {
  if (std::count(move.sizes, move.sizes + move.rank, 0) != 0)
    return true;
  const int64_t *roots = move.source.layout.roots;
  for (int64_t axis = 0; axis < move.grid.rank; ++axis)
    if (roots[axis] >= 0 && move.grid.sizes[axis] > 1 &&
        move.target.layout.roots[axis] != roots[axis])
      return false;
  for (int64_t i = 0; i < move.rank; ++i)
    if (!isLocalAlong(move, i))
      return false;
  return true;
}

AxisSet mlir::split::mpi::runtime::getExchangeAxes(const Redistribution &move) {
  AxisSet axes;
  for (int64_t axis = 0; axis < move.grid.rank; ++axis)
    axes.contains[axis] = move.source.layout.roots[axis] >= 0;
  for (int64_t i = 0; i < move.rank; ++i)
    addAxes(move.source.layout.axes[i], axes);
  for (int64_t axis = 0; axis < move.grid.rank; ++axis)
    axes.contains[axis] &= move.grid.sizes[axis] > 1;
  return axes;
}
