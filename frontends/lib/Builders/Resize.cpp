//===- Resize.cpp - Resizing by interpolation -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Resize.h"

#include "Elementwise.h"
#include "Shapes.h"
#include "Windows.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

static LogicalResult checkSize(ImplicitLocOpBuilder &builder, OpFoldResult from,
                               const ResizedDim &dim) {
  IndexMath math(builder, builder.getLoc());
  if (failed(checkResultSize(builder, dim.size, dim.dim)))
    return failure();
  Value isPossible =
      math.either(math.isLess(math.get(0), from), math.isEqual(dim.size, 0));
  return createCheck(builder, isPossible,
                     CheckMessage("dimension ")
                         << dim.dim << " has no elements, expected " << dim.size
                         << " in the result");
}

/// Resizes to `offset` more than n * s, rounded down.
static FailureOr<ResizedDim> createScaledDim(ImplicitLocOpBuilder &builder,
                                             Value data, int64_t dim,
                                             Value scale, double offset) {
  FloatMath math(builder, builder.getF32Type());
  OpFoldResult from = getSize(builder, data, dim);
  if (matchPattern(scale, m_OneFloat()))
    return ResizedDim{dim, from, scale};
  Value isPositive = math.isLess(math.get(0.0), scale);
  if (failed(createCheck(builder, isPositive,
                         CheckMessage("the scale of dimension ")
                             << dim << " is not a positive number")))
    return failure();
  Value size = math.mul(math.get(from), scale);
  if (offset != 0)
    size = math.add(size, math.get(offset));
  // Larger numbers cannot be converted; the size is checked below.
  size = math.min(size, math.get(0x1p62));
  ResizedDim result{dim, getAsOpFoldResult(math.toIndex(size)), scale};
  if (failed(checkSize(builder, from, result)))
    return failure();
  return result;
}

FailureOr<ResizedDim>
mlir::split::frontends::createScaledDim(ImplicitLocOpBuilder &builder,
                                        Value data, int64_t dim, Value scale) {
  return ::createScaledDim(builder, data, dim, scale, /*offset=*/0);
}

FailureOr<ResizedDim> mlir::split::frontends::createSizedDim(
    ImplicitLocOpBuilder &builder, Value data, int64_t dim, OpFoldResult size) {
  FloatMath math(builder, builder.getF32Type());
  OpFoldResult from = getSize(builder, data, dim);
  if (isSameSize(size, from))
    return ResizedDim{dim, from, math.get(1.0)};
  ResizedDim result{dim, size, math.div(math.get(size), math.get(from))};
  if (failed(checkSize(builder, from, result)))
    return failure();
  return result;
}

LogicalResult
mlir::split::frontends::keepAspectRatio(ImplicitLocOpBuilder &builder,
                                        Value data, bool isCovering,
                                        MutableArrayRef<ResizedDim> dims) {
  FloatMath math(builder, builder.getF32Type());
  if (dims.empty())
    return success();
  Value scale = dims[0].scale;
  for (const ResizedDim &dim : dims.drop_front())
    scale =
        isCovering ? math.max(scale, dim.scale) : math.min(scale, dim.scale);
  for (ResizedDim &dim : dims) {
    FailureOr<ResizedDim> resized =
        ::createScaledDim(builder, data, dim.dim, scale, /*offset=*/0.5);
    if (failed(resized))
      return failure();
    dim = *resized;
  }
  return success();
}

/// Computes the coordinate of element `i` of the result, in the body of a loop.
static Value createCoordinate(ImplicitLocOpBuilder &builder,
                              const ResizedDim &dim, OpFoldResult from,
                              ResizeSpec::Coordinates coordinates, Value i) {
  FloatMath math(builder, builder.getF32Type());
  IndexMath indexMath(builder, builder.getLoc());
  Value x = math.get(OpFoldResult(i)), one = math.get(1.0);
  Value half = math.get(0.5);
  Value n = math.get(from), m = math.get(dim.size);
  Value last = math.sub(n, one);
  Value isOne = indexMath.isEqual(dim.size, 1);
  auto unlessOne = [&](Value ifMany, Value ifOne) {
    return math.select(isOne, ifOne, ifMany);
  };
  Value centered = math.sub(math.div(math.add(x, half), dim.scale), half);
  switch (coordinates) {
  case ResizeSpec::HalfPixel:
    return centered;
  case ResizeSpec::HalfPixelSymmetric: {
    Value adjustment = math.div(m, math.mul(n, dim.scale));
    Value center = math.mul(n, half);
    return math.add(math.mul(center, math.sub(one, adjustment)), centered);
  }
  case ResizeSpec::PytorchHalfPixel:
    return unlessOne(centered, math.get(0.0));
  case ResizeSpec::AlignCorners:
    return unlessOne(math.div(math.mul(x, last), math.sub(m, one)),
                     math.get(0.0));
  case ResizeSpec::Asymmetric:
    return math.div(x, dim.scale);
  case ResizeSpec::TfHalfPixelForNN:
    return math.div(math.add(x, half), dim.scale);
  case ResizeSpec::TfCropAndResize: {
    Value range = math.mul(math.sub(dim.end, dim.start), last);
    Value moved = math.add(math.mul(dim.start, last),
                           math.div(math.mul(x, range), math.sub(m, one)));
    Value middle = math.mul(math.add(dim.start, dim.end), half);
    return unlessOne(moved, math.mul(middle, last));
  }
  }
  llvm_unreachable("a kind of coordinates");
}

