//===- Slice.cpp - Strided slices -----------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"

#include "Elementwise.h"
#include "Shapes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"
#include <limits>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

namespace {
/// Builds a slice: computes the offset, size and step of each axis, then
/// selects the ops.
class SliceBuilder {
public:
  SliceBuilder(ImplicitLocOpBuilder &builder, Value data)
      : builder(builder), math(builder, builder.getLoc()), data(data),
        type(getRankedType(data)), sizes(getSizes(builder, data)),
        offsets(sizes.size(), builder.getIndexAttr(0)),
        steps(sizes.size(), builder.getIndexAttr(1)) {}

  /// Narrows dimension `dim` by the slice along it, if any.
  LogicalResult narrow(int64_t dim, ArrayRef<AxisSlice> slices);
  Value build();

private:
  /// Normalizes a negative `bound` and clamps it to [least, greatest].
  Value clamp(Value bound, Value size, Value least, Value greatest);
  LogicalResult narrow(int64_t dim, Value start, Value end, Value step);
  Value buildFolded();
  Value buildLoop();

  ImplicitLocOpBuilder &builder;
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
    Value isOfDim = createIsAxis(builder, slice.axis, dim, type.getRank());
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
  if (failed(createCheck(builder, math.negate(math.isEqual(step, zero)),
                         CheckMessage("the step along dimension ")
                             << dim << " is " << getAsOpFoldResult(step))))
    return failure();
  // Backward positions range from size - 1 to -1.
  Value isBackward = math.isLess(step, zero);
  Value lowest = math.select(isBackward, math.get(-1), zero);
  Value highest = math.select(isBackward, math.sub(size, one), size);
  start = clamp(start, size, zero, highest);
  end = clamp(end, size, lowest, highest);
  Value distance =
      math.select(isBackward, math.sub(start, end), math.sub(end, start));
  Value stride = math.select(isBackward, math.sub(zero, step), step);
  // Nothing overflows here if the distance is positive; the negated least step
  // is correct as an unsigned number.
  Value count = math.add(math.div(math.sub(distance, one), stride), one);
  // Keep the size of a slice that is known to be the whole dimension.
  bool isEmpty = getConstantIntValue(distance).value_or(1) <= 0;
  if (isEmpty || !isSameSize(getAsOpFoldResult(count), sizes[dim]))
    sizes[dim] = getAsOpFoldResult(
        math.select(math.isLess(zero, distance), count, zero));
  offsets[dim] = getAsOpFoldResult(start);
  steps[dim] = getAsOpFoldResult(step);
  return success();
}

Value SliceBuilder::buildFolded() {
  RankedTensorType result = getTensorType(sizes, type.getElementType());
  SmallVector<int64_t> from = computeStrides(type.getShape());
  SmallVector<int64_t> to = computeStrides(result.getShape());
  SmallVector<Value> all = createElements(builder, data), elements;
  for (int64_t i = 0; i < result.getNumElements(); ++i) {
    int64_t source = 0;
    for (auto [position, offset, step, stride] :
         llvm::zip_equal(delinearize(i, to), offsets, steps, from))
      source += (*getConstantIntValue(offset) +
                 position * *getConstantIntValue(step)) *
                stride;
    elements.push_back(all[source]);
  }
  return createFromElements(builder, result, elements);
}

Value SliceBuilder::buildLoop() {
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange) -> Value {
    IndexMath math(builder, builder.getLoc());
    SmallVector<Value> positions = createLoopIndices(builder, sizes.size());
    for (auto [position, offset, step] :
         llvm::zip_equal(positions, offsets, steps))
      position = math.add(math.mul(position, math.get(step)), math.get(offset));
    return tensor::ExtractOp::create(builder, data, positions);
  };
  return createParallel(builder, sizes, type.getElementType(), ValueRange(), {},
                        body);
}

