//===- Gather.cpp - Gather operators --------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Indexing.h"

#include "DataMovement.h"
#include "Elementwise.h"
#include "Shapes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

namespace {
/// Builds slices along `axis`. The first `numBatches` dimensions of data and
/// indices are the same.
class GatherBuilder {
public:
  GatherBuilder(ImplicitLocOpBuilder &builder, Value data, Value indices,
                int64_t axis, int64_t numBatches)
      : builder(builder), data(data), indices(indices), axis(axis),
        numBatches(numBatches), dataType(getRankedType(data)),
        indicesType(getRankedType(indices)), dataSizes(getSizes(builder, data)),
        knownIndices(getConstantInts(indices)) {}

  FailureOr<Value> build(bool allowsNegative);

private:
  LogicalResult checkBatches();
  /// Builds the view at a single index.
  Value buildSlice();
  /// Selects elements of a small tensor of integers.
  Value buildFolded();
  Value buildLoop();

  ImplicitLocOpBuilder &builder;
  Value data, indices;
  int64_t axis, numBatches;
  RankedTensorType dataType, indicesType;
  SmallVector<OpFoldResult> dataSizes;
  /// The indices, if all are constants.
  std::optional<SmallVector<int64_t>> knownIndices;
};
} // namespace

Value GatherBuilder::buildSlice() {
  Value index = createElements(builder, indices).front();
  Value position =
      createPosition(builder, createIndex(builder, index), dataSizes[axis]);
  SmallVector<OpFoldResult> offsets(dataSizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes = dataSizes;
  offsets[axis] = getAsOpFoldResult(position);
  sizes[axis] = builder.getIndexAttr(1);
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  return createView(builder, data, offsets, sizes, strides,
                    indicesType.getRank() == 0 ? std::optional(axis)
                                               : std::nullopt);
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
  SmallVector<OpFoldResult> sizes(
      ArrayRef<OpFoldResult>(dataSizes).take_front(axis));
  llvm::append_range(
      sizes, ArrayRef(getSizes(builder, indices)).drop_front(numBatches));
  llvm::append_range(sizes, ArrayRef(dataSizes).drop_front(axis + 1));
  int64_t rank = sizes.size(), numInner = indicesType.getRank() - numBatches;
  AffineMap all = builder.getMultiDimIdentityMap(rank);
  SmallVector<AffineExpr> exprs(all.getResults().take_front(numBatches));
  llvm::append_range(exprs, all.getResults().slice(axis, numInner));
  AffineMap indicesMap = AffineMap::get(rank, 0, exprs, builder.getContext());
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) -> Value {
    SmallVector<Value> loops = createLoopIndices(builder, rank);
    SmallVector<Value> from(ArrayRef<Value>(loops).take_front(axis));
    from.push_back(createPosition(builder, createIndex(builder, args.front()),
                                  dataSizes[axis]));
    llvm::append_range(from, ArrayRef(loops).drop_front(axis + numInner));
    return tensor::ExtractOp::create(builder, data, from);
  };
  return createParallel(builder, sizes, dataType.getElementType(), indices,
                        indicesMap, body);
}

LogicalResult GatherBuilder::checkBatches() {
  if (failed(checkNumBatches(builder, numBatches,
                             std::min(axis, indicesType.getRank()))))
    return failure();
  SmallVector<OpFoldResult> sizes = getSizes(builder, indices);
  std::copy_n(dataSizes.begin(), numBatches, sizes.begin());
  return checkSizes(builder, indices, sizes, "the indices");
}

FailureOr<Value> GatherBuilder::build(bool allowsNegative) {
  if (failed(checkBatches()) ||
      failed(checkIndices(builder, indices, dataSizes[axis], axis,
                          allowsNegative)))
    return failure();
  if (isShapeValue(dataType) && isShapeValue(indicesType) && knownIndices)
    return buildFolded();
  if (isShapeValue(indicesType) && indicesType.getNumElements() == 1 &&
      numBatches == 0)
    return buildSlice();
  return buildLoop();
}

