//===- Scalars.h - computations on one element ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What operators of networks compute on one element: each is a `ScalarBuilder`
// (Elementwise.h). Integers wrap around, and no operand leaves a result
// undefined. Floats narrower than 32 bits are computed in f32 where a result of
// their own precision would be worse. Minima, maxima and comparisons treat NaN
// as NumPy does.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SCALARS_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SCALARS_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// Whether elements of this type are unsigned integers or bools.
bool isUnsigned(Type elementType);

//===----------------------------------------------------------------------===//
// Arithmetic on floats and integers
//===----------------------------------------------------------------------===//

/// Of one or more arguments.
Value buildAdd(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildSub(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildMul(OpBuilder &b, Location loc, Type elementType, ValueRange args);

/// Integers round towards zero; divided by 0 they are 0, and the least integer
/// divided by -1 is itself, both as in NumPy.
Value buildDiv(OpBuilder &b, Location loc, Type elementType, ValueRange args);

Value buildNeg(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildAbs(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildRelu(OpBuilder &b, Location loc, Type elementType, ValueRange args);

/// Of one or more arguments.
Value buildMin(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildMax(OpBuilder &b, Location loc, Type elementType, ValueRange args);

//===----------------------------------------------------------------------===//
// Functions of floats
//===----------------------------------------------------------------------===//

Value buildExp(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildLog(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildSqrt(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildTanh(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildErf(OpBuilder &b, Location loc, Type elementType, ValueRange args);
/// The first argument to the power of the second, of the same type.
Value buildPow(OpBuilder &b, Location loc, Type elementType, ValueRange args);

/// 1 / (1 + exp(-x)), which has no NaN for any x but NaN: the exponential of a
/// large number is infinite, and the reciprocal of that is 0.
Value buildSigmoid(OpBuilder &b, Location loc, Type elementType,
                   ValueRange args);

/// x * sigmoid(beta * x), where beta is the second argument or 1.
Value buildSwish(OpBuilder &b, Location loc, Type elementType, ValueRange args);

/// x / 2 * (1 + erf(x / sqrt(2))).
Value buildGelu(OpBuilder &b, Location loc, Type elementType, ValueRange args);

/// x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))).
Value buildGeluTanh(OpBuilder &b, Location loc, Type elementType,
                    ValueRange args);

//===----------------------------------------------------------------------===//
// Booleans
//===----------------------------------------------------------------------===//

Value buildEqual(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildNotEqual(OpBuilder &b, Location loc, Type elementType,
                    ValueRange args);
Value buildLess(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildLessOrEqual(OpBuilder &b, Location loc, Type elementType,
                       ValueRange args);
Value buildGreater(OpBuilder &b, Location loc, Type elementType,
                   ValueRange args);
Value buildGreaterOrEqual(OpBuilder &b, Location loc, Type elementType,
                          ValueRange args);

/// Of integers bit by bit.
Value buildAnd(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildOr(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildXor(OpBuilder &b, Location loc, Type elementType, ValueRange args);
Value buildNot(OpBuilder &b, Location loc, Type elementType, ValueRange args);

/// The second argument where the first, an i1, is true, else the third.
Value buildWhere(OpBuilder &b, Location loc, Type elementType, ValueRange args);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SCALARS_H
