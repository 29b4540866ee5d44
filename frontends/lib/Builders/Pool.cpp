//===- Pool.cpp - Pooling -------------------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Windows.h"

#include "DataMovement.h"
#include "Elementwise.h"
#include "Reduce.h"
#include "Shapes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Combines the elements of each window, beginning with `start`. `data` has
/// margins. `combine` gets the result so far and an element, on the types that
/// `arith` computes on.
static Value createWindowReduce(ImplicitLocOpBuilder &builder, Value data,
                                ArrayRef<Window> windows, Type resultElement,
                                TypedAttr start, BodyBuilder combine) {
  Value init = createFill(builder, getWindowCounts(builder, data, windows),
                          resultElement, start);
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) {
    SmallVector<Value> elements = castToSignless(builder, args);
    Value result = combine(builder, {elements[1], elements[0]});
    return SmallVector<Value>{castSign(builder, result, resultElement)};
  };
  return createWindowLoop(builder, data, windows, init, body).front();
}

FailureOr<Value>
mlir::split::frontends::createMaxPool(ImplicitLocOpBuilder &builder, Value data,
                                      ArrayRef<Window> windows) {
  Type element = getRankedType(data).getElementType();
  TypedAttr least = getStart(builder, element, Reduction::Least);
  FailureOr<Value> padded = createMargins(builder, data, windows, least);
  if (failed(padded))
    return failure();
  return createWindowReduce(
      builder, *padded, windows, element, least,
      [&](ImplicitLocOpBuilder &builder, ValueRange args) {
        return buildMax(builder, element, args);
      });
}

/// Computes in the body of a loop over windows whether the element is in the
/// data, and its position there along the dimensions in `order`.
static std::pair<Value, Value> createPosition(ImplicitLocOpBuilder &builder,
                                              ArrayRef<OpFoldResult> sizes,
                                              ArrayRef<Window> windows,
                                              ArrayRef<int64_t> order) {
  IndexMath math(builder, builder.getLoc());
  SmallVector<Value> indices =
      createLoopIndices(builder, sizes.size() + windows.size());
  Value isInside;
  for (auto [i, window] : llvm::enumerate(windows)) {
    Value begin = math.mul(indices[window.dim], math.get(window.stride));
    Value offset =
        math.mul(indices[sizes.size() + i], math.get(window.dilation));
    Value index = math.sub(math.add(begin, offset), window.padBegin);
    Value last = math.sub(window.size, math.get(1));
    isInside = math.both(isInside, math.isBetween(index, math.get(0), last));
    indices[window.dim] = index;
  }
  Value position = math.get(0);
  for (int64_t dim : order)
    position = math.add(math.mul(position, sizes[dim]), indices[dim]);
  return {isInside, position};
}

FailureOr<SmallVector<Value>> mlir::split::frontends::createMaxPoolWithIndices(
    ImplicitLocOpBuilder &builder, Value data, ArrayRef<Window> windows,
    ArrayRef<int64_t> order) {
  Type element = getRankedType(data).getElementType();
  Type i64 = builder.getI64Type();
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  SmallVector<OpFoldResult> counts = getWindowCounts(builder, data, windows);
  TypedAttr least = getStart(builder, element, Reduction::Least);
  FailureOr<Value> padded = createMargins(builder, data, windows, least);
  if (failed(padded))
    return failure();
  TypedAttr none = builder.getI64IntegerAttr(-1);
  SmallVector<Value> inits = {createFill(builder, counts, element, least),
                              createFill(builder, counts, i64, none)};
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) {
    SmallVector<Value> signless = castToSignless(builder, args);
    Value x = signless[0], greatest = signless[1], position = signless[2];
    auto [isInside, index] = createPosition(builder, sizes, windows, order);
    Value isFirst = buildEqual(
        builder, i64, {position, arith::ConstantOp::create(builder, none)});
    Value isGreater = buildOr(
        builder, i64, {isFirst, buildGreater(builder, element, {x, greatest})});
    if (isa<FloatType>(element)) {
      Value isNan = buildIsNan(builder, element, x);
      isGreater = buildOr(builder, i64, {isGreater, isNan});
    }
    Value isNew = buildAnd(builder, i64, {isInside, isGreater});
    Value here = arith::IndexCastOp::create(builder, i64, index);
    Value result = buildWhere(builder, i64, {isNew, x, greatest});
    return SmallVector<Value>{
        castSign(builder, result, element),
        buildWhere(builder, i64, {isNew, here, position})};
  };
  return llvm::to_vector(
      createWindowLoop(builder, *padded, windows, inits, body));
}

/// Returns the type in which floats of `data` are summed.
static FloatType getSumType(ImplicitLocOpBuilder &builder, Value data) {
  return cast<FloatType>(
      getWideType(builder, getRankedType(data).getElementType()));
}

