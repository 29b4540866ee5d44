//===- Expand.h - Expansion, tiling and filling -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_EXPAND_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_EXPAND_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Returns the sizes that a 1-D tensor of integers holds. A dynamic length is
/// an error. A negative size is an error, or fails a run-time check if it is
/// not known at import.
FailureOr<SmallVector<OpFoldResult>> createShape(ImplicitLocOpBuilder &builder,
                                                 Value shape);

/// Checks that sizes are at least 0, at run time where they are not known.
LogicalResult checkShapeSizes(ImplicitLocOpBuilder &builder,
                              ArrayRef<OpFoldResult> sizes);

/// Broadcasts a ranked tensor against a tensor with these sizes. A requested
/// size of 1 changes nothing. Sizes that do not fit are an error, or fail a
/// run-time check if they are not known at import.
FailureOr<Value> createExpand(ImplicitLocOpBuilder &builder, Value data,
                              ArrayRef<OpFoldResult> sizes);

/// Repeats a ranked tensor `repeats[i]` times along each dimension i. A
/// negative number and a size that overflows are errors, at run time where they
/// are not known.
FailureOr<Value> createTile(ImplicitLocOpBuilder &builder, Value data,
                            ArrayRef<OpFoldResult> repeats);

/// Builds a tensor of these sizes that repeats `value`, an attribute of the
/// signless type for `elementType`.
Value createFill(ImplicitLocOpBuilder &builder, ArrayRef<OpFoldResult> sizes,
                 Type elementType, TypedAttr value);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_EXPAND_H
