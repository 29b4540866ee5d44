//===- Divisions.h - Integer divisions without a result ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TRANSFORMS_UPSTREAMGAPS_DIVISIONS_H
#define SPLIT_MLIR_LIB_TRANSFORMS_UPSTREAMGAPS_DIVISIONS_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// A division or a remainder of two integers or index values, of arith or
/// index.
struct Division {
  OpOperand *dividend, *divisor;
  bool isSigned;

  /// Returns the op as a division, unless it is none.
  static std::optional<Division> get(Operation *op);

  /// Creates the condition that the divisor is 0. Returns null if it certainly
  /// is not.
  Value createIsByZero(OpBuilder &builder) const;
  /// Creates the condition that the least signed number is divided by -1: the
  /// quotient is not a number of the type. Returns null if it certainly is.
  Value createOverflows(OpBuilder &builder) const;
};

/// Returns whether `op` computes one element of an op on tensors.
bool isInElementBody(Operation *op);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_TRANSFORMS_UPSTREAMGAPS_DIVISIONS_H
