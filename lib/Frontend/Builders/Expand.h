//===- Expand.h - Tensors repeated to a shape -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_EXPAND_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_EXPAND_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split {

/// Returns the sizes that a 1-D tensor of integers holds. A dynamic length and
/// a negative size are errors, the latter at run time where it is not known.
FailureOr<SmallVector<OpFoldResult>> createShape(ImplicitLocOpBuilder &builder,
                                                 Value shape);

/// Repeats a ranked tensor as broadcasting it against one of these sizes would:
/// a size of 1 changes nothing. Sizes that do not fit are an error, at run
/// time where they are not known.
FailureOr<Value> createExpand(ImplicitLocOpBuilder &builder, Value data,
                              ArrayRef<OpFoldResult> sizes);

/// Builds a tensor of these sizes that repeats `value`, an attribute of the
/// signless type for `elementType`.
Value createFill(ImplicitLocOpBuilder &builder, ArrayRef<OpFoldResult> sizes,
                 Type elementType, TypedAttr value);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_EXPAND_H
