//===- Scalars.cpp - computations on one element --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops on integers are folded, as integers may be the sizes of a shape
// (ShapeValues.h).
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;

bool mlir::split::isUnsigned(Type elementType) {
  return elementType.isUnsignedInteger() || elementType.isInteger(1);
}

static Value createConstant(OpBuilder &b, Location loc, Type type,
                            double value) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, value));
  return arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(type, static_cast<int64_t>(value)));
}

//===----------------------------------------------------------------------===//
// Arithmetic on floats and integers
//===----------------------------------------------------------------------===//

template <typename FloatOp, typename SignedOp, typename UnsignedOp = SignedOp>
static Value buildByType(OpBuilder &b, Location loc, Type elementType,
                         ValueRange args) {
  if (isa<FloatType>(elementType))
    return FloatOp::create(b, loc, args[0], args[1]);
  if (isUnsigned(elementType))
    return b.createOrFold<UnsignedOp>(loc, args[0], args[1]);
  return b.createOrFold<SignedOp>(loc, args[0], args[1]);
}

Value mlir::split::buildAdd(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  Value sum = args[0];
  for (Value arg : args.drop_front())
    sum = buildByType<arith::AddFOp, arith::AddIOp>(b, loc, elementType,
                                                    {sum, arg});
  return sum;
}

Value mlir::split::buildSub(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  return buildByType<arith::SubFOp, arith::SubIOp>(b, loc, elementType, args);
}

Value mlir::split::buildMul(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  return buildByType<arith::MulFOp, arith::MulIOp>(b, loc, elementType, args);
}

static Value createIsEqual(OpBuilder &b, Location loc, Value lhs, Value rhs) {
  return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, lhs, rhs);
}

Value mlir::split::buildDiv(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  Value lhs = args[0], rhs = args[1];
  if (isa<FloatType>(elementType))
    return arith::DivFOp::create(b, loc, lhs, rhs);
  // LLVM defines neither a division by 0 nor one that overflows.
  auto select = [&](Value condition, Value ifTrue, Value ifFalse) {
    return b.createOrFold<arith::SelectOp>(loc, condition, ifTrue, ifFalse);
  };
  Value zero = createConstant(b, loc, lhs.getType(), 0);
  Value one = createConstant(b, loc, lhs.getType(), 1);
  Value isZero = createIsEqual(b, loc, rhs, zero);
  Value divisor = select(isZero, one, rhs);
  if (isUnsigned(elementType))
    return select(isZero, zero,
                  b.createOrFold<arith::DivUIOp>(loc, lhs, divisor));
  Value isMinusOne =
      createIsEqual(b, loc, rhs, createConstant(b, loc, lhs.getType(), -1));
  divisor = select(isMinusOne, one, divisor);
  Value quotient = b.createOrFold<arith::DivSIOp>(loc, lhs, divisor);
  quotient = select(isMinusOne, b.createOrFold<arith::SubIOp>(loc, zero, lhs),
                    quotient);
  return select(isZero, zero, quotient);
}

Value mlir::split::buildNeg(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  if (isa<FloatType>(elementType))
    return arith::NegFOp::create(b, loc, args[0]);
  return b.createOrFold<arith::SubIOp>(
      loc, createConstant(b, loc, args[0].getType(), 0), args[0]);
}

Value mlir::split::buildAbs(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  if (isa<FloatType>(elementType))
    return math::AbsFOp::create(b, loc, args[0]);
  if (isUnsigned(elementType))
    return args[0];
  return b.createOrFold<arith::MaxSIOp>(loc, args[0],
                                        buildNeg(b, loc, elementType, args));
}

Value mlir::split::buildRelu(OpBuilder &b, Location loc, Type elementType,
                             ValueRange args) {
  Value zero = createConstant(b, loc, args[0].getType(), 0);
  return buildMax(b, loc, elementType, {args[0], zero});
}

