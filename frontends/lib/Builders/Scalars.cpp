//===- Scalars.cpp - Scalar functions of operators ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

bool mlir::split::frontends::isUnsigned(Type elementType) {
  return elementType.isUnsignedInteger() || elementType.isInteger(1);
}

Value mlir::split::frontends::createNumber(ImplicitLocOpBuilder &builder,
                                           Type type, double value) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder,
                                     builder.getFloatAttr(type, value));
  return arith::ConstantOp::create(
      builder, builder.getIntegerAttr(type, static_cast<int64_t>(value)));
}

Value mlir::split::frontends::buildDiv(ImplicitLocOpBuilder &builder, Type type,
                                       ValueRange args) {
  Value lhs = args[0], rhs = args[1];
  if (isa<FloatType>(type))
    return arith::DivFOp::create(builder, lhs, rhs);
  // LLVM defines neither a division by 0 nor one that overflows.
  auto select = [&](Value condition, Value ifTrue, Value ifFalse) {
    return builder.createOrFold<arith::SelectOp>(condition, ifTrue, ifFalse);
  };
  Value zero = createNumber(builder, lhs.getType(), 0);
  Value one = createNumber(builder, lhs.getType(), 1);
  Value isZero = buildEqual(builder, type, {rhs, zero});
  Value divisor = select(isZero, one, rhs);
  if (isUnsigned(type))
    return select(isZero, zero,
                  builder.createOrFold<arith::DivUIOp>(lhs, divisor));
  Value minusOne = createNumber(builder, lhs.getType(), -1);
  Value isMinusOne = buildEqual(builder, type, {rhs, minusOne});
  divisor = select(isMinusOne, one, divisor);
  Value quotient = builder.createOrFold<arith::DivSIOp>(lhs, divisor);
  quotient = select(isMinusOne, buildNeg(builder, type, lhs), quotient);
  return select(isZero, zero, quotient);
}

Value mlir::split::frontends::buildFloorDiv(ImplicitLocOpBuilder &builder,
                                            Type type, ValueRange args) {
  Value quotient = buildDiv(builder, type, args);
  if (isa<FloatType>(type) || isUnsigned(type))
    return quotient;
  Value product = buildMul(builder, type, {quotient, args[1]});
  Value rest = buildSub(builder, type, {args[0], product});
  Value zero = createNumber(builder, rest.getType(), 0);
  Value signs = buildXor(builder, type, {rest, args[1]});
  Value isInexact = buildNotEqual(builder, type, {rest, zero});
  Value differ = buildLess(builder, type, {signs, zero});
  Value rounds = buildAnd(builder, type, {isInexact, differ});
  Value one = builder.createOrFold<arith::ExtSIOp>(rest.getType(), rounds);
  return buildAdd(builder, type, {quotient, one});
}

static Value computeRem(ImplicitLocOpBuilder &builder, Type type,
                        ValueRange args) {
  return arith::RemFOp::create(builder, args[0], args[1]);
}

Value mlir::split::frontends::buildRem(ImplicitLocOpBuilder &builder, Type type,
                                       ValueRange args) {
  if (isa<FloatType>(type))
    return computeInF32(builder, type, args, computeRem);
  Value quotient = buildDiv(builder, type, args);
  Value product = buildMul(builder, type, {quotient, args[1]});
  Value rest = buildSub(builder, type, {args[0], product});
  Value zero = createNumber(builder, rest.getType(), 0);
  Value isZero = buildEqual(builder, type, {args[1], zero});
  return builder.createOrFold<arith::SelectOp>(isZero, zero, rest);
}

Value mlir::split::frontends::buildFloorMod(ImplicitLocOpBuilder &builder,
                                            Type type, ValueRange args) {
  Value rest = buildRem(builder, type, args);
  if (isUnsigned(type))
    return rest;
  Value zero = createNumber(builder, rest.getType(), 0);
  Value isInexact = buildNotEqual(builder, type, {rest, zero});
  Value differ = buildXor(builder, type,
                          {buildLess(builder, type, {rest, zero}),
                           buildLess(builder, type, {args[1], zero})});
  Value moves = buildAnd(builder, type, {isInexact, differ});
  Value moved = buildAdd(builder, type, {rest, args[1]});
  return builder.createOrFold<arith::SelectOp>(moves, moved, rest);
}

