//===- RuntimeChecks.h - What a file claims, at run time --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_RUNTIMECHECKS_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_RUNTIMECHECKS_H

#include "split-mlir/Dialect/Split/IR/Checks.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split {

/// Fails with `message` unless `condition` holds: with an error if that is
/// certain, else at run time.
LogicalResult createCheck(ImplicitLocOpBuilder &builder, Value condition,
                          const CheckMessage &message);

/// Checks that two sizes are equal.
LogicalResult createSizeCheck(ImplicitLocOpBuilder &builder, OpFoldResult size,
                              OpFoldResult expected,
                              const CheckMessage &message);

/// Casts `tensor` to `type`, which does not contradict its type; what `type`
/// claims beyond that is checked at run time first (R6), in the words
/// `rank{of} is {}, expected {} as {claimant}`.
Value createCheckedCast(ImplicitLocOpBuilder &builder, Value tensor,
                        TensorType type, StringRef of, StringRef claimant);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_RUNTIMECHECKS_H
