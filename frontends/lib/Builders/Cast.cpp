//===- Cast.cpp - Conversions of element types ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "Scalars.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/BuiltinTypes.h"
#include <cmath>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Casts a float to the signless integer type `to`, whose values are unsigned
/// if `isToUnsigned`. LLVM defines this conversion only for numbers that fit.
static Value castFloatToInteger(ImplicitLocOpBuilder &builder, IntegerType to,
                                bool isToUnsigned, Value x) {
  auto select = [&](Value condition, Value ifTrue, Value ifFalse) {
    return arith::SelectOp::create(builder, condition, ifTrue, ifFalse);
  };
  auto compare = [&](arith::CmpFPredicate predicate, double bound) -> Value {
    Value value = arith::ConstantOp::create(
        builder, builder.getFloatAttr(x.getType(), bound));
    return arith::CmpFOp::create(builder, predicate, x, value);
  };
  auto constant = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(builder,
                                     builder.getIntegerAttr(to, value));
  };
  unsigned width = to.getWidth();
  // The bounds are powers of two, which f64 and f32 hold.
  if (x.getType().getIntOrFloatBitWidth() < 32)
    x = arith::ExtFOp::create(builder, builder.getF32Type(), x);
  Value isSmall = compare(arith::CmpFPredicate::OLE,
                          isToUnsigned ? 0 : -std::ldexp(1, width - 1));
  Value isLarge = compare(arith::CmpFPredicate::OGE,
                          std::ldexp(1, isToUnsigned ? width : width - 1));
  Value isNan = arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO, x, x);
  Value isOutside = arith::OrIOp::create(
      builder, isNan, arith::OrIOp::create(builder, isSmall, isLarge));
  Value zero =
      arith::ConstantOp::create(builder, builder.getFloatAttr(x.getType(), 0));
  Value inside = select(isOutside, zero, x);
  Value result = isToUnsigned
                     ? arith::FPToUIOp::create(builder, to, inside).getResult()
                     : arith::FPToSIOp::create(builder, to, inside).getResult();
  APInt least =
      isToUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width);
  APInt greatest = isToUnsigned ? APInt::getMaxValue(width)
                                : APInt::getSignedMaxValue(width);
  result = select(isSmall, constant(least), result);
  return select(isLarge, constant(greatest), result);
}

static Value castInteger(ImplicitLocOpBuilder &builder, bool isFromUnsigned,
                         Type to, Value x) {
  unsigned fromWidth = x.getType().getIntOrFloatBitWidth();
  unsigned toWidth = to.getIntOrFloatBitWidth();
  if (fromWidth == toWidth)
    return x;
  if (fromWidth > toWidth)
    return builder.createOrFold<arith::TruncIOp>(to, x);
  if (isFromUnsigned)
    return builder.createOrFold<arith::ExtUIOp>(to, x);
  return builder.createOrFold<arith::ExtSIOp>(to, x);
}

/// Casts a signless scalar to the signless type that corresponds to `to`.
/// `from` is the type of the scalar with its signedness.
static Value castScalar(ImplicitLocOpBuilder &builder, Type from, Type to,
                        Value x) {
  auto toInteger = dyn_cast<IntegerType>(to);
  if (to.isInteger(1)) {
    Value zero =
        arith::ConstantOp::create(builder, builder.getZeroAttr(x.getType()));
    return buildCompare<FloatIs::UNE, IntIs::ne>(builder, from, {x, zero});
  }
  if (toInteger) {
    auto signless =
        IntegerType::get(builder.getContext(), toInteger.getWidth());
    if (isa<FloatType>(from))
      return castFloatToInteger(builder, signless, isUnsigned(to), x);
    return castInteger(builder, isUnsigned(from), signless, x);
  }
  // f16 and bf16 have the same width.
  if (isa<FloatType>(from) &&
      from.getIntOrFloatBitWidth() == to.getIntOrFloatBitWidth())
    x = arith::ExtFOp::create(builder, builder.getF32Type(), x);
  return convertScalarToDtype(builder, builder.getLoc(), x, to,
                              isUnsigned(from));
}

Value mlir::split::frontends::createCast(ImplicitLocOpBuilder &builder,
                                         Value tensor, Type elementType) {
  if (cast<TensorType>(tensor.getType()).getElementType() == elementType)
    return tensor;
  auto scalar = [&](ImplicitLocOpBuilder &builder, Type from, ValueRange args) {
    return castScalar(builder, from, elementType, args[0]);
  };
  // A single operand always broadcasts.
  return *createElementwise(builder, tensor, elementType, scalar);
}