Value mlir::split::buildMin(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  Value least = args[0];
  for (Value arg : args.drop_front())
    least = buildByType<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(
        b, loc, elementType, {least, arg});
  return least;
}

Value mlir::split::buildMax(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  Value greatest = args[0];
  for (Value arg : args.drop_front())
    greatest = buildByType<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(
        b, loc, elementType, {greatest, arg});
  return greatest;
}

//===----------------------------------------------------------------------===//
// Functions of floats
//===----------------------------------------------------------------------===//

/// Computes on f32 in place of a narrower float.
static Value
computeInF32(OpBuilder &b, Location loc, Type elementType, ValueRange args,
             llvm::function_ref<Value(Type type, ValueRange args)> compute) {
  if (elementType.getIntOrFloatBitWidth() >= 32)
    return compute(elementType, args);
  SmallVector<Value> wide = llvm::map_to_vector(args, [&](Value arg) -> Value {
    return arith::ExtFOp::create(b, loc, b.getF32Type(), arg);
  });
  return arith::TruncFOp::create(b, loc, elementType,
                                 compute(b.getF32Type(), wide));
}

template <typename OpTy>
static Value buildInF32(OpBuilder &b, Location loc, Type elementType,
                        ValueRange args) {
  return computeInF32(b, loc, elementType, args,
                      [&](Type, ValueRange args) -> Value {
                        return OpTy::create(b, loc, args);
                      });
}

Value mlir::split::buildExp(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  return buildInF32<math::ExpOp>(b, loc, elementType, args);
}

Value mlir::split::buildLog(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  return buildInF32<math::LogOp>(b, loc, elementType, args);
}

Value mlir::split::buildSqrt(OpBuilder &b, Location loc, Type elementType,
                             ValueRange args) {
  return buildInF32<math::SqrtOp>(b, loc, elementType, args);
}

Value mlir::split::buildTanh(OpBuilder &b, Location loc, Type elementType,
                             ValueRange args) {
  return buildInF32<math::TanhOp>(b, loc, elementType, args);
}

Value mlir::split::buildErf(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  return buildInF32<math::ErfOp>(b, loc, elementType, args);
}

Value mlir::split::buildPow(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  return buildInF32<math::PowFOp>(b, loc, elementType, args);
}

Value mlir::split::buildSigmoid(OpBuilder &b, Location loc, Type elementType,
                                ValueRange args) {
  return computeInF32(
      b, loc, elementType, args, [&](Type type, ValueRange args) -> Value {
        Value one = createConstant(b, loc, type, 1);
        Value exp =
            math::ExpOp::create(b, loc, arith::NegFOp::create(b, loc, args[0]));
        return arith::DivFOp::create(b, loc, one,
                                     arith::AddFOp::create(b, loc, one, exp));
      });
}

Value mlir::split::buildSwish(OpBuilder &b, Location loc, Type elementType,
                              ValueRange args) {
  return computeInF32(b, loc, elementType, args,
                      [&](Type type, ValueRange args) -> Value {
                        Value gate = args[0];
                        if (args.size() > 1)
                          gate = buildMul(b, loc, type, args);
                        gate = buildSigmoid(b, loc, type, gate);
                        return buildMul(b, loc, type, {args[0], gate});
                      });
}

/// x / 2 * (1 + `squashed`).
static Value buildGate(OpBuilder &b, Location loc, Type type, Value x,
                       Value squashed) {
  Value half = buildMul(b, loc, type, {x, createConstant(b, loc, type, 0.5)});
  Value gate =
      buildAdd(b, loc, type, {squashed, createConstant(b, loc, type, 1)});
  return buildMul(b, loc, type, {half, gate});
}

Value mlir::split::buildGelu(OpBuilder &b, Location loc, Type elementType,
                             ValueRange args) {
  return computeInF32(
      b, loc, elementType, args, [&](Type type, ValueRange args) {
        Value scale = createConstant(b, loc, type, 1 / llvm::numbers::sqrt2);
        Value scaled = buildMul(b, loc, type, {args[0], scale});
        return buildGate(b, loc, type, args[0], buildErf(b, loc, type, scaled));
      });
}

