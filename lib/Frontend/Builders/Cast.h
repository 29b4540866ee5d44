//===- Cast.h - elements of other types -------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_CAST_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_CAST_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// Converts a ranked tensor, of integers or floats as `elementType` is. To i1:
/// whether an element is not 0. From a float to an integer: rounded towards
/// zero; numbers that the type cannot hold become the nearest it can, and NaN
/// becomes 0. Between integers: the low bits.
Value createCast(OpBuilder &b, Location loc, Value tensor, Type elementType);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_CAST_H
