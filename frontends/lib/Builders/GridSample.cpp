//===- GridSample.cpp - Sampling at the points of a grid ------------------===//
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
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

namespace {
/// An element of the data near a coordinate.
struct Tap {
  Value index;
  /// Null for the weight 1.
  Value weight;
  /// Whether the element is in the data; null if it is.
  Value isInside;
};

/// Finds the elements near a coordinate along one dimension of `size`, in the
/// body of a loop.
class TapBuilder {
public:
  TapBuilder(ImplicitLocOpBuilder &builder, FloatType type,
             const GridSampleSpec &spec, OpFoldResult size, bool roundsToEven)
      : builder(builder), spec(spec), math(builder, type),
        indexMath(builder, builder.getLoc()), roundsToEven(roundsToEven) {
    last = indexMath.sub(size, indexMath.get(1));
    length = math.get(size);
    end = math.get(OpFoldResult(last));
    double margin = spec.alignsCorners ? 0 : 0.5;
    least = math.get(-margin);
    greatest = math.add(end, math.get(margin));
  }

  /// `place` is -1 at the beginning of the dimension and 1 at its end.
  SmallVector<Tap> createTaps(Value place);

private:
  Value createCoordinate(Value place);
  Value clamp(Value x) { return math.max(math.min(x, end), math.get(0.0)); }
  Value reflect(Value x);
  Tap createTap(Value position, Value weight);

  ImplicitLocOpBuilder &builder;
  const GridSampleSpec &spec;
  FloatMath math;
  IndexMath indexMath;
  bool roundsToEven;
  Value last, length, end;
  /// The borders of the data.
  Value least, greatest;
};
} // namespace

Value TapBuilder::reflect(Value x) {
  Value range = math.sub(greatest, least);
  Value period = math.add(range, range);
  Value moved = math.sub(x, least);
  Value rounds = math.floor(math.div(moved, period));
  Value rest = math.sub(moved, math.mul(rounds, period));
  Value isBack = math.isLess(range, rest);
  rest = math.select(isBack, math.sub(period, rest), rest);
  return math.add(least, rest);
}

Value TapBuilder::createCoordinate(Value place) {
  Value one = math.get(1.0), half = math.get(0.5);
  Value moved = math.add(place, one);
  Value x = spec.alignsCorners
                ? math.mul(math.mul(moved, half), end)
                : math.mul(math.sub(math.mul(moved, length), one), half);
  if (spec.mode == ResizeSpec::Nearest)
    x = roundsToEven ? builder.createOrFold<math::RoundEvenOp>(x)
                     : builder.createOrFold<math::RoundOp>(x);
  if (spec.padding != GridSampleSpec::Zeros)
    x = math.select(math.isBetween(x, least, greatest), x,
                    spec.padding == GridSampleSpec::Border ? clamp(x)
                                                           : reflect(x));
  // Coordinates farther away, and NaN, are as far outside.
  return math.max(math.min(x, math.add(end, math.get(4.0))), math.get(-4.0));
}

Tap TapBuilder::createTap(Value position, Value weight) {
  Tap tap = {position, weight, {}};
  Value first = indexMath.get(0);
  if (spec.padding == GridSampleSpec::Zeros)
    tap.isInside = indexMath.isBetween(position, first, last);
  if (spec.padding == GridSampleSpec::Reflection)
    tap.index = math.toIndex(clamp(reflect(math.get(OpFoldResult(position)))));
  tap.index = indexMath.min(indexMath.max(tap.index, first), last);
  return tap;
}

SmallVector<Tap> TapBuilder::createTaps(Value place) {
  Value x = createCoordinate(place);
  if (spec.mode == ResizeSpec::Nearest)
    return {createTap(math.toIndex(x), {})};
  Value base = math.floor(x);
  SmallVector<Value> weights =
      createWeights(math, spec.mode, /*a=*/-0.75, math.sub(x, base));
  Value index = math.toIndex(base);
  if (spec.mode == ResizeSpec::Cubic)
    index = indexMath.sub(index, indexMath.get(1));
  SmallVector<Tap> taps;
  for (auto [i, weight] : llvm::enumerate(weights))
    taps.push_back(createTap(indexMath.add(index, indexMath.get(i)), weight));
  return taps;
}

