//===- Range.cpp - Ranges of numbers --------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"

#include "Elementwise.h"
#include "Shapes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include <cmath>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

namespace {
/// The number of elements, and whether it is a size.
struct Length {
  Value count, isSize;
};
} // namespace

static Length createIntegerLength(ImplicitLocOpBuilder &builder, Value start,
                                  Value end, Value step) {
  IndexMath math(builder, builder.getLoc());
  Value from = math.get(createIndex(builder, start));
  Value to = math.get(createIndex(builder, end));
  Value by = math.get(createIndex(builder, step));
  Value zero = math.get(0);
  // Distance and stride are unsigned numbers, which do not overflow.
  Value isBackward = math.isLess(by, zero);
  Value first = math.select(isBackward, to, from);
  Value last = math.select(isBackward, from, to);
  Value distance =
      math.select(math.isLess(first, last), math.sub(last, first), zero);
  Value stride = math.select(isBackward, math.sub(zero, by), by);
  Value isMoving = math.negate(math.isEqual(by, zero));
  // The check of the step may be disabled.
  Value count =
      math.ceilDiv(distance, math.select(isMoving, stride, math.get(1)));
  return {count, math.both(isMoving, math.negate(math.isLess(count, zero)))};
}

static Length createFloatLength(ImplicitLocOpBuilder &builder, Value start,
                                Value end, Value step) {
  auto f64 = builder.getF64Type();
  auto widen = [&](Value value) {
    return value.getType() == f64
               ? value
               : builder.createOrFold<arith::ExtFOp>(f64, value);
  };
  auto compare = [&](FloatIs predicate, Value value, double bound) {
    Value other =
        arith::ConstantOp::create(builder, builder.getF64FloatAttr(bound));
    return builder.createOrFold<arith::CmpFOp>(predicate, value, other);
  };
  Value distance = builder.createOrFold<arith::SubFOp>(end, start);
  Value quotient =
      builder.createOrFold<arith::DivFOp>(widen(distance), widen(step));
  Value length = builder.createOrFold<math::CeilOp>(quotient);
  // NaN is neither negative nor small.
  Value isNegative = compare(FloatIs::OLT, length, 0);
  Value isSmall = compare(FloatIs::OLT, length, std::ldexp(1, 62));
  Value zero = arith::ConstantOp::create(builder, builder.getF64FloatAttr(0));
  Value isEmpty = builder.createOrFold<arith::XOrIOp>(
      isSmall, arith::ConstantOp::create(builder, builder.getBoolAttr(true)));
  isEmpty = builder.createOrFold<arith::OrIOp>(isNegative, isEmpty);
  length = builder.createOrFold<arith::SelectOp>(isEmpty, zero, length);
  Value count =
      builder.createOrFold<arith::FPToSIOp>(builder.getI64Type(), length);
  Value isSize = builder.createOrFold<arith::AndIOp>(
      isSmall, compare(FloatIs::UNE, widen(step), 0));
  return {IndexMath(builder, builder.getLoc()).get(createIndex(builder, count)),
          isSize};
}

FailureOr<Value>
mlir::split::frontends::createRange(ImplicitLocOpBuilder &builder, Value start,
                                    Value end, Value step) {
  Type type = start.getType();
  Length length = isa<FloatType>(type)
                      ? createFloatLength(builder, start, end, step)
                      : createIntegerLength(builder, start, end, step);
  if (failed(createCheck(builder, length.isSize,
                         CheckMessage("the number of elements of a range is no "
                                      "size: its step is 0, or its ends are "
                                      "too far apart"))))
    return failure();
  auto getElement = [&](ImplicitLocOpBuilder &builder, Value i) -> Value {
    Value factor = i;
    if (isa<FloatType>(type))
      factor = arith::SIToFPOp::create(builder, type, i);
    return buildAdd(builder, type,
                    {start, buildMul(builder, type, {factor, step})});
  };
  OpFoldResult size = getAsOpFoldResult(length.count);
  RankedTensorType result = getTensorType(size, type);
  if (isShapeValue(result)) {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < result.getNumElements(); ++i)
      elements.push_back(getElement(
          builder,
          arith::ConstantOp::create(builder, builder.getIntegerAttr(type, i))));
    return createFromElements(builder, result, elements);
  }
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange) {
    Type integer = isa<FloatType>(type) ? builder.getI64Type() : type;
    Value i = linalg::IndexOp::create(builder, 0);
    return getElement(builder, arith::IndexCastOp::create(builder, integer, i));
  };
  return createParallel(builder, size, type, ValueRange(), {}, body);
}