namespace {
/// Builds elements of the result in the body of a loop.
class ElementBuilder {
public:
  ElementBuilder(ImplicitLocOpBuilder &builder, const ResizeSpec &spec,
                 const ResizedDim &dim, OpFoldResult from, Value i);

  /// Returns the index of the nearest element.
  Value createNearest();
  /// Interpolates between the elements that `read` returns, of the type `type`.
  Value createInterpolated(FloatType type,
                           llvm::function_ref<Value(Value index)> read);
  /// Returns whether the coordinate is in the data.
  Value createIsInside() { return math.isBetween(x, math.get(0.0), limit); }

private:
  Value clamp(Value index) {
    return indexMath.min(indexMath.max(index, indexMath.get(0)), last);
  }

  ImplicitLocOpBuilder &builder;
  const ResizeSpec &spec;
  FloatMath math;
  IndexMath indexMath;
  Value scale;
  /// The index of the last element of the data, and the same as f32.
  Value last, limit;
  Value x;
};
} // namespace

ElementBuilder::ElementBuilder(ImplicitLocOpBuilder &builder,
                               const ResizeSpec &spec, const ResizedDim &dim,
                               OpFoldResult from, Value i)
    : builder(builder), spec(spec), math(builder, builder.getF32Type()),
      indexMath(builder, builder.getLoc()), scale(dim.scale) {
  last = indexMath.sub(from, indexMath.get(1));
  limit = math.get(OpFoldResult(last));
  x = createCoordinate(builder, dim, from, spec.coordinates, i);
}

Value ElementBuilder::createNearest() {
  // Larger numbers cannot be converted.
  Value near = math.max(math.min(x, limit), math.get(0.0));
  Value half = math.get(0.5), up = math.ceil(near), down = math.floor(near);
  switch (spec.rounding) {
  case ResizeSpec::RoundPreferFloor:
    near = math.ceil(math.sub(near, half));
    break;
  case ResizeSpec::RoundPreferCeil:
    near = math.floor(math.add(near, half));
    break;
  case ResizeSpec::Floor:
    near = down;
    break;
  case ResizeSpec::Ceil:
    near = up;
    break;
  case ResizeSpec::Simple:
    near = math.select(math.isLess(scale, math.get(1.0)), up, down);
    break;
  }
  return clamp(math.toIndex(near));
}

SmallVector<Value> mlir::split::frontends::createWeights(FloatMath math,
                                                         ResizeSpec::Mode mode,
                                                         double a,
                                                         Value distance) {
  Value one = math.get(1.0), rest = math.sub(one, distance);
  if (mode == ResizeSpec::Linear)
    return {rest, distance};
  // Evaluates ((c3 * d + c2) * d + c1) * d + c0.
  auto evaluate = [&](Value d, double c3, double c2, double c1, double c0) {
    Value result = math.get(c3);
    for (double c : {c2, c1, c0})
      result = math.add(math.mul(result, d), math.get(c));
    return result;
  };
  auto near = [&](Value d) { return evaluate(d, a + 2, -(a + 3), 0, 1); };
  auto far = [&](Value d) { return evaluate(d, a, -5 * a, 8 * a, -4 * a); };
  return {far(math.add(distance, one)), near(distance), near(rest),
          far(math.add(rest, one))};
}