FailureOr<Value>
mlir::split::frontends::createGather(ImplicitLocOpBuilder &builder, Value data,
                                     Value indices, int64_t axis,
                                     int64_t numBatches, bool allowsNegative) {
  int64_t rank = getRankedType(data).getRank();
  FailureOr<int64_t> dim = getAxis(builder, axis, rank);
  if (failed(dim))
    return failure();
  return GatherBuilder(builder, data, indices, *dim, numBatches)
      .build(allowsNegative);
}

FailureOr<Value> mlir::split::frontends::createGatherElements(
    ImplicitLocOpBuilder &builder, Value data, Value indices, int64_t axis) {
  FailureOr<int64_t> dim = checkElementIndices(builder, data, indices, axis);
  if (failed(dim))
    return failure();
  OpFoldResult size = getSize(builder, data, *dim);
  SmallVector<OpFoldResult> sizes = getSizes(builder, indices);
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) -> Value {
    SmallVector<Value> from = createLoopIndices(builder, sizes.size());
    from[*dim] =
        createPosition(builder, createIndex(builder, args.front()), size);
    return tensor::ExtractOp::create(builder, data, from);
  };
  return createParallel(builder, sizes, getRankedType(data).getElementType(),
                        indices, builder.getMultiDimIdentityMap(sizes.size()),
                        body);
}

FailureOr<Value>
mlir::split::frontends::createGatherND(ImplicitLocOpBuilder &builder,
                                       Value data, Value indices,
                                       int64_t numBatches) {
  FailureOr<int64_t> count =
      checkIndexTuples(builder, data, indices, numBatches);
  if (failed(count))
    return failure();
  SmallVector<OpFoldResult> dataSizes = getSizes(builder, data);
  SmallVector<OpFoldResult> sizes = getSizes(builder, indices);
  sizes.pop_back();
  int64_t numOuter = sizes.size();
  llvm::append_range(sizes,
                     ArrayRef(dataSizes).drop_front(numBatches + *count));
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange) -> Value {
    SmallVector<Value> loops = createLoopIndices(builder, sizes.size());
    SmallVector<Value> from =
        createTuple(builder, indices, ArrayRef(loops).take_front(numOuter),
                    *count, ArrayRef(dataSizes).drop_front(numBatches));
    from.insert(from.begin(), loops.begin(), loops.begin() + numBatches);
    llvm::append_range(from, ArrayRef(loops).drop_front(numOuter));
    return tensor::ExtractOp::create(builder, data, from);
  };
  return createParallel(builder, sizes, getRankedType(data).getElementType(),
                        ValueRange(), {}, body);
}

FailureOr<Value> mlir::split::frontends::createReverseSequence(
    ImplicitLocOpBuilder &builder, Value data, Value lengths, int64_t batchAxis,
    int64_t timeAxis) {
  IndexMath math(builder, builder.getLoc());
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  FailureOr<int64_t> batch = getAxis(builder, batchAxis, sizes.size());
  if (failed(batch))
    return failure();
  FailureOr<int64_t> time = getAxis(builder, timeAxis, sizes.size());
  if (failed(time) ||
      failed(checkSizes(builder, lengths, sizes[*batch], "the lengths")))
    return failure();
  auto [least, greatest] = createBounds(builder, lengths);
  auto check = [&](OpFoldResult length, Value fits) {
    return createCheck(builder, fits,
                       CheckMessage("length ")
                           << length << " of a sequence is out of range [0, "
                           << sizes[*time] << "]");
  };
  if (failed(check(least, math.isEqual(least, 0))) ||
      failed(check(greatest, math.isLessOrEqual(greatest, sizes[*time]))))
    return failure();
  int64_t rank = sizes.size();
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) -> Value {
    IndexMath math(builder, builder.getLoc());
    SmallVector<Value> from = createLoopIndices(builder, rank);
    Value length = math.get(createIndex(builder, args.front()));
    Value position = from[*time];
    Value reversed = math.sub(math.sub(length, position), math.get(1));
    from[*time] =
        math.select(math.isLess(position, length), reversed, position);
    return tensor::ExtractOp::create(builder, data, from);
  };
  return createParallel(
      builder, sizes, getRankedType(data).getElementType(), lengths,
      builder.getMultiDimIdentityMap(rank).getSliceMap(*batch, 1), body);
}
