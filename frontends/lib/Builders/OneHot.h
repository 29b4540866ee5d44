//===- OneHot.h - One-hot tensors -------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ONEHOT_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ONEHOT_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Keeps the elements of the matrices in the last two dimensions of `data` that
/// are on diagonal `k` or above it, or on it or below it, and sets the others
/// to zero. Diagonal 0 begins at the first element, and diagonal 1 is above it.
FailureOr<Value> createTriangle(ImplicitLocOpBuilder &builder, Value data,
                                OpFoldResult k, bool isUpper);

/// Builds a tensor of these sizes, at least two, with ones on diagonal `k` of
/// the last two dimensions and zeros elsewhere.
Value createEye(ImplicitLocOpBuilder &builder, ArrayRef<OpFoldResult> sizes,
                OpFoldResult k, Type elementType);

/// Inserts a dimension of size `depth` at `axis` of the result, which has the
/// scalar `on` where the position along it equals the element of `indices`, a
/// tensor of i64, and `off` elsewhere. An index below 0 counts from the end if
/// `allowsNegative`. An axis out of range and a depth below 0 are errors, the
/// latter at run time where it is not known.
FailureOr<Value> createOneHot(ImplicitLocOpBuilder &builder, Value indices,
                              OpFoldResult depth, Value off, Value on,
                              int64_t axis, bool allowsNegative);

/// Builds ones where the first of the greatest elements along `axis` of a
/// tensor of floats is, and zeros elsewhere.
Value createHardmax(ImplicitLocOpBuilder &builder, Value data, int64_t axis);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ONEHOT_H
