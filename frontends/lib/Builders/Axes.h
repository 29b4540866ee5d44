//===- Axes.h - Axes of operators -------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_AXES_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_AXES_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::split::frontends {

/// Returns `axis` counted from the front of a tensor of rank `rank`, or an
/// error.
FailureOr<int64_t> getAxis(ImplicitLocOpBuilder &builder, int64_t axis,
                           int64_t rank);

/// Checks that axes, attributes or index values, are in range for a tensor of
/// rank `rank`, and that no dimension is named twice; at run time where axes
/// are not known.
LogicalResult checkAxes(ImplicitLocOpBuilder &builder,
                        ArrayRef<OpFoldResult> axes, int64_t rank);

/// Returns constant axes counted from the front, or an error.
FailureOr<SmallVector<int64_t>> getAxes(ImplicitLocOpBuilder &builder,
                                        ArrayRef<int64_t> axes, int64_t rank);

/// Returns the set of the dimensions that constant axes name, or an error.
FailureOr<llvm::SmallBitVector> getDims(ImplicitLocOpBuilder &builder,
                                        ArrayRef<int64_t> axes, int64_t rank);

/// Returns whether `axis` names `dim` of a tensor of rank `rank`.
Value createIsAxis(ImplicitLocOpBuilder &builder, OpFoldResult axis,
                   int64_t dim, int64_t rank);

/// Returns for each dimension whether one of `axes` names it.
SmallVector<Value> createMarks(ImplicitLocOpBuilder &builder,
                               ArrayRef<OpFoldResult> axes, int64_t rank);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_AXES_H
