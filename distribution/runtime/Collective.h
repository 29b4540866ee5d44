//===- Collective.h - Redistributions by MPI's collectives ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_COLLECTIVE_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_COLLECTIVE_H

#include "Datatypes.h"
#include "Redistribution.h"

namespace mlir::split::mpi {

/// A redistribution as a broadcast, or as one of the collectives of MPI in
/// which an operand has the parts of all members of a group: they follow each
/// other along one dimension, at multiples of the extent of a datatype.
class Collective {
public:
  Collective(const Redistribution &move, const GroupMembers &members);
  Collective(const Collective &) = delete;
  ~Collective();

  /// Returns true if there is a collective. All ranks return the same.
  bool isPossible() const { return kind != Kind::None; }
  /// Creates the datatype. Does not communicate.
  int32_t prepare();
  int32_t run(MPI_Comm group);

private:
  enum class Kind { None, Broadcast, AllGather, Gather, Scatter };

  Kind findKind() const;
  bool findSlot();
  bool getMemberPart(int64_t position, Box &part) const;
  int32_t createSlots();
  int32_t createOwnType();

  const Redistribution &move;
  const GroupMembers &members;
  Kind kind;
  /// The coordinates of the rank that holds the source, or gets the target.
  int64_t rootCoordinates[kMaxRank];
  int root;
  /// The dimension along which parts follow each other, and the first of the
  /// datatypes that cover them.
  int64_t dimension;
  Box slot;
  /// For each member, what MPI calls its count and displacement: numbers of
  /// slots.
  int *counts = nullptr;
  int *displacements = nullptr;
  /// The datatype of a slot, or of this rank's own part.
  MPI_Datatype type = MPI_BYTE;
  int ownCount = 0;
  /// Where it begins in this rank's operand.
  char *address = nullptr;
};

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_COLLECTIVE_H
