//===- Gather.cpp - Elements at given positions ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gather.h"

#include "Axes.h"
#include "Elementwise.h"
#include "RuntimeChecks.h"
#include "ShapeValues.h"
#include "Sizes.h"
#include "Slice.h"

#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::split;

namespace {
class GatherBuilder {
public:
  GatherBuilder(ImplicitLocOpBuilder &builder, Value data, Value indices,
                int64_t axis, bool allowsNegative)
      : builder(builder), data(data), indices(indices), axis(axis),
        allowsNegative(allowsNegative), dataType(getRankedType(data)),
        indicesType(getRankedType(indices)), dataSizes(getSizes(builder, data)),
        knownIndices(getConstantInts(indices)) {}

  FailureOr<Value> build();

private:
  /// Checks that every index is in range.
  LogicalResult checkIndices();
  LogicalResult checkRange(OpFoldResult least, OpFoldResult greatest);
  /// Computes the minimum of 0 and the indices, and the maximum of -1 and them.
  std::pair<OpFoldResult, OpFoldResult> createBounds();
  std::pair<OpFoldResult, OpFoldResult> createRunTimeBounds();
  /// Normalizes an index that counts from the end.
  Value createPosition(ImplicitLocOpBuilder &builder, OpFoldResult index);

  /// Builds the view at a single index.
  Value buildSlice();
  /// Selects elements of a small tensor of integers.
  Value buildFolded();
  Value buildLoop();

  ImplicitLocOpBuilder &builder;
  Value data, indices;
  int64_t axis;
  bool allowsNegative;
  RankedTensorType dataType, indicesType;
  SmallVector<OpFoldResult> dataSizes;
  /// The indices, if all are constants.
  std::optional<SmallVector<int64_t>> knownIndices;
};
} // namespace

LogicalResult GatherBuilder::checkRange(OpFoldResult least,
                                        OpFoldResult greatest) {
  IndexMath math(builder, builder.getLoc());
  OpFoldResult size = dataSizes[axis], zero = builder.getIndexAttr(0);
  if (allowsNegative)
    zero = math.sub(zero, size);
  auto check = [&](OpFoldResult index, Value isInRange) {
    return createCheck(builder, isInRange,
                       CheckMessage("index ")
                           << index << " is out of range for dimension " << axis
                           << " of size " << size);
  };
  return success(
      succeeded(check(least, math.negate(math.isLess(least, zero)))) &&
      succeeded(check(greatest, math.isLess(greatest, size))));
}

std::pair<OpFoldResult, OpFoldResult> GatherBuilder::createRunTimeBounds() {
  // One loop computes both. It starts with 0 and -1, which are in bounds for
  // every size.
  Type element = indicesType.getElementType();
  Value start = tensor::EmptyOp::create(builder, ArrayRef<int64_t>(), element);
  auto fill = [&](int64_t value) {
    Value constant = arith::ConstantOp::create(
        builder, builder.getIntegerAttr(element, value));
    return linalg::FillOp::create(builder, constant, start).getResult(0);
  };
  int64_t rank = indicesType.getRank();
  AffineMap toScalar = AffineMap::get(rank, 0, builder.getContext());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::reduction);
  auto bounds = linalg::GenericOp::create(
      builder, TypeRange{start.getType(), start.getType()}, indices,
      ValueRange{fill(0), fill(-1)},
      {builder.getMultiDimIdentityMap(rank), toScalar, toScalar}, iterators,
      [](OpBuilder &builder, Location loc, ValueRange args) {
        Value least = arith::MinSIOp::create(builder, loc, args[0], args[1]);
        Value greatest = arith::MaxSIOp::create(builder, loc, args[0], args[2]);
        linalg::YieldOp::create(builder, loc, ValueRange{least, greatest});
      });
  auto read = [&](Value scalar) {
    return createIndex(builder, tensor::ExtractOp::create(builder, scalar));
  };
  return {read(bounds.getResult(0)), read(bounds.getResult(1))};
}

