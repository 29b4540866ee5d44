//===- Axes.h - dimensions that operators name ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_AXES_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_AXES_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// `axis` counted from the front, as the axis of a tensor of rank `rank`, or an
/// error at `loc`.
FailureOr<int64_t> getAxis(Location loc, int64_t axis, int64_t rank);

/// Checks that axes, attributes or index values, are in range for a tensor of
/// rank `rank`, and each dimension is named once at most: an error at `loc`, at
/// run time where axes are not known.
LogicalResult checkAxes(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> axes,
                        int64_t rank);

/// Whether `axis` names `dim` of a tensor of rank `rank`.
Value createIsAxis(OpBuilder &b, Location loc, OpFoldResult axis, int64_t dim,
                   int64_t rank);

/// The same for each dimension, whether one of `axes` names it.
SmallVector<Value> createMarks(OpBuilder &b, Location loc,
                               ArrayRef<OpFoldResult> axes, int64_t rank);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_AXES_H
