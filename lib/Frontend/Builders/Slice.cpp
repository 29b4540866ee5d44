//===- Slice.cpp - strided parts of tensors -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slice.h"

#include "Axes.h"
#include "Elementwise.h"
#include "IndexMath.h"
#include "RuntimeChecks.h"
#include "ShapeValues.h"
#include "Sizes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <limits>

using namespace mlir;
using namespace mlir::split;

namespace {
/// Builds a slice: finds each axis' first position, size and step, then the
/// form that fits.
class SliceBuilder {
public:
  SliceBuilder(OpBuilder &b, Location loc, Value data)
      : b(b), loc(loc), math(b, loc), data(data), type(getRankedType(data)),
        sizes(getSizes(b, loc, data)), offsets(sizes.size(), b.getIndexAttr(0)),
        steps(sizes.size(), b.getIndexAttr(1)) {}

  /// Narrows dimension `dim` by the slice among these that is of it, if any.
  LogicalResult narrow(int64_t dim, ArrayRef<AxisSlice> slices);
  Value build();

private:
  /// Counts `bound` from the front and clamps it to [least, greatest].
  Value clamp(Value bound, Value size, Value least, Value greatest);
  LogicalResult narrow(int64_t dim, Value start, Value end, Value step);
  Value buildFolded();
  Value buildLoop();

  OpBuilder &b;
  Location loc;
  IndexMath math;
  Value data;
  RankedTensorType type;
  SmallVector<OpFoldResult> sizes, offsets, steps;
};
} // namespace

Value SliceBuilder::clamp(Value bound, Value size, Value least,
                          Value greatest) {
  bound = math.select(math.isLess(bound, 0), math.add(bound, size), bound);
  // No size is less than 0.
  if (isConstantIntValue(bound, 0) && isConstantIntValue(least, 0) &&
      greatest == size)
    return bound;
  return math.min(math.max(bound, least), greatest);
}

LogicalResult SliceBuilder::narrow(int64_t dim, ArrayRef<AxisSlice> slices) {
  Value start = math.get(0), step = math.get(1);
  Value end = math.get(std::numeric_limits<int64_t>::max());
  bool isWhole = true;
  for (const AxisSlice &slice : slices) {
    Value isOfDim = createIsAxis(b, loc, slice.axis, dim, type.getRank());
    isWhole &= isConstantIntValue(isOfDim, 0);
    start = math.select(isOfDim, math.get(slice.start), start);
    end = math.select(isOfDim, math.get(slice.end), end);
    step = math.select(isOfDim, math.get(slice.step), step);
  }
  return isWhole ? success() : narrow(dim, start, end, step);
}

LogicalResult SliceBuilder::narrow(int64_t dim, Value start, Value end,
                                   Value step) {
  Value zero = math.get(0), one = math.get(1), size = math.get(sizes[dim]);
  if (failed(createCheck(b, loc, math.negate(math.isEqual(step, zero)),
                         "the step along dimension " + Twine(dim) + " is {}",
                         getAsOpFoldResult(step))))
    return failure();
  // Backwards, positions go from the last to the one before the first.
  Value isBackward = math.isLess(step, zero);
  Value lowest = math.select(isBackward, math.get(-1), zero);
  Value highest = math.select(isBackward, math.sub(size, one), size);
  start = clamp(start, size, zero, highest);
  end = clamp(end, size, lowest, highest);
  Value distance =
      math.select(isBackward, math.sub(start, end), math.sub(end, start));
  Value stride = math.select(isBackward, math.sub(zero, step), step);
  // Written so that nothing overflows; the negated least step is right as an
  // unsigned number.
  Value count = math.add(math.div(math.sub(distance, one), stride), one);
  // All of it where that is certain, and so the size as it is.
  if (!isSameSize(getAsOpFoldResult(count), sizes[dim]))
    sizes[dim] = getAsOpFoldResult(
        math.select(math.isLess(zero, distance), count, zero));
  offsets[dim] = getAsOpFoldResult(start);
  steps[dim] = getAsOpFoldResult(step);
  return success();
}

Value SliceBuilder::buildFolded() {
  SmallVector<Value> all = createElements(b, loc, data);
  SmallVector<Value> elements;
  for (int64_t i = 0; i < *getConstantIntValue(sizes[0]); ++i)
    elements.push_back(all[*getConstantIntValue(offsets[0]) +
                           i * *getConstantIntValue(steps[0])]);
  return createFromElements(b, loc, getTensorType(sizes, type.getElementType()),
                            elements);
}

Value SliceBuilder::buildLoop() {
  auto body = [&](OpBuilder &b, Location loc, ValueRange) -> Value {
    IndexMath math(b, loc);
    SmallVector<Value> positions = createLoopIndices(b, loc, sizes.size());
    for (auto [position, offset, step] :
         llvm::zip_equal(positions, offsets, steps))
      position = math.add(math.mul(position, math.get(step)), math.get(offset));
    return tensor::ExtractOp::create(b, loc, data, positions);
  };
  return createParallel(b, loc, sizes, type.getElementType(), ValueRange(), {},
                        body);
}

Value SliceBuilder::build() {
  bool isForward = llvm::all_of(steps, [](OpFoldResult step) {
    return getConstantIntValue(step).value_or(0) > 0;
  });
  if (isShapeValue(type) && type.getRank() == 1 &&
      getConstantIntValue(sizes[0]) && getConstantIntValue(offsets[0]) &&
      getConstantIntValue(steps[0]))
    return buildFolded();
  if (isForward)
    return createView(b, loc, data, offsets, sizes, steps, sizes);
  return buildLoop();
}

FailureOr<Value> mlir::split::createSlice(OpBuilder &b, Location loc,
                                          Value data,
                                          ArrayRef<AxisSlice> slices) {
  int64_t rank = getRankedType(data).getRank();
  auto axes = llvm::map_to_vector(
      slices, [](const AxisSlice &slice) { return slice.axis; });
  if (failed(checkAxes(b, loc, axes, rank)))
    return failure();
  SliceBuilder builder(b, loc, data);
  for (int64_t dim = 0; dim < rank; ++dim)
    if (failed(builder.narrow(dim, slices)))
      return failure();
  return builder.build();
}

Value mlir::split::createView(OpBuilder &b, Location loc, Value data,
                              ArrayRef<OpFoldResult> offsets,
                              ArrayRef<OpFoldResult> sizes,
                              ArrayRef<OpFoldResult> strides,
                              ArrayRef<OpFoldResult> resultSizes) {
  Type element = getRankedType(data).getElementType();
  RankedTensorType type = getTensorType(resultSizes, element);
  if (isCertainlyEmpty(type))
    return tensor::EmptyOp::create(b, loc, resultSizes, element);
  return tensor::ExtractSliceOp::create(b, loc, type, data, offsets, sizes,
                                        strides);
}
