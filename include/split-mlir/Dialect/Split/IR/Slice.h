//===- Slice.h - Slices of tensors and memrefs ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_SLICE_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_SLICE_H

#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::split {

/// Returns whether a shaped type has a static size of 0.
bool isStaticallyEmpty(Type type);

/// Returns whether one of `sizes` is the attribute 0.
bool isStaticallyEmpty(ArrayRef<OpFoldResult> sizes);

/// Returns the sizes of a ranked tensor or memref.
SmallVector<OpFoldResult> getMixedSizes(OpBuilder &builder, Location loc,
                                        Value value);

/// Returns the size of a ranked tensor or memref along `dim`.
OpFoldResult getMixedSize(OpBuilder &builder, Location loc, Value value,
                          int64_t dim);

/// Groups the dimensions of a slice so that each group has one dimension that
/// is not in `dropped`. Dropped dimensions, which have size 1, come first in a
/// group if possible, because bufferization copies where others have unknown
/// strides.
SmallVector<ReassociationIndices>
groupDroppedDims(const llvm::SmallBitVector &dropped);

/// A slice of a ranked tensor or memref with strides of 1.
struct Slice {
  SmallVector<OpFoldResult> offsets, sizes;

  /// Returns whether the slice of a value of type `source` statically has no
  /// elements (C7), provided that it is in bounds: then a slice that starts at
  /// the end of a dimension is empty. Upstream's verifiers reject such a slice,
  /// and slices of a source with an empty dimension.
  bool isStaticallyEmpty(Type source) const;

  /// Returns whether upstream's verifiers accept the slice of a value of
  /// `shape`: no static offset and size is out of bounds.
  bool isInBounds(ArrayRef<int64_t> shape) const;

  /// Creates a `tensor.extract_slice` or a `memref.subview` of `source`.
  Value create(OpBuilder &builder, Location loc, Value source) const;

  /// Creates the slice of the tensor `source`, or a `tensor.empty` if the slice
  /// is statically empty, or out of bounds and thus after a check that fails.
  Value createOrEmpty(OpBuilder &builder, Location loc, Value source) const;
};

/// Creates a tensor of `sizes` with the element type and encoding of `like`.
Value createEmpty(OpBuilder &builder, Location loc, Value like,
                  ArrayRef<OpFoldResult> sizes);

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_SLICE_H
