//===- Cast.cpp - elements of other types ---------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cast.h"

#include "Elementwise.h"
#include "Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"

#include <cmath>

using namespace mlir;
using namespace mlir::split;

static Value castFloat(OpBuilder &b, Location loc, Type to, Value x) {
  unsigned fromWidth = x.getType().getIntOrFloatBitWidth();
  unsigned toWidth = to.getIntOrFloatBitWidth();
  if (x.getType() == to)
    return x;
  if (fromWidth < toWidth)
    return arith::ExtFOp::create(b, loc, to, x);
  if (fromWidth > toWidth)
    return arith::TruncFOp::create(b, loc, to, x);
  // Between f16 and bf16.
  Value wide = arith::ExtFOp::create(b, loc, b.getF32Type(), x);
  return arith::TruncFOp::create(b, loc, to, wide);
}

/// `to` is signless; `isToUnsigned` tells what it stands for. LLVM defines the
/// conversion only of numbers that fit.
static Value castFloatToInteger(OpBuilder &b, Location loc, IntegerType to,
                                bool isToUnsigned, Value x) {
  auto select = [&](Value condition, Value ifTrue, Value ifFalse) {
    return arith::SelectOp::create(b, loc, condition, ifTrue, ifFalse);
  };
  auto compare = [&](arith::CmpFPredicate predicate, double bound) -> Value {
    Value value =
        arith::ConstantOp::create(b, loc, b.getFloatAttr(x.getType(), bound));
    return arith::CmpFOp::create(b, loc, predicate, x, value);
  };
  auto constant = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(to, value));
  };
  unsigned width = to.getWidth();
  // The bounds are powers of two, which f64 and f32 hold.
  if (x.getType().getIntOrFloatBitWidth() < 32)
    x = arith::ExtFOp::create(b, loc, b.getF32Type(), x);
  Value isSmall = compare(arith::CmpFPredicate::OLE,
                          isToUnsigned ? 0 : -std::ldexp(1, width - 1));
  Value isLarge = compare(arith::CmpFPredicate::OGE,
                          std::ldexp(1, isToUnsigned ? width : width - 1));
  Value isNan = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x);
  Value isOutside = arith::OrIOp::create(
      b, loc, isNan, arith::OrIOp::create(b, loc, isSmall, isLarge));
  Value zero =
      arith::ConstantOp::create(b, loc, b.getFloatAttr(x.getType(), 0));
  Value inside = select(isOutside, zero, x);
  Value result = isToUnsigned
                     ? arith::FPToUIOp::create(b, loc, to, inside).getResult()
                     : arith::FPToSIOp::create(b, loc, to, inside).getResult();
  APInt least =
      isToUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width);
  APInt greatest = isToUnsigned ? APInt::getMaxValue(width)
                                : APInt::getSignedMaxValue(width);
  result = select(isSmall, constant(least), result);
  return select(isLarge, constant(greatest), result);
}

static Value castInteger(OpBuilder &b, Location loc, bool isFromUnsigned,
                         Type to, Value x) {
  unsigned fromWidth = x.getType().getIntOrFloatBitWidth();
  unsigned toWidth = to.getIntOrFloatBitWidth();
  if (fromWidth == toWidth)
    return x;
  if (fromWidth > toWidth)
    return b.createOrFold<arith::TruncIOp>(loc, to, x);
  if (isFromUnsigned)
    return b.createOrFold<arith::ExtUIOp>(loc, to, x);
  return b.createOrFold<arith::ExtSIOp>(loc, to, x);
}

/// Casts a signless scalar, whose type `from` tells the signedness of, to the
/// signless type that stands for `to`.
static Value castScalar(OpBuilder &b, Location loc, Type from, Type to,
                        Value x) {
  auto toInteger = dyn_cast<IntegerType>(to);
  if (to.isInteger(1)) {
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(x.getType()));
    if (isa<FloatType>(from))
      return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, x, zero);
    return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ne, x,
                                         zero);
  }
  if (toInteger) {
    auto signless = IntegerType::get(b.getContext(), toInteger.getWidth());
    if (isa<FloatType>(from))
      return castFloatToInteger(b, loc, signless, isUnsigned(to), x);
    return castInteger(b, loc, isUnsigned(from), signless, x);
  }
  if (isa<FloatType>(from))
    return castFloat(b, loc, to, x);
  if (isUnsigned(from))
    return arith::UIToFPOp::create(b, loc, to, x);
  return arith::SIToFPOp::create(b, loc, to, x);
}

Value mlir::split::createCast(OpBuilder &b, Location loc, Value tensor,
                              Type elementType) {
  if (cast<TensorType>(tensor.getType()).getElementType() == elementType)
    return tensor;
  auto scalar = [&](OpBuilder &b, Location loc, Type from, ValueRange args) {
    return castScalar(b, loc, from, elementType, args[0]);
  };
  // One operand has nothing to be broadcast against.
  return *createElementwise(b, loc, tensor, elementType, scalar);
}
