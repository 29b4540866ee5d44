//===- Redistribution.h - Redistributions of tensors ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_REDISTRIBUTION_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_REDISTRIBUTION_H

#include "Context.h"
#include "Copy.h"
#include "Mpi.h"

namespace mlir::split::mpi::runtime {

/// Creates the datatype of some elements of an operand in row-major order:
/// those from `begin` on, `sizes` of them. If `begin` is null, the datatype
/// begins at the first. There are elements. The caller frees the datatype.
int32_t createPartType(int64_t rank, const int64_t *begin, const int64_t *sizes,
                       const int64_t *strides, int64_t bytes,
                       MPI_Datatype &type);

/// Makes `extent` bytes the distance between consecutive elements of a
/// datatype, which it replaces.
int32_t resizeType(int64_t extent, MPI_Datatype &type);

/// The arguments of split_mpi_redistribute, and this rank's part in it.
struct Redistribution {
  int64_t bytes;
  Grid grid;
  int64_t rank;
  const int64_t *sizes;
  Layout from, to;
  Operand source, target;
  /// The parts of this rank, and whether it holds the source and gets the
  /// target.
  Box sourceBox, targetBox;
  bool hasSource, hasTarget;

  /// Computes the part that the rank at some coordinates sends to another one;
  /// the two differ only on axes of getExchangeAxes. Returns false if there is
  /// none.
  bool getPart(const int64_t *sender, const int64_t *receiver, Box &part) const;

  /// Returns the number of bytes of a part.
  int64_t countBytes(const Box &part) const;

  /// Stores the strides and a part's first index relative to this rank's box.
  void getSourceBegin(const Box &part, int64_t *begin) const;
  void getTargetBegin(const Box &part, int64_t *begin) const;
};

/// Reads and checks what is the same on all ranks, and describes it in `call`.
int32_t readRedistribution(const Context &context, const int64_t *constants,
                           const int64_t *values, Redistribution &move,
                           Call &call);

/// Checks the operands of this rank.
int32_t checkOperands(const Redistribution &move);

/// Returns true if no rank needs anything of another. All ranks return the
/// same.
bool isLocal(const Redistribution &move);

/// Copies what this rank has and needs.
void copyOwnPart(const Redistribution &move);

/// Returns the axes on which a rank differs from those it receives from: those
/// that the source's layout uses or has roots for.
AxisSet getExchangeAxes(const Redistribution &move);

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

} // namespace mlir::split::mpi::runtime

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_REDISTRIBUTION_H
