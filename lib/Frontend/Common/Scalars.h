//===- Scalars.h - computations on one element ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What operators of networks compute on one element: each is a `ScalarBuilder`
// (Elementwise.h). Floats narrower than 32 bits are computed in f32 where a
// result of their own precision would be worse.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_COMMON_SCALARS_H
#define SPLIT_MLIR_LIB_FRONTEND_COMMON_SCALARS_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// 1 / (1 + exp(-x)), which has no NaN for any x but NaN: the exponential of a
/// large number is infinite, and the reciprocal of that is 0.
Value buildSigmoid(OpBuilder &b, Location loc, Type elementType,
                   ValueRange args);

/// Integers wrap around, so signedness does not matter.
Value buildMul(OpBuilder &b, Location loc, Type elementType, ValueRange args);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_COMMON_SCALARS_H
