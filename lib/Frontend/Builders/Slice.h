//===- Slice.h - strided parts of tensors -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SLICE_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SLICE_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// A part of a tensor along one axis. Positions count from the end where they
/// are negative, and are clamped; `end` is not part of the slice.
struct AxisSlice {
  OpFoldResult axis, start, end, step;
};

/// NumPy's `data[start:end:step]` along each axis, but for a step backwards
/// that starts before the first element: it starts at that. An axis given
/// twice, or out of range, and a step of 0 are errors at `loc`, at run time
/// where they are not known. It is a view unless a step may be negative.
FailureOr<Value> createSlice(OpBuilder &b, Location loc, Value data,
                             ArrayRef<AxisSlice> slices);

/// A part of a tensor as a view, or an empty tensor where it is certainly
/// empty: upstream refuses such slices at the end of a dimension. The part lies
/// within `data`; `resultSizes` may leave out sizes of 1.
Value createView(OpBuilder &b, Location loc, Value data,
                 ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                 ArrayRef<OpFoldResult> strides,
                 ArrayRef<OpFoldResult> resultSizes);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SLICE_H
