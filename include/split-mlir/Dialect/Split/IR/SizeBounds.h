//===- SizeBounds.h - Bounds of sizes ---------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_SIZEBOUNDS_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_SIZEBOUNDS_H

#include "mlir/Interfaces/ValueBoundsOpInterface.h"

namespace mlir::split {

/// Returns whether upstream can be asked for the sizes of tensors that `op`
/// returns. The bounds of elementwise ops of arith are those of index values
/// only; upstream crashes if it is asked for a size of a tensor.
bool hasSizeBounds(Operation *op);

/// Returns whether upstream's bounds prove the comparison, within limits. Does
/// not look through ops of arith, which may overflow: affine maps assume no
/// overflow.
bool isCertain(const ValueBoundsConstraintSet::Variable &lhs,
               ValueBoundsConstraintSet::ComparisonOperator comparison,
               const ValueBoundsConstraintSet::Variable &rhs);

/// Returns whether the index value `value` is certainly at least 0: by its
/// bounds, or by the ranges of ops of arith and others, within limits.
bool isNonNegative(Value value);

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_SIZEBOUNDS_H