Value mlir::split::buildGeluTanh(OpBuilder &b, Location loc, Type elementType,
                                 ValueRange args) {
  return computeInF32(
      b, loc, elementType, args, [&](Type type, ValueRange args) {
        auto mul = [&](Value lhs, Value rhs) {
          return buildMul(b, loc, type, {lhs, rhs});
        };
        Value x = args[0];
        Value cube = mul(mul(x, x), x);
        Value inner =
            buildAdd(b, loc, type,
                     {x, mul(cube, createConstant(b, loc, type, 0.044715))});
        // sqrt(2 / pi)
        double scale = llvm::numbers::sqrt2 * llvm::numbers::inv_sqrtpi;
        Value scaled = mul(inner, createConstant(b, loc, type, scale));
        return buildGate(b, loc, type, x, buildTanh(b, loc, type, scaled));
      });
}

//===----------------------------------------------------------------------===//
// Booleans
//===----------------------------------------------------------------------===//

template <arith::CmpFPredicate floats, arith::CmpIPredicate signedIntegers,
          arith::CmpIPredicate unsignedIntegers = signedIntegers>
static Value buildCompare(OpBuilder &b, Location loc, Type elementType,
                          ValueRange args) {
  if (isa<FloatType>(elementType))
    return arith::CmpFOp::create(b, loc, floats, args[0], args[1]);
  return b.createOrFold<arith::CmpIOp>(
      loc, isUnsigned(elementType) ? unsignedIntegers : signedIntegers, args[0],
      args[1]);
}

using FloatIs = arith::CmpFPredicate;
using IntIs = arith::CmpIPredicate;

Value mlir::split::buildEqual(OpBuilder &b, Location loc, Type elementType,
                              ValueRange args) {
  return buildCompare<FloatIs::OEQ, IntIs::eq>(b, loc, elementType, args);
}

Value mlir::split::buildNotEqual(OpBuilder &b, Location loc, Type elementType,
                                 ValueRange args) {
  return buildCompare<FloatIs::UNE, IntIs::ne>(b, loc, elementType, args);
}

Value mlir::split::buildLess(OpBuilder &b, Location loc, Type elementType,
                             ValueRange args) {
  return buildCompare<FloatIs::OLT, IntIs::slt, IntIs::ult>(b, loc, elementType,
                                                            args);
}

Value mlir::split::buildLessOrEqual(OpBuilder &b, Location loc,
                                    Type elementType, ValueRange args) {
  return buildCompare<FloatIs::OLE, IntIs::sle, IntIs::ule>(b, loc, elementType,
                                                            args);
}

Value mlir::split::buildGreater(OpBuilder &b, Location loc, Type elementType,
                                ValueRange args) {
  return buildLess(b, loc, elementType, {args[1], args[0]});
}

Value mlir::split::buildGreaterOrEqual(OpBuilder &b, Location loc,
                                       Type elementType, ValueRange args) {
  return buildLessOrEqual(b, loc, elementType, {args[1], args[0]});
}

Value mlir::split::buildAnd(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  return b.createOrFold<arith::AndIOp>(loc, args[0], args[1]);
}

Value mlir::split::buildOr(OpBuilder &b, Location loc, Type elementType,
                           ValueRange args) {
  return b.createOrFold<arith::OrIOp>(loc, args[0], args[1]);
}

Value mlir::split::buildXor(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  return b.createOrFold<arith::XOrIOp>(loc, args[0], args[1]);
}

Value mlir::split::buildNot(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  Value ones = createConstant(b, loc, args[0].getType(), -1);
  return b.createOrFold<arith::XOrIOp>(loc, args[0], ones);
}

Value mlir::split::buildWhere(OpBuilder &b, Location loc, Type elementType,
                              ValueRange args) {
  return b.createOrFold<arith::SelectOp>(loc, args[0], args[1], args[2]);
}
