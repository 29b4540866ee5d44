//===- RuntimeChecks.h - Run-time checks of importers -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RUNTIMECHECKS_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RUNTIMECHECKS_H

#include "split-mlir/Dialect/Split/IR/Checks.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Creates a run-time check of `condition` with `message`, unless the condition
/// is known to be true. If it is known to be false, emits an error instead,
/// with `?` for values that are known only at run time, and fails.
LogicalResult createCheck(ImplicitLocOpBuilder &builder, Value condition,
                          const CheckMessage &message);

/// Checks that two sizes are equal.
LogicalResult createSizeCheck(ImplicitLocOpBuilder &builder, OpFoldResult size,
                              OpFoldResult expected,
                              const CheckMessage &message);

/// Casts `tensor` to `type`, which must not contradict its type. If `type` is
/// more precise, run-time checks before the cast verify it (R6). Their messages
/// are like `rank{of} is {}, expected {} as {claimant}`.
Value createCheckedCast(ImplicitLocOpBuilder &builder, Value tensor,
                        TensorType type, StringRef of, StringRef claimant);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RUNTIMECHECKS_H
