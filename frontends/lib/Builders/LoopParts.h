//===- LoopParts.h - Loop inputs and outputs in parts -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_LOOPPARTS_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_LOOPPARTS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Consecutive parts of a tensor along an axis, one for each iteration.
struct LoopParts {
  /// Counts from the end if it is negative.
  int64_t axis = 0;
  /// The number of elements along the axis in each part.
  int64_t size = 1;
  /// The first and the last element of all parts along the axis, which count
  /// from the end if they are negative.
  int64_t first = 0, last = -1;
  /// Whether the first iteration takes the last part.
  bool isReversed = false;
};

/// The same parts of one tensor.
struct TensorParts : LoopParts {
  Value tensor;
  /// The position of the tensor among the inputs of the loop.
  int64_t input;
  /// Where the foremost part begins, and the number of parts.
  OpFoldResult start, count;
};

/// Finds the parts of a ranked tensor, input #`input` of the loop. Checks that
/// they are whole and inside the tensor.
FailureOr<TensorParts> findParts(ImplicitLocOpBuilder &builder, Value tensor,
                                 const LoopParts &parts, int64_t input);

/// Checks that there are `trips` parts. If that is null, it becomes their
/// number.
LogicalResult checkCount(ImplicitLocOpBuilder &builder,
                         const TensorParts &parts, OpFoldResult &trips);

/// Returns the part for iteration `index` as a view. `dropsAxis` leaves out the
/// axis, where parts have the size 1.
Value createPart(ImplicitLocOpBuilder &builder, const TensorParts &parts,
                 Value index, bool dropsAxis);

/// Joins the rows of `stack`, one for each iteration, along an axis. `addsAxis`
/// joins them along a new dimension of the result.
FailureOr<Value> joinParts(ImplicitLocOpBuilder &builder, Value stack,
                           const LoopParts &parts, bool addsAxis);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_LOOPPARTS_H
