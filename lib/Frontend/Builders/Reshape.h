//===- Reshape.h - other shapes of the same elements ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_RESHAPE_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_RESHAPE_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// Gives the elements of a ranked tensor the sizes that `shape`, a 1-D tensor
/// of integers, holds. One size may be -1: it is what the others leave. With
/// `copyZeros` a 0 copies the size of data at its position, unless it is the
/// size of a tensor that happens to be empty. Sizes that do not fit are an
/// error at `loc`, at run time where they are not known.
FailureOr<Value> createReshape(OpBuilder &b, Location loc, Value data,
                               Value shape, bool copyZeros);

/// Gives the elements of a ranked tensor these sizes, which it certainly has as
/// many elements as.
Value createReshapeTo(OpBuilder &b, Location loc, Value data,
                      ArrayRef<OpFoldResult> sizes);

/// Makes dimensions before `axis` one, and the others another. `axis` counts
/// from the end if it is negative.
FailureOr<Value> createFlatten(OpBuilder &b, Location loc, Value data,
                               int64_t axis);

/// Adds dimensions of size 1, at `axes` of the result: a view if they are
/// known.
FailureOr<Value> createUnsqueeze(OpBuilder &b, Location loc, Value data,
                                 ArrayRef<OpFoldResult> axes);

/// Removes dimensions of size 1, which is checked at run time where it is not
/// known: those at `axes`, or all if there are none, which needs static sizes.
FailureOr<Value> createSqueeze(OpBuilder &b, Location loc, Value data,
                               std::optional<ArrayRef<OpFoldResult>> axes);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_RESHAPE_H