Value mlir::split::frontends::buildMulAdd(ImplicitLocOpBuilder &builder,
                                          Type type, ValueRange args) {
  Value sum = args[2];
  auto widen = [&](Value x) {
    return x.getType() == sum.getType()
               ? x
               : arith::ExtFOp::create(builder, sum.getType(), x);
  };
  Value lhs = widen(args[0]), rhs = widen(args[1]);
  return buildAdd(builder, type, {sum, buildMul(builder, type, {lhs, rhs})});
}

Value mlir::split::frontends::buildIsNan(ImplicitLocOpBuilder &builder,
                                         Type type, ValueRange args) {
  return arith::CmpFOp::create(builder, FloatIs::UNO, args[0], args[0]);
}

Value mlir::split::frontends::buildNeg(ImplicitLocOpBuilder &builder, Type type,
                                       ValueRange args) {
  if (isa<FloatType>(type))
    return arith::NegFOp::create(builder, args[0]);
  Value zero = createNumber(builder, args[0].getType(), 0);
  return builder.createOrFold<arith::SubIOp>(zero, args[0]);
}

Value mlir::split::frontends::buildAbs(ImplicitLocOpBuilder &builder, Type type,
                                       ValueRange args) {
  if (isa<FloatType>(type))
    return math::AbsFOp::create(builder, args[0]);
  if (isUnsigned(type))
    return args[0];
  return buildMax(builder, type, {args[0], buildNeg(builder, type, args)});
}

Value mlir::split::frontends::buildRelu(ImplicitLocOpBuilder &builder,
                                        Type type, ValueRange args) {
  Value zero = createNumber(builder, args[0].getType(), 0);
  return buildMax(builder, type, {args[0], zero});
}

Value mlir::split::frontends::buildNot(ImplicitLocOpBuilder &builder, Type type,
                                       ValueRange args) {
  Value ones = createNumber(builder, args[0].getType(), -1);
  return buildXor(builder, type, {args[0], ones});
}

Value mlir::split::frontends::buildSquare(ImplicitLocOpBuilder &builder,
                                          Type type, ValueRange args) {
  return buildMul(builder, type, {args[0], args[0]});
}

Value mlir::split::frontends::buildSquaredDifference(
    ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
  return buildSquare(builder, type, buildSub(builder, type, args));
}

Value mlir::split::frontends::buildSign(ImplicitLocOpBuilder &builder,
                                        Type type, ValueRange args) {
  Value x = args[0];
  auto select = [&](Value condition, double value, Value otherwise) -> Value {
    return builder.createOrFold<arith::SelectOp>(
        condition, createNumber(builder, x.getType(), value), otherwise);
  };
  Value zero = createNumber(builder, x.getType(), 0);
  Value sign = select(buildGreater(builder, type, {x, zero}), 1, x);
  return isUnsigned(type)
             ? sign
             : select(buildLess(builder, type, {x, zero}), -1, sign);
}

Value mlir::split::frontends::buildPRelu(ImplicitLocOpBuilder &builder,
                                         Type type, ValueRange args) {
  Value zero = createNumber(builder, args[0].getType(), 0);
  Value isNegative = buildLess(builder, type, {args[0], zero});
  return builder.createOrFold<arith::SelectOp>(
      isNegative, buildMul(builder, type, args), args[0]);
}

Value mlir::split::frontends::buildFiniteOrZero(ImplicitLocOpBuilder &builder,
                                                Type type, ValueRange args) {
  Value isFinite = math::IsFiniteOp::create(builder, args[0]);
  return arith::SelectOp::create(builder, isFinite, args[0],
                                 createNumber(builder, type, 0));
}

Value mlir::split::frontends::computeInF32(
    ImplicitLocOpBuilder &builder, Type type, ValueRange args,
    llvm::function_ref<ScalarFunction> compute) {
  if (type.getIntOrFloatBitWidth() >= 32)
    return compute(builder, type, args);
  Type f32 = builder.getF32Type();
  SmallVector<Value> wide = llvm::map_to_vector(args, [&](Value arg) -> Value {
    return arith::ExtFOp::create(builder, f32, arg);
  });
  return arith::TruncFOp::create(builder, type, compute(builder, f32, wide));
}
