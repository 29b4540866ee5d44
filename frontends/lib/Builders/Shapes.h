//===- Shapes.h - Sizes and axes of tensors, and their checks ---*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SHAPES_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SHAPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/Dialect/Split/IR/Checks.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::split::frontends {

// A size is an attribute if it is known at import, else an index value.

RankedTensorType getRankedType(Value tensor);

/// Returns the size of `tensor` along `dim`: from its type, else from the ops
/// that define it, else from a new `tensor.dim`.
OpFoldResult getSize(ImplicitLocOpBuilder &builder, Value tensor, int64_t dim);

/// Returns all sizes of a ranked tensor.
SmallVector<OpFoldResult> getSizes(ImplicitLocOpBuilder &builder, Value tensor);

/// Builds the product of sizes.
OpFoldResult createProduct(ImplicitLocOpBuilder &builder,
                           ArrayRef<OpFoldResult> sizes);

/// Returns whether the sizes are known to be equal.
bool isSameSize(OpFoldResult lhs, OpFoldResult rhs);

/// Returns the type of a tensor with these sizes.
RankedTensorType getTensorType(ArrayRef<OpFoldResult> sizes, Type elementType);

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

// Networks compute the shapes that they reshape to. Importers build such
// computations element by element, with ops that fold, on tensors from
// `tensor.from_elements`. So constants stay constants and become part of types.

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

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SHAPES_H
