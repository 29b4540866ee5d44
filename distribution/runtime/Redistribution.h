//===- Redistribution.h - Plan of a redistribution --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_REDISTRIBUTION_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_REDISTRIBUTION_H

#include "Agreement.h"
#include "Copy.h"

namespace mlir::split::mpi {

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

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_REDISTRIBUTION_H
