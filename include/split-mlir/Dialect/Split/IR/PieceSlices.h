//===- PieceSlices.h - pieces as slices of data -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What upstream's slices ask of the one who makes them from pieces.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_PIECESLICES_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_PIECESLICES_H

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir {
class OpBuilder;

namespace split {

/// The size that the type of a piece of `data` states along `dim`, if a slice
/// of `data` can have it. To give it to the piece is better than a cast
/// to `type` afterwards: where the program casts sizes of `data` away that do
/// not fit, it fails if it comes here, but upstream would fold both casts into
/// one that is invalid.
OpFoldResult getStatedSize(Value data, Type type, int64_t dim);

/// Whether `dims` tell statically that there are no elements.
bool isStaticallyEmpty(ArrayRef<OpFoldResult> dims);

/// A part of a tensor that has a rank, with strides of 1.
struct PieceSlice {
  SmallVector<OpFoldResult> offsets, sizes;
};

/// Whether a slice of `data` with `sizes` has certainly no elements. Then
/// upstream's verifiers may refuse it.
bool isEmptySlice(ShapedType data, ArrayRef<OpFoldResult> sizes);

/// A tensor of `dims` with the element type and encoding of `data`.
Value createEmpty(OpBuilder &builder, Location loc, Value data,
                  ArrayRef<OpFoldResult> dims);

/// `slice` of the tensor `data`, or an empty tensor where that is certain.
Value createPieceSlice(OpBuilder &builder, Location loc, Value data,
                       const PieceSlice &slice);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_PIECESLICES_H
