//===- Gather.cpp - elements at given positions ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gather.h"

#include "Axes.h"
#include "Elementwise.h"
#include "IndexMath.h"
#include "RuntimeChecks.h"
#include "ShapeValues.h"
#include "Sizes.h"
#include "Slice.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::split;

namespace {
class GatherBuilder {
public:
  GatherBuilder(OpBuilder &b, Location loc, Value data, Value indices,
                int64_t axis, bool allowsNegative)
      : b(b), loc(loc), data(data), indices(indices), axis(axis),
        allowsNegative(allowsNegative), dataType(getRankedType(data)),
        indicesType(getRankedType(indices)), dataSizes(getSizes(b, loc, data)) {
  }

  FailureOr<Value> build();

private:
  /// Checks that every index is in range.
  LogicalResult checkIndices();
  LogicalResult checkRange(OpFoldResult least, OpFoldResult greatest);
  /// The least of 0 and the indices, and the greatest of -1 and the indices.
  std::pair<OpFoldResult, OpFoldResult> createBounds();
  std::pair<OpFoldResult, OpFoldResult> createRunTimeBounds();
  /// Counts an index from the front.
  Value createPosition(OpBuilder &b, Location loc, Value index);

  /// The view of the one position.
  Value buildSlice();
  /// The elements of a small tensor of integers.
  Value buildFolded(ArrayRef<int64_t> positions);
  Value buildLoop();
  /// The positions where all are known.
  std::optional<SmallVector<int64_t>> getConstantPositions();

  OpBuilder &b;
  Location loc;
  Value data, indices;
  int64_t axis;
  bool allowsNegative;
  RankedTensorType dataType, indicesType;
  SmallVector<OpFoldResult> dataSizes;
};
} // namespace

LogicalResult GatherBuilder::checkRange(OpFoldResult least,
                                        OpFoldResult greatest) {
  IndexMath math(b, loc);
  Value size = math.get(dataSizes[axis]), zero = math.get(0);
  Value lower = allowsNegative ? math.sub(zero, size) : zero;
  auto check = [&](OpFoldResult index, arith::CmpIPredicate predicate,
                   Value bound) {
    return createCheck(
        b, loc,
        b.createOrFold<arith::CmpIOp>(loc, predicate, math.get(index), bound),
        "index {} is out of range for dimension " + Twine(axis) + " of size {}",
        {index, dataSizes[axis]});
  };
  return success(succeeded(check(least, arith::CmpIPredicate::sge, lower)) &&
                 succeeded(check(greatest, arith::CmpIPredicate::slt, size)));
}

std::pair<OpFoldResult, OpFoldResult> GatherBuilder::createRunTimeBounds() {
  // One loop for both; 0 and -1 are on the right side of their bounds whatever
  // the size, so they stand for no index at all.
  Type element = indicesType.getElementType();
  Value start = tensor::EmptyOp::create(b, loc, ArrayRef<int64_t>(), element);
  auto fill = [&](int64_t value) {
    Value constant =
        arith::ConstantOp::create(b, loc, b.getIntegerAttr(element, value));
    return linalg::FillOp::create(b, loc, constant, start).getResult(0);
  };
  int64_t rank = indicesType.getRank();
  AffineMap toScalar = AffineMap::get(rank, 0, b.getContext());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::reduction);
  auto bounds = linalg::GenericOp::create(
      b, loc, TypeRange{start.getType(), start.getType()}, indices,
      ValueRange{fill(0), fill(-1)},
      {b.getMultiDimIdentityMap(rank), toScalar, toScalar}, iterators,
      [](OpBuilder &b, Location loc, ValueRange args) {
        Value least = arith::MinSIOp::create(b, loc, args[0], args[1]);
        Value greatest = arith::MaxSIOp::create(b, loc, args[0], args[2]);
        linalg::YieldOp::create(b, loc, ValueRange{least, greatest});
      });
  auto read = [&](Value scalar) {
    return createIndex(b, loc, tensor::ExtractOp::create(b, loc, scalar));
  };
  return {read(bounds.getResult(0)), read(bounds.getResult(1))};
}

