//===- ShapeValues.h - small tensors of integers ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Networks compute the shapes that they reshape to. Such computations are done
// element by element, with ops that fold, on tensors made by
// `tensor.from_elements`: so what is known at import stays a constant, and
// becomes part of types.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SHAPEVALUES_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SHAPEVALUES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::split {

/// Whether tensors of this type are computed element by element: they are of
/// rank 0 or 1, with a few elements that are i1, i32 or i64.
bool isShapeValue(Type type);

/// The elements of a statically shaped tensor of rank 0 or 1.
SmallVector<Value> createElements(OpBuilder &b, Location loc, Value tensor);

/// The tensor of these elements, a constant if all are.
Value createFromElements(OpBuilder &b, Location loc, RankedTensorType type,
                         ValueRange elements);

/// An integer that is a size, position or the like, as an index: an attribute
/// where it is a constant.
OpFoldResult createIndex(OpBuilder &b, Location loc, Value integer);

/// Whether an index is certainly at least 0, as a size is.
bool isCertainlySize(OpFoldResult index);

/// The integers that a tensor holds as indices: it is 1-D with a static length,
/// or an error at `loc` says of the input `what` that it is not.
FailureOr<SmallVector<OpFoldResult>> createIndices(OpBuilder &b, Location loc,
                                                   Value list, StringRef what);

/// The sizes that ONNX's Shape and OpenVINO's ShapeOf give: those of dimensions
/// `begin` to `end`, less the latter, of a ranked tensor, as a 1-D tensor of
/// `elementType`.
Value createShapeOf(OpBuilder &b, Location loc, Value tensor, Type elementType,
                    int64_t begin, int64_t end);

/// Erases what folding left unused in a block: ops that only move elements, or
/// compute on single ones.
void eraseUnusedShapeOps(Block &block);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SHAPEVALUES_H
