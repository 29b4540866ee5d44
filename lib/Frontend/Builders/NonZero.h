//===- NonZero.h - Positions of elements that are not zero ---- -*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_NONZERO_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_NONZERO_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split {

/// Builds a tensor of `elementType`, i32 or i64, whose column i is the position
/// of element i of those that are not zero, in row-major order. It has as many
/// rows as `data`, a ranked tensor of numbers or bools, has dimensions.
Value createNonZero(ImplicitLocOpBuilder &builder, Value data,
                    Type elementType);

/// Builds the slices of `data` along `axis`, in order, where `condition`, a 1-D
/// tensor of bools, is true. A true element beyond the end of the axis is an
/// error at run time.
FailureOr<Value> createCompress(ImplicitLocOpBuilder &builder, Value data,
                                Value condition, int64_t axis);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_NONZERO_H
