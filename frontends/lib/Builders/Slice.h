//===- Slice.h - Strided slices ---------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SLICE_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SLICE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// A slice along one axis. Negative positions count from the end; positions are
/// clamped. The slice ends before `end`.
struct AxisSlice {
  OpFoldResult axis, start, end, step;
};

/// The lists of slices along several axes.
struct SliceLists {
  SmallVector<OpFoldResult> starts, ends, axes, steps;

  /// Checks that they have the same length.
  LogicalResult verify(ImplicitLocOpBuilder &builder) const;
};

/// Builds NumPy's `data[start:end:step]` along each axis, except that a
/// backward slice that starts before the first element starts at that element.
/// A repeated axis, an axis out of range and a step of 0 are errors, at run
/// time where they are not known. The result is a view unless a step may be
/// negative.
FailureOr<Value> createSlice(ImplicitLocOpBuilder &builder, Value data,
                             ArrayRef<AxisSlice> slices);

/// Builds the same for lists, which it verifies.
FailureOr<Value> createSlice(ImplicitLocOpBuilder &builder, Value data,
                             const SliceLists &lists);

/// Builds a slice, or an empty tensor if the slice is known to be empty,
/// because upstream rejects empty slices at the end of a dimension. The slice
/// lies within `data`. Then drops the dimension `droppedDim`, which has size 1.
Value createView(ImplicitLocOpBuilder &builder, Value data,
                 ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                 ArrayRef<OpFoldResult> strides,
                 std::optional<int64_t> droppedDim = std::nullopt);

/// Puts `row` at position `index` of the first dimension of `tensor`, which has
/// the other sizes of `row`.
Value createRowInsert(ImplicitLocOpBuilder &builder, Value row, Value tensor,
                      OpFoldResult index);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SLICE_H