/// Sums `scalar` of each element of each window in `type`.
static FailureOr<Value> createSum(ImplicitLocOpBuilder &builder, Value data,
                                  ArrayRef<Window> windows, FloatType type,
                                  ScalarBuilder scalar) {
  Type element = getRankedType(data).getElementType();
  FailureOr<Value> padded =
      createMargins(builder, data, windows, builder.getZeroAttr(element));
  if (failed(padded))
    return failure();
  auto combine = [&](ImplicitLocOpBuilder &builder, ValueRange args) {
    Value x = args[1];
    if (element != type)
      x = arith::ExtFOp::create(builder, type, x);
    return buildAdd(builder, type, {args[0], scalar(builder, type, x)});
  };
  return createWindowReduce(builder, *padded, windows, type,
                            builder.getZeroAttr(type), combine);
}

/// Computes a tensor of floats from tensors of the same sizes, the last of
/// `type`.
static Value createMapped(ImplicitLocOpBuilder &builder, ValueRange inputs,
                          FloatType type, BodyBuilder body) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, inputs.back());
  AffineMap identity = builder.getMultiDimIdentityMap(sizes.size());
  return createParallel(builder, sizes, type, inputs,
                        SmallVector<AffineMap>(inputs.size(), identity), body);
}

/// Returns how many elements of window `i` are counted: those in the data, or
/// if `countsPads` also those in the pads.
static Value createCount(IndexMath &math, const Window &window, Value i,
                         bool countsPads) {
  Value zero = math.get(0), dilation = math.get(window.dilation);
  Value begin = math.sub(math.mul(i, math.get(window.stride)), window.padBegin);
  // Returns the number of elements before `position`.
  auto countBefore = [&](OpFoldResult position) {
    Value distance = math.max(math.sub(position, begin), zero);
    return math.min(math.ceilDiv(distance, dilation), window.kernel);
  };
  if (countsPads)
    return countBefore(math.add(window.size, window.padEnd));
  return math.sub(countBefore(window.size), countBefore(zero));
}

FailureOr<Value>
mlir::split::frontends::createAveragePool(ImplicitLocOpBuilder &builder,
                                          Value data, ArrayRef<Window> windows,
                                          bool countsPads) {
  FloatType type = getSumType(builder, data);
  FailureOr<Value> sum = createSum(
      builder, data, windows, type,
      [](ImplicitLocOpBuilder &, Type, ValueRange args) { return args[0]; });
  if (failed(sum))
    return failure();
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) {
    IndexMath math(builder, builder.getLoc());
    Value count = math.get(1);
    for (const Window &window : windows) {
      bool isWhole = countsPads ? window.marginEnd == window.padEnd
                                : isConstantIntValue(window.padBegin, 0) &&
                                      isConstantIntValue(window.marginEnd, 0);
      Value i = linalg::IndexOp::create(builder, window.dim);
      count =
          math.mul(count, isWhole ? math.get(window.kernel)
                                  : createCount(math, window, i, countsPads));
    }
    Value divisor =
        builder.createOrFold<arith::IndexCastOp>(builder.getI64Type(), count);
    divisor = builder.createOrFold<arith::SIToFPOp>(type, divisor);
    return buildDiv(builder, type, {args[0], divisor});
  };
  return createCast(builder, createMapped(builder, *sum, type, body),
                    getRankedType(data).getElementType());
}

FailureOr<Value>
mlir::split::frontends::createLpPool(ImplicitLocOpBuilder &builder, Value data,
                                     ArrayRef<Window> windows, double p) {
  FloatType type = getSumType(builder, data);
  auto power = [&](ImplicitLocOpBuilder &builder, Value x, double exponent) {
    if (exponent == 1)
      return x;
    return buildPow(builder, type, {x, createNumber(builder, type, exponent)});
  };
  FailureOr<Value> sum =
      createSum(builder, data, windows, type,
                [&](ImplicitLocOpBuilder &builder, Type, ValueRange args) {
                  return power(builder, buildAbs(builder, type, args), p);
                });
  if (failed(sum))
    return failure();
  Value result = createMapped(
      builder, *sum, type, [&](ImplicitLocOpBuilder &builder, ValueRange args) {
        return power(builder, args[0], 1 / p);
      });
  return createCast(builder, result, getRankedType(data).getElementType());
}

FailureOr<Value> mlir::split::frontends::createResponseNormalization(
    ImplicitLocOpBuilder &builder, Value data, ArrayRef<Window> windows,
    double alpha, double beta, double bias) {
  FloatType type = getSumType(builder, data);
  FailureOr<Value> sum = createSum(builder, data, windows, type, buildSquare);
  if (failed(sum))
    return failure();
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) {
    auto constant = [&](double value) {
      return createNumber(builder, type, value);
    };
    Value scaled = buildMul(builder, type, {args[1], constant(alpha)});
    Value base = buildAdd(builder, type, {constant(bias), scaled});
    Value divisor = buildPow(builder, type, {base, constant(beta)});
    return buildDiv(builder, type, {args[0], divisor});
  };
  Value result = createMapped(builder, {createCast(builder, data, type), *sum},
                              type, body);
  return createCast(builder, result, getRankedType(data).getElementType());
}
