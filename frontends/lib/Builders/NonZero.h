//===- NonZero.h - Positions of nonzero elements ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_NONZERO_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_NONZERO_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Builds a tensor of `elementType`, i32 or i64, with a column for each element
/// of `data` that is not zero, in row-major order. The column is the position
/// of the element, with a row for each dimension of `data`, a ranked tensor of
/// numbers or bools.
Value createNonZero(ImplicitLocOpBuilder &builder, Value data,
                    Type elementType);

/// Concatenates the slices of `data` along `axis` for which `condition`, a 1-D
/// tensor of bools, is true. A true element beyond the end of the axis is an
/// error at run time.
FailureOr<Value> createCompress(ImplicitLocOpBuilder &builder, Value data,
                                Value condition, int64_t axis);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_NONZERO_H