Value SliceBuilder::build() {
  bool isForward = llvm::all_of(steps, [](OpFoldResult step) {
    return getConstantIntValue(step).value_or(0) > 0;
  });
  if ((isShapeValue(type) || isShapeTable(data)) &&
      getConstantIntValues(sizes) && getConstantIntValues(offsets) &&
      getConstantIntValues(steps))
    return buildFolded();
  if (isForward)
    return createView(builder, data, offsets, sizes, steps);
  return buildLoop();
}

FailureOr<Value>
mlir::split::frontends::createSlice(ImplicitLocOpBuilder &builder, Value data,
                                    ArrayRef<AxisSlice> slices) {
  int64_t rank = getRankedType(data).getRank();
  auto axes = llvm::map_to_vector(
      slices, [](const AxisSlice &slice) { return slice.axis; });
  if (failed(checkAxes(builder, axes, rank)))
    return failure();
  SliceBuilder slice(builder, data);
  for (int64_t dim = 0; dim < rank; ++dim)
    if (failed(slice.narrow(dim, slices)))
      return failure();
  return slice.build();
}

LogicalResult SliceLists::verify(ImplicitLocOpBuilder &builder) const {
  size_t count = starts.size();
  if (ends.size() == count && axes.size() == count && steps.size() == count)
    return success();
  return builder.emitError()
         << "starts, ends, axes and steps have lengths " << count << ", "
         << ends.size() << ", " << axes.size() << " and " << steps.size()
         << ", expected equal lengths";
}

FailureOr<Value>
mlir::split::frontends::createSlice(ImplicitLocOpBuilder &builder, Value data,
                                    const SliceLists &lists) {
  if (failed(lists.verify(builder)))
    return failure();
  SmallVector<AxisSlice> slices;
  for (auto [axis, start, end, step] :
       llvm::zip_equal(lists.axes, lists.starts, lists.ends, lists.steps))
    slices.push_back({axis, start, end, step});
  return createSlice(builder, data, slices);
}

/// Groups the dimension `dim` of size 1 with another one.
static SmallVector<ReassociationIndices> groupDim(int64_t dim, int64_t rank) {
  llvm::SmallBitVector dims(rank);
  dims.set(dim);
  return groupDroppedDims(dims);
}

Value mlir::split::frontends::createView(ImplicitLocOpBuilder &builder,
                                         Value data,
                                         ArrayRef<OpFoldResult> offsets,
                                         ArrayRef<OpFoldResult> sizes,
                                         ArrayRef<OpFoldResult> strides,
                                         std::optional<int64_t> droppedDim) {
  Type element = getRankedType(data).getElementType();
  SmallVector<OpFoldResult> resultSizes(sizes);
  if (droppedDim)
    resultSizes.erase(resultSizes.begin() + *droppedDim);
  RankedTensorType type = getTensorType(resultSizes, element);
  if (isStaticallyEmpty(type))
    return tensor::EmptyOp::create(builder, resultSizes, element);
  // Upstream confuses the dimensions of slices of lower rank.
  Value whole = tensor::ExtractSliceOp::create(
      builder, getTensorType(sizes, element), data, offsets, sizes, strides);
  if (!droppedDim)
    return whole;
  return tensor::CollapseShapeOp::create(builder, type, whole,
                                         groupDim(*droppedDim, sizes.size()));
}

Value mlir::split::frontends::createRowInsert(ImplicitLocOpBuilder &builder,
                                              Value row, Value tensor,
                                              OpFoldResult index) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, row);
  // Upstream puts slices into tensors, but no static empty one.
  if (isStaticallyEmpty(sizes))
    return tensor;
  RankedTensorType type =
      getTensorType(sizes, getRankedType(row).getElementType());
  row = builder.createOrFold<tensor::CastOp>(type, row);
  sizes.insert(sizes.begin(), builder.getIndexAttr(1));
  row = tensor::ExpandShapeOp::create(
      builder, getTensorType(sizes, type.getElementType()), row,
      groupDim(0, sizes.size()), sizes);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  offsets.front() = index;
  return tensor::InsertSliceOp::create(builder, row, tensor, offsets, sizes,
                                       ones);
}