std::pair<OpFoldResult, OpFoldResult> GatherBuilder::createBounds() {
  DenseIntElementsAttr constant;
  if (!matchPattern(indices, m_Constant(&constant)))
    return createRunTimeBounds();
  int64_t least = 0, greatest = -1;
  for (const APInt &index : constant) {
    least = std::min(least, index.getSExtValue());
    greatest = std::max(greatest, index.getSExtValue());
  }
  return {b.getIndexAttr(least), b.getIndexAttr(greatest)};
}

LogicalResult GatherBuilder::checkIndices() {
  if (isShapeValue(indicesType)) {
    for (Value element : createElements(b, loc, indices)) {
      OpFoldResult index = createIndex(b, loc, element);
      if (failed(checkRange(index, index)))
        return failure();
    }
    return success();
  }
  auto [least, greatest] = createBounds();
  return checkRange(least, greatest);
}

Value GatherBuilder::createPosition(OpBuilder &b, Location loc, Value index) {
  IndexMath math(b, loc);
  Value fromEnd = math.add(index, math.get(dataSizes[axis]));
  return math.select(math.isLess(index, 0), fromEnd, index);
}

Value GatherBuilder::buildSlice() {
  Value index = createElements(b, loc, indices).front();
  Value position =
      createPosition(b, loc, IndexMath(b, loc).get(createIndex(b, loc, index)));
  SmallVector<OpFoldResult> offsets(dataSizes.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes = dataSizes;
  offsets[axis] = getAsOpFoldResult(position);
  sizes[axis] = b.getIndexAttr(1);
  SmallVector<OpFoldResult> resultSizes = sizes;
  if (indicesType.getRank() == 0)
    resultSizes.erase(resultSizes.begin() + axis);
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  return createView(b, loc, data, offsets, sizes, strides, resultSizes);
}

std::optional<SmallVector<int64_t>> GatherBuilder::getConstantPositions() {
  DenseIntElementsAttr constant;
  if (!matchPattern(indices, m_Constant(&constant)))
    return std::nullopt;
  SmallVector<int64_t> positions;
  for (const APInt &index : constant)
    positions.push_back(index.getSExtValue());
  return positions;
}

Value GatherBuilder::buildFolded(ArrayRef<int64_t> positions) {
  SmallVector<Value> all = createElements(b, loc, data);
  SmallVector<Value> elements;
  for (int64_t position : positions)
    elements.push_back(all[position < 0 ? position + all.size() : position]);
  return createFromElements(
      b, loc, indicesType.clone(dataType.getElementType()), elements);
}

Value GatherBuilder::buildLoop() {
  SmallVector<OpFoldResult> sizes(ArrayRef(dataSizes).take_front(axis));
  llvm::append_range(sizes, getSizes(b, loc, indices));
  llvm::append_range(sizes, ArrayRef(dataSizes).drop_front(axis + 1));
  int64_t rank = sizes.size(), indicesRank = indicesType.getRank();
  AffineMap indicesMap =
      b.getMultiDimIdentityMap(rank).getSliceMap(axis, indicesRank);
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
    SmallVector<Value> loops = createLoopIndices(b, loc, rank);
    SmallVector<Value> from(ArrayRef(loops).take_front(axis));
    Value index =
        arith::IndexCastOp::create(b, loc, b.getIndexType(), args.front());
    from.push_back(createPosition(b, loc, index));
    llvm::append_range(from, ArrayRef(loops).drop_front(axis + indicesRank));
    return tensor::ExtractOp::create(b, loc, data, from);
  };
  return createParallel(b, loc, sizes, dataType.getElementType(), indices,
                        indicesMap, body);
}

FailureOr<Value> GatherBuilder::build() {
  if (failed(checkIndices()))
    return failure();
  auto positions = getConstantPositions();
  if (isShapeValue(dataType) && isShapeValue(indicesType) && positions)
    return buildFolded(*positions);
  if (isShapeValue(indicesType) && indicesType.getNumElements() == 1)
    return buildSlice();
  return buildLoop();
}

FailureOr<Value> mlir::split::createGather(OpBuilder &b, Location loc,
                                           Value data, Value indices,
                                           int64_t axis, bool allowsNegative) {
  int64_t rank = getRankedType(data).getRank();
  FailureOr<int64_t> dim = getAxis(loc, axis, rank);
  if (failed(dim))
    return failure();
  return GatherBuilder(b, loc, data, indices, *dim, allowsNegative).build();
}
