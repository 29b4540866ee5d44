//===- Sizes.h - sizes of tensors -------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A size is an attribute where it is known at import, else an index value.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SIZES_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SIZES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::split {

RankedTensorType getRankedType(Value tensor);

/// The size of `tensor` along `dim`: from its type, else from the ops that made
/// it, as far back as they tell, else a `tensor.dim`.
OpFoldResult getSize(OpBuilder &b, Location loc, Value tensor, int64_t dim);

/// All sizes of a ranked tensor.
SmallVector<OpFoldResult> getSizes(OpBuilder &b, Location loc, Value tensor);

/// The product of sizes.
OpFoldResult createProduct(OpBuilder &b, Location loc,
                           ArrayRef<OpFoldResult> sizes);

/// Whether the sizes are certainly equal.
bool isSameSize(OpFoldResult lhs, OpFoldResult rhs);

/// The type of a tensor with these sizes.
RankedTensorType getTensorType(ArrayRef<OpFoldResult> sizes, Type elementType);

/// Whether tensors of this type certainly have no elements. Builders make them
/// by `tensor.empty`: upstream takes views of them for invalid in places.
bool isCertainlyEmpty(RankedTensorType type);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SIZES_H
