//===- ShapeValues.h - Folded tensors of integers ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Networks compute the shapes that they reshape to. Importers build such
// computations element by element, with ops that fold, on tensors from
// `tensor.from_elements`. So constants stay constants and become part of types.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SHAPEVALUES_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SHAPEVALUES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Returns whether tensors of this type are computed element by element: they
/// have rank 0 or 1 and a few elements of type i1, i32 or i64.
bool isShapeValue(Type type);

/// Returns whether the elements of `tensor`, a few integers as above in one or
/// two dimensions, are known one by one. PyTorch pads by a list that it
/// reverses as the rows of such a table.
bool isShapeTable(Value tensor);

/// Returns the elements of a statically shaped tensor of rank 0, 1 or 2 in
/// row-major order.
SmallVector<Value> createElements(ImplicitLocOpBuilder &builder, Value tensor);

/// Builds the tensor of these elements, a constant if all elements are.
Value createFromElements(ImplicitLocOpBuilder &builder, RankedTensorType type,
                         ValueRange elements);

/// Returns the element of a tensor that has only one. Dynamic sizes are checked
/// at run time. Errors call the tensor `what`.
FailureOr<Value> createOnlyElement(ImplicitLocOpBuilder &builder, Value tensor,
                                   StringRef what);

/// Converts an integer to an index, which is an attribute if the integer is a
/// constant.
OpFoldResult createIndex(ImplicitLocOpBuilder &builder, Value integer);

/// Returns whether an index is known to be at least 0, as a size is.
bool isCertainlySize(OpFoldResult index);

/// Returns the integers in `list` as indices. The tensor has to be 1-D and of
/// static length; errors call it `what`.
FailureOr<SmallVector<OpFoldResult>>
createIndices(ImplicitLocOpBuilder &builder, Value list, StringRef what);

/// Builds the sizes of dimensions [begin, end) of a ranked tensor as a 1-D
/// tensor of `elementType`, as ONNX's Shape and OpenVINO's ShapeOf do.
Value createShapeOf(ImplicitLocOpBuilder &builder, Value tensor,
                    Type elementType, int64_t begin, int64_t end);

/// Builds the number of elements of a ranked tensor as a scalar tensor.
Value createSizeOf(ImplicitLocOpBuilder &builder, Value tensor,
                   Type elementType);

/// Erases unused arith and tensor ops of a block, which folding leaves behind.
void eraseUnusedShapeOps(Block &block);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SHAPEVALUES_H
