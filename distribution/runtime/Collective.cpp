//===- Collective.cpp - Redistributions by MPI's collectives --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Redistribution.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <algorithm>
#include <climits>
#include <cstdlib>

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

Collective::Collective(const Redistribution &move, const GroupMembers &members)
    : move(move), members(members), kind(findKind()) {
  bool isToRoot = kind == Kind::Gather;
  const Side &side = isToRoot ? move.target : move.source;
  const int64_t *roots = side.layout.roots;
  for (int64_t axis = 0; axis < move.grid.rank; ++axis)
    rootCoordinates[axis] = members.contains(axis) && roots[axis] >= 0
                                ? roots[axis]
                                : move.grid.coordinates[axis];
  root = static_cast<int>(members.getPosition(rootCoordinates));
  if (kind != Kind::None && kind != Kind::Broadcast && !findSlot())
    kind = Kind::None;
}

Collective::~Collective() {
  if (type != MPI_BYTE)
    MPI_Type_free(&type);
  free(counts);
}

/// Returns true if a layout uses an axis on which members differ.
static bool usesMembers(int64_t rank, const Layout &layout,
                        const GroupMembers &members) {
  for (int64_t i = 0; i < rank; ++i)
    for (int64_t j = 0; j < layout.axes[i].count; ++j)
      if (members.contains(layout.axes[i].list[j]))
        return true;
  return false;
}

/// Returns the number of axes on which members differ that have a root.
static int64_t countRoots(const Redistribution &move, const int64_t *roots,
                          const GroupMembers &members) {
  int64_t count = 0;
  for (int64_t axis = 0; axis < move.grid.rank; ++axis)
    count += members.contains(axis) && roots[axis] >= 0;
  return count;
}

Collective::Kind Collective::findKind() const {
  int64_t numAxes = 0;
  for (int64_t axis = 0; axis < move.grid.rank; ++axis)
    numAxes += members.contains(axis);
  int64_t fromRoots = countRoots(move, move.source.layout.roots, members);
  int64_t toRoots = countRoots(move, move.target.layout.roots, members);
  bool isTargetEqual = !usesMembers(move.rank, move.target.layout, members);
  if (fromRoots == numAxes && toRoots == 0)
    return isTargetEqual ? Kind::Broadcast : Kind::Scatter;
  if (fromRoots != 0 || !isTargetEqual)
    return Kind::None;
  if (toRoots == 0)
    return Kind::AllGather;
  return toRoots == numAxes ? Kind::Gather : Kind::None;
}

/// Returns false if a member has no part.
bool Collective::getMemberPart(int64_t position, Box &part) const {
  int64_t member[kMaxRank];
  members.getCoordinates(position, member);
  switch (kind) {
  case Kind::None:
    return false;
  case Kind::AllGather:
    return move.getPart(member, move.grid.coordinates, part);
  case Kind::Gather:
    return move.getPart(member, rootCoordinates, part);
  case Kind::Broadcast:
  case Kind::Scatter:
    return move.getPart(rootCoordinates, member, part);
  }
  return false;
}

/// Finds the dimension along which all parts follow each other, and a slot such
/// that each part is a list of slots. Returns false if there is none.
bool Collective::findSlot() {
  bool isFirst = true;
  bool isEqual = true;
  dimension = -1;
  Box part;
  for (int64_t i = 0; i < members.getSize(); ++i) {
    if (!getMemberPart(i, part))
      continue;
    if (isFirst)
      slot = part;
    isFirst = false;
    for (int64_t j = 0; j < move.rank; ++j) {
      if (part.begin[j] == slot.begin[j] && part.sizes[j] == slot.sizes[j])
        continue;
      if (dimension >= 0 && dimension != j)
        return false;
      dimension = j;
      isEqual &= part.sizes[j] == slot.sizes[j] &&
                 (part.begin[j] - slot.begin[j]) % slot.sizes[j] == 0;
      slot.begin[j] = std::min(slot.begin[j], part.begin[j]);
    }
  }
  if (dimension < 0)
    return false;
  if (!isEqual) {
    // Elements of a part are sent in row-major order, slot after slot.
    for (int64_t j = 0; j < dimension; ++j)
      if (slot.sizes[j] != 1)
        return false;
    slot.sizes[dimension] = 1;
  }
  return move.sizes[dimension] / slot.sizes[dimension] <= INT_MAX;
}

/// Creates the datatype of a slot of the operand with all parts, and the lists
/// of counts and displacements.
int32_t Collective::createSlots() {
  auto size = static_cast<size_t>(members.getSize());
  counts = static_cast<int *>(calloc(2 * size, sizeof(int)));
  if (!counts)
    return failAllocation(static_cast<int64_t>(2 * size * sizeof(int)));
  displacements = counts + size;
  int64_t unit = slot.sizes[dimension];
  Box part;
  for (size_t i = 0; i < size; ++i) {
    if (!getMemberPart(static_cast<int64_t>(i), part))
      continue;
    counts[i] = static_cast<int>(part.sizes[dimension] / unit);
    displacements[i] = static_cast<int>(
        (part.begin[dimension] - slot.begin[dimension]) / unit);
  }

  const Side &side = kind == Kind::Scatter ? move.source : move.target;
  const int64_t *strides = side.operand.strides;
  address = side.operand.address + move.getDistance(side, slot);
  if (int32_t status = createPartType(move.rank, /*distance=*/0, slot.sizes,
                                      strides, move.bytes, type))
    return status;
  return resizeType(unit * strides[dimension] * move.bytes, type);
}

/// Creates the datatype of what this rank sends to the root or gets from it.
int32_t Collective::createOwnType() {
  const int64_t *own = move.grid.coordinates;
  bool isSource = kind == Kind::Gather ||
                  (kind == Kind::Broadcast && members.getSelf() == root);
  Box part;
  if (!(kind == Kind::Gather ? move.getPart(own, rootCoordinates, part)
                             : move.getPart(rootCoordinates, own, part)))
    return SPLIT_MPI_SUCCESS;
  const Side &side = isSource ? move.source : move.target;
  address = side.operand.address;
  ownCount = 1;
  return move.createType(side, part, type);
}

int32_t Collective::prepare() {
  bool isRoot = members.getSelf() == root;
  if (kind == Kind::AllGather || (isRoot && kind != Kind::Broadcast))
    return createSlots();
  return createOwnType();
}

int32_t Collective::run(MPI_Comm group) {
  bool isRoot = members.getSelf() == root;
  switch (kind) {
  case Kind::None:
    return SPLIT_MPI_SUCCESS;
  case Kind::Broadcast:
    return checkMpi(MPI_Bcast(address, ownCount, type, root, group),
                    "MPI_Bcast");
  case Kind::AllGather:
    return checkMpi(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_BYTE, address, counts,
                                   displacements, type, group),
                    "MPI_Allgatherv");
  case Kind::Gather:
    return checkMpi(MPI_Gatherv(isRoot ? MPI_IN_PLACE : address, ownCount, type,
                                address, counts, displacements, type, root,
                                group),
                    "MPI_Gatherv");
  case Kind::Scatter:
    return checkMpi(MPI_Scatterv(address, counts, displacements, type,
                                 isRoot ? MPI_IN_PLACE : address, ownCount,
                                 type, root, group),
                    "MPI_Scatterv");
  }
  return SPLIT_MPI_SUCCESS;
}