std::pair<OpFoldResult, OpFoldResult> GatherBuilder::createBounds() {
  if (!knownIndices)
    return createRunTimeBounds();
  int64_t least = 0, greatest = -1;
  for (int64_t index : *knownIndices) {
    least = std::min(least, index);
    greatest = std::max(greatest, index);
  }
  return {builder.getIndexAttr(least), builder.getIndexAttr(greatest)};
}

LogicalResult GatherBuilder::checkIndices() {
  if (isShapeValue(indicesType)) {
    for (Value element : createElements(builder, indices)) {
      OpFoldResult index = createIndex(builder, element);
      if (failed(checkRange(index, index)))
        return failure();
    }
    return success();
  }
  auto [least, greatest] = createBounds();
  return checkRange(least, greatest);
}

Value GatherBuilder::createPosition(ImplicitLocOpBuilder &builder,
                                    OpFoldResult index) {
  IndexMath math(builder, builder.getLoc());
  Value fromEnd = math.add(index, dataSizes[axis]);
  return math.select(math.isLess(index, 0), fromEnd, index);
}

Value GatherBuilder::buildSlice() {
  Value index = createElements(builder, indices).front();
  Value position = createPosition(builder, createIndex(builder, index));
  SmallVector<OpFoldResult> offsets(dataSizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes = dataSizes;
  offsets[axis] = getAsOpFoldResult(position);
  sizes[axis] = builder.getIndexAttr(1);
  SmallVector<OpFoldResult> resultSizes = sizes;
  if (indicesType.getRank() == 0)
    resultSizes.erase(resultSizes.begin() + axis);
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  return createView(builder, data, offsets, sizes, strides, resultSizes);
}

Value GatherBuilder::buildFolded() {
  SmallVector<Value> all = createElements(builder, data);
  SmallVector<Value> elements;
  for (int64_t index : *knownIndices)
    elements.push_back(all[index < 0 ? index + all.size() : index]);
  return createFromElements(
      builder, indicesType.clone(dataType.getElementType()), elements);
}

Value GatherBuilder::buildLoop() {
  SmallVector<OpFoldResult> sizes(ArrayRef(dataSizes).take_front(axis));
  llvm::append_range(sizes, getSizes(builder, indices));
  llvm::append_range(sizes, ArrayRef(dataSizes).drop_front(axis + 1));
  int64_t rank = sizes.size(), indicesRank = indicesType.getRank();
  AffineMap indicesMap =
      builder.getMultiDimIdentityMap(rank).getSliceMap(axis, indicesRank);
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) -> Value {
    SmallVector<Value> loops = createLoopIndices(builder, rank);
    SmallVector<Value> from(ArrayRef(loops).take_front(axis));
    Value index = arith::IndexCastOp::create(builder, builder.getIndexType(),
                                             args.front());
    from.push_back(createPosition(builder, index));
    llvm::append_range(from, ArrayRef(loops).drop_front(axis + indicesRank));
    return tensor::ExtractOp::create(builder, data, from);
  };
  return createParallel(builder, sizes, dataType.getElementType(), indices,
                        indicesMap, body);
}

FailureOr<Value> GatherBuilder::build() {
  if (failed(checkIndices()))
    return failure();
  if (isShapeValue(dataType) && isShapeValue(indicesType) && knownIndices)
    return buildFolded();
  if (isShapeValue(indicesType) && indicesType.getNumElements() == 1)
    return buildSlice();
  return buildLoop();
}

FailureOr<Value> mlir::split::createGather(ImplicitLocOpBuilder &builder,
                                           Value data, Value indices,
                                           int64_t axis, bool allowsNegative) {
  int64_t rank = getRankedType(data).getRank();
  FailureOr<int64_t> dim = getAxis(builder, axis, rank);
  if (failed(dim))
    return failure();
  return GatherBuilder(builder, data, indices, *dim, allowsNegative).build();
}
