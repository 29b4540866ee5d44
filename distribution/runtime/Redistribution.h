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
/// `sizes` of them, of which the first is `distance` bytes behind the address.
/// There are elements. The caller frees the datatype.
int32_t createPartType(int64_t rank, int64_t distance, const int64_t *sizes,
                       const int64_t *strides, int64_t bytes,
                       MPI_Datatype &type);

/// Makes `extent` bytes the distance between consecutive elements of a
/// datatype, which it replaces.
int32_t resizeType(int64_t extent, MPI_Datatype &type);

/// The source or the target of a redistribution.
struct Side {
  explicit Side(const char *name) : name(name) {}

  /// What messages call it.
  const char *name;
  Layout layout;
  Operand operand;
  /// The part of this rank, and whether it holds or gets it.
  Box box;
  bool isPresent;
};

/// The arguments of split_mpi_redistribute, and this rank's part in it.
struct Redistribution {
  int64_t bytes;
  Grid grid;
  int64_t rank;
  const int64_t *sizes;
  Side source{"source"}, target{"target"};

  /// Computes the part that the rank at some coordinates sends to another one;
  /// the two differ only on axes of getExchangeAxes. Returns false if there is
  /// none.
  bool getPart(const int64_t *sender, const int64_t *receiver, Box &part) const;

  int64_t countBytes(const Box &part) const;

  /// Returns the distance in bytes of a part from the address of an operand.
  int64_t getDistance(const Side &side, const Box &part) const;

  /// Creates the datatype of a part of an operand, as createPartType does.
  int32_t createType(const Side &side, const Box &part,
                     MPI_Datatype &type) const;
};

/// Reads and checks what is the same on all ranks, and describes it in `call`.
int32_t readRedistribution(const Context &context, const int64_t *constants,
                           const int64_t *values, Redistribution &move,
                           Call &call);

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
