//===- Sizes.h - Sizes of tensors -------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A size is an attribute if it is known at import, else an index value.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SIZES_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SIZES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

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

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SIZES_H
