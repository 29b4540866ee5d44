//===- Expand.h - tensors repeated to a shape -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_EXPAND_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_EXPAND_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// The sizes that a 1-D tensor of integers holds. A length that is not static
/// and a negative size are errors at `loc`, the latter at run time where it is
/// not known.
FailureOr<SmallVector<OpFoldResult>> createShape(OpBuilder &b, Location loc,
                                                 Value shape);

/// Repeats a ranked tensor as broadcasting it against one of these sizes would:
/// a size of 1 changes nothing. Sizes that do not fit are an error at `loc`, at
/// run time where they are not known.
FailureOr<Value> createExpand(OpBuilder &b, Location loc, Value data,
                              ArrayRef<OpFoldResult> sizes);

/// A tensor of these sizes that repeats one element: `value`, an attribute of
/// the signless form of `elementType`.
Value createFill(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes,
                 Type elementType, TypedAttr value);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_EXPAND_H