Value ElementBuilder::createInterpolated(
    FloatType type, llvm::function_ref<Value(Value index)> read) {
  // Coordinates farther away give the same element.
  Value near =
      math.max(math.min(x, math.add(limit, math.get(2.0))), math.get(-2.0));
  Value base = math.floor(near);
  Value index = math.toIndex(base);
  Value distance = math.sub(near, base);
  if (type != builder.getF32Type())
    distance = arith::ExtFOp::create(builder, type, distance);
  FloatMath wide(builder, type);
  SmallVector<Value> weights =
      createWeights(wide, spec.mode, spec.cubicCoefficient, distance);
  if (spec.mode == ResizeSpec::Cubic)
    index = indexMath.sub(index, indexMath.get(1));
  Value sum = wide.get(0.0), total = sum;
  for (auto [k, weight] : llvm::enumerate(weights)) {
    Value position = indexMath.add(index, indexMath.get(k));
    if (spec.excludesOutside)
      weight =
          wide.select(indexMath.isBetween(position, indexMath.get(0), last),
                      weight, wide.get(0.0));
    total = wide.add(total, weight);
    sum = wide.add(sum, wide.mul(weight, read(clamp(position))));
  }
  return spec.excludesOutside ? wide.div(sum, total) : sum;
}

/// Returns the number that elements outside the data have.
static Value createOutside(ImplicitLocOpBuilder &builder, Type type,
                           double number) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder,
                                     builder.getFloatAttr(type, number));
  APSInt integer(type.getIntOrFloatBitWidth(), isUnsigned(type));
  bool isExact;
  APFloat(number).convertToInteger(integer, APFloat::rmTowardZero, &isExact);
  return createScalar(builder, type,
                      builder.getIntegerAttr(getSignless(type), integer));
}

/// Resizes `dims`, of which there is one unless the mode is Nearest.
static Value createResized(ImplicitLocOpBuilder &builder, Value data,
                           ArrayRef<ResizedDim> dims, const ResizeSpec &spec) {
  Type type = getRankedType(data).getElementType();
  SmallVector<OpFoldResult> from = getSizes(builder, data), sizes = from;
  for (const ResizedDim &dim : dims)
    sizes[dim.dim] = dim.size;
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange) -> Value {
    IndexMath math(builder, builder.getLoc());
    SmallVector<Value> indices = createLoopIndices(builder, sizes.size());
    auto read = [&]() -> Value {
      return tensor::ExtractOp::create(builder, data, indices);
    };
    Value isInside, result;
    for (const ResizedDim &dim : dims) {
      Value &index = indices[dim.dim];
      ElementBuilder element(builder, spec, dim, from[dim.dim], index);
      isInside = math.both(isInside, element.createIsInside());
      if (spec.mode == ResizeSpec::Nearest) {
        index = element.createNearest();
        continue;
      }
      result = element.createInterpolated(cast<FloatType>(type),
                                          [&](Value position) {
                                            index = position;
                                            return read();
                                          });
    }
    if (!result)
      result = read();
    if (spec.coordinates != ResizeSpec::TfCropAndResize)
      return result;
    Value outside = createOutside(builder, type, spec.extrapolation);
    return arith::SelectOp::create(builder, isInside, result, outside);
  };
  return createParallel(builder, sizes, type, ValueRange(), {}, body);
}

Type mlir::split::frontends::getInterpolationType(ImplicitLocOpBuilder &builder,
                                                  Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  if (isa<FloatType>(element) && width >= 32)
    return element;
  // f32 cannot hold all integers of 32 bits.
  return width < 32 || isa<FloatType>(element) ? builder.getF32Type()
                                               : builder.getF64Type();
}

FailureOr<Value>
mlir::split::frontends::createResize(ImplicitLocOpBuilder &builder, Value data,
                                     ArrayRef<ResizedDim> dims,
                                     const ResizeSpec &spec) {
  SmallVector<ResizedDim> resized;
  for (const ResizedDim &dim : dims) {
    bool isSame = matchPattern(dim.scale, m_OneFloat()) &&
                  isSameSize(dim.size, getSize(builder, data, dim.dim)) &&
                  spec.coordinates != ResizeSpec::TfHalfPixelForNN;
    if (!isSame || spec.coordinates == ResizeSpec::TfCropAndResize)
      resized.push_back(dim);
  }
  if (resized.empty())
    return data;
  if (spec.mode == ResizeSpec::Nearest)
    return createResized(builder, data, resized, spec);
  Type element = getRankedType(data).getElementType();
  Value result =
      createCast(builder, data, getInterpolationType(builder, element));
  for (const ResizedDim &dim : resized)
    result = createResized(builder, result, dim, spec);
  return createCast(builder, result, element);
}
