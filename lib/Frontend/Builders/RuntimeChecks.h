//===- RuntimeChecks.h - what a file claims, at run time --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_RUNTIMECHECKS_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_RUNTIMECHECKS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::split {

/// The size of dimension `dim`, a constant where the type tells it.
Value createDim(OpBuilder &b, Location loc, Value tensor, int64_t dim);

/// Divides index values, rounding up, for 0 <= lhs and 0 < rhs. Never
/// overflows.
Value createCeilDiv(OpBuilder &b, Location loc, Value lhs, Value rhs);

/// Compares two index values.
Value createIsEqual(OpBuilder &b, Location loc, Value lhs, Value rhs);

/// Fails with `format`, each `{}` in it standing for a value, unless
/// `condition` holds: an error at `loc` where that is certain, else a check at
/// run time.
LogicalResult createCheck(OpBuilder &b, Location loc, Value condition,
                          const Twine &format, ArrayRef<OpFoldResult> values);

/// Checks that two sizes, the values for `format`, are equal.
LogicalResult createSizeCheck(OpBuilder &b, Location loc, OpFoldResult size,
                              OpFoldResult expected, const Twine &format);

/// Casts `tensor` to `type`, which does not contradict its type; what `type`
/// claims beyond that is checked at run time first (R6), in the words
/// `rank{of} is {}, expected {} as {claimant}`.
Value createCheckedCast(OpBuilder &b, Location loc, Value tensor,
                        TensorType type, StringRef of, StringRef claimant);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_RUNTIMECHECKS_H