/// Builds the weighted sum of the elements at all combinations of taps of the
/// dimensions from `dim` on. The elements of `indices` before it are set.
static Value createSum(ImplicitLocOpBuilder &builder, Value data,
                       ArrayRef<SmallVector<Tap>> taps,
                       MutableArrayRef<Value> indices, size_t dim) {
  if (dim == taps.size())
    return tensor::ExtractOp::create(builder, data, indices);
  Type type = getRankedType(data).getElementType();
  Value sum;
  for (const Tap &tap : taps[dim]) {
    indices[2 + dim] = tap.index;
    Value value = createSum(builder, data, taps, indices, dim + 1);
    if (tap.isInside)
      value = arith::SelectOp::create(
          builder, tap.isInside, value,
          createScalar(builder, type, builder.getZeroAttr(getSignless(type))));
    if (tap.weight)
      value = arith::MulFOp::create(builder, value, tap.weight);
    sum = sum ? arith::AddFOp::create(builder, sum, value) : value;
  }
  return sum;
}

/// The rank of data with at most 4 taps for each of 4 dimensions, all of whose
/// combinations are unrolled.
static constexpr int64_t kMaxSampledRank = 6;

static LogicalResult checkGrid(ImplicitLocOpBuilder &builder, Value data,
                               Value grid) {
  int64_t rank = getRankedType(data).getRank();
  if (rank < 3 || rank > kMaxSampledRank ||
      getRankedType(grid).getRank() != rank)
    return builder.emitError()
           << "data is of type " << data.getType() << " and the grid of type "
           << grid.getType() << ", expected the same rank from 3 to "
           << kMaxSampledRank;
  OpFoldResult batch = getSize(builder, data, 0);
  OpFoldResult gridBatch = getSize(builder, grid, 0);
  OpFoldResult count = getSize(builder, grid, rank - 1);
  if (failed(createSizeCheck(builder, gridBatch, batch,
                             CheckMessage("the batch of the grid is ")
                                 << gridBatch << ", expected " << batch)) ||
      failed(createSizeCheck(builder, count, builder.getIndexAttr(rank - 2),
                             CheckMessage("places of the grid have ")
                                 << count << " numbers, expected "
                                 << rank - 2)))
    return failure();
  IndexMath math(builder, builder.getLoc());
  for (int64_t dim = 2; dim < rank; ++dim)
    if (failed(createCheck(
            builder, math.isLess(math.get(0), getSize(builder, data, dim)),
            CheckMessage("dimension ") << dim << " of data has no elements")))
      return failure();
  return success();
}

FailureOr<Value>
mlir::split::frontends::createGridSample(ImplicitLocOpBuilder &builder,
                                         Value data, Value grid,
                                         const GridSampleSpec &spec) {
  if (failed(checkGrid(builder, data, grid)))
    return failure();
  Type element = getRankedType(data).getElementType();
  Type type =
      getInterpolationType(builder, getRankedType(grid).getElementType());
  if (spec.mode != ResizeSpec::Nearest) {
    if (getInterpolationType(builder, element).isF64())
      type = builder.getF64Type();
    data = createCast(builder, data, type);
  }
  grid = createCast(builder, grid, type);
  SmallVector<OpFoldResult> from = getSizes(builder, data), sizes = from;
  int64_t rank = from.size(), numDims = rank - 2;
  for (int64_t dim = 2; dim < rank; ++dim)
    sizes[dim] = getSize(builder, grid, dim - 1);
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange) {
    SmallVector<Value> loops = createLoopIndices(builder, rank);
    SmallVector<Value> place = loops;
    place.erase(place.begin() + 1);
    place.push_back({});
    SmallVector<SmallVector<Tap>> taps;
    for (int64_t dim = 0; dim < numDims; ++dim) {
      place.back() = arith::ConstantIndexOp::create(builder, numDims - 1 - dim);
      TapBuilder tapBuilder(builder, cast<FloatType>(type), spec, from[2 + dim],
                            /*roundsToEven=*/numDims == 2);
      taps.push_back(tapBuilder.createTaps(
          tensor::ExtractOp::create(builder, grid, place)));
    }
    return createSum(builder, data, taps, loops, /*dim=*/0);
  };
  Value result =
      createParallel(builder, sizes, getRankedType(data).getElementType(),
                     ValueRange(), {}, body);
  return createCast(builder, result, element);
}
