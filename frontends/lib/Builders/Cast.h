//===- Cast.h - Conversions of element types --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CAST_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CAST_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Converts the elements of a ranked tensor of integers or floats. An i1 says
/// whether the element is not 0. A float is rounded towards zero to an integer;
/// numbers that the type cannot hold become the nearest that it can, and NaN
/// becomes 0. Between integers, the low bits stay.
Value createCast(ImplicitLocOpBuilder &builder, Value tensor, Type elementType);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CAST_H
