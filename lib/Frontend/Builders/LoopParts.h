//===- LoopParts.h - Parts of tensors for iterations ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_LOOPPARTS_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_LOOPPARTS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split {

/// Consecutive parts of a tensor along an axis, one for each iteration.
struct LoopParts {
  int64_t axis = 0;
  /// The number of elements along the axis in each part.
  int64_t size = 1;
  /// Where the foremost part begins, and the number of parts.
  OpFoldResult start = {}, count = {};
  /// Whether the first iteration takes the last part.
  bool isReversed = false;
};

/// Returns the part of a ranked tensor for iteration `index`, as a view.
/// `dropsAxis` leaves out the axis, where parts have the size 1.
Value createPart(ImplicitLocOpBuilder &builder, Value data,
                 const LoopParts &parts, Value index, bool dropsAxis);

/// Makes the first dimension of `stack`, which counts iterations, dimension
/// `axis` of the result, in reverse order if `isReversed`.
FailureOr<Value> moveIterations(ImplicitLocOpBuilder &builder, Value stack,
                                int64_t axis, bool isReversed);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_LOOPPARTS_H
