//===- Reshape.h - Reshapes -------------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RESHAPE_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RESHAPE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Gives the elements of a ranked tensor the sizes in `shape`, a 1-D tensor of
/// integers, by the rules of `resolveShape`.
FailureOr<Value> createReshape(ImplicitLocOpBuilder &builder, Value data,
                               Value shape, bool copyZeros);

/// Gives the elements of a ranked tensor these sizes, whose product is the
/// number of elements.
Value createReshapeTo(ImplicitLocOpBuilder &builder, Value data,
                      ArrayRef<OpFoldResult> sizes);

/// Collapses the dimensions before `axis` to one, and the others to another.
/// `axis` counts from the end if it is negative.
FailureOr<Value> createFlatten(ImplicitLocOpBuilder &builder, Value data,
                               int64_t axis);

/// Adds dimensions of size 1 at `axes` of the result. The result is a view if
/// the axes are constants.
FailureOr<Value> createUnsqueeze(ImplicitLocOpBuilder &builder, Value data,
                                 ArrayRef<OpFoldResult> axes);

/// Removes dimensions of size 1: those at `axes` or, if there are none, all
/// that are known to have it. Run-time checks verify that dynamic sizes at
/// `axes` are 1 or, if there are none, that no dynamic size is.
FailureOr<Value> createSqueeze(ImplicitLocOpBuilder &builder, Value data,
                               std::optional<ArrayRef<OpFoldResult>> axes);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RESHAPE_H
