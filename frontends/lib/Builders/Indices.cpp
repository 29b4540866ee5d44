//===- Indices.cpp - Index tensors ----------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Indexing.h"

#include "DataMovement.h"
#include "Shapes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Reads the bounds in one loop. It starts with 0 and -1, which are in range
/// for every size.
static std::pair<OpFoldResult, OpFoldResult>
createRunTimeBounds(ImplicitLocOpBuilder &builder, Value indices) {
  RankedTensorType type = getRankedType(indices);
  Type element = type.getElementType();
  Value start = tensor::EmptyOp::create(builder, ArrayRef<int64_t>(), element);
  auto fill = [&](int64_t value) {
    Value constant = arith::ConstantOp::create(
        builder, builder.getIntegerAttr(element, value));
    return linalg::FillOp::create(builder, constant, start).getResult(0);
  };
  int64_t rank = type.getRank();
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

std::pair<OpFoldResult, OpFoldResult>
mlir::split::frontends::createBounds(ImplicitLocOpBuilder &builder,
                                     Value indices) {
  std::optional<SmallVector<int64_t>> known = getConstantInts(indices);
  if (!known)
    return createRunTimeBounds(builder, indices);
  int64_t least = 0, greatest = -1;
  for (int64_t index : *known) {
    least = std::min(least, index);
    greatest = std::max(greatest, index);
  }
  return {builder.getIndexAttr(least), builder.getIndexAttr(greatest)};
}

LogicalResult
mlir::split::frontends::checkIndices(ImplicitLocOpBuilder &builder,
                                     Value indices, OpFoldResult size,
                                     int64_t dim, bool allowsNegative) {
  IndexMath math(builder, builder.getLoc());
  OpFoldResult zero = builder.getIndexAttr(0);
  if (allowsNegative)
    zero = math.sub(zero, size);
  auto check = [&](OpFoldResult index, Value isInRange) {
    return createCheck(builder, isInRange,
                       CheckMessage("index ")
                           << index << " is out of range for dimension " << dim
                           << " of size " << size);
  };
  auto checkRange = [&](OpFoldResult least, OpFoldResult greatest) {
    return success(
        succeeded(check(least, math.negate(math.isLess(least, zero)))) &&
        succeeded(check(greatest, math.isLess(greatest, size))));
  };
  if (!isShapeValue(indices.getType())) {
    auto [least, greatest] = createBounds(builder, indices);
    return checkRange(least, greatest);
  }
  for (Value element : createElements(builder, indices)) {
    OpFoldResult index = createIndex(builder, element);
    if (failed(checkRange(index, index)))
      return failure();
  }
  return success();
}

Value mlir::split::frontends::createPosition(ImplicitLocOpBuilder &builder,
                                             OpFoldResult index,
                                             OpFoldResult size) {
  IndexMath math(builder, builder.getLoc());
  Value fromEnd = math.add(index, size);
  return math.select(math.isLess(index, 0), fromEnd, index);
}

SmallVector<Value> mlir::split::frontends::createTuple(
    ImplicitLocOpBuilder &builder, Value indices, ValueRange outer,
    int64_t count, ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> positions;
  for (int64_t i = 0; i < count; ++i) {
    SmallVector<Value> at(outer);
    at.push_back(arith::ConstantIndexOp::create(builder, i));
    Value index = tensor::ExtractOp::create(builder, indices, at);
    positions.push_back(
        createPosition(builder, createIndex(builder, index), sizes[i]));
  }
  return positions;
}

/// Checks the rank of a tensor, which errors call `name`.
static LogicalResult checkRank(ImplicitLocOpBuilder &builder, Value tensor,
                               int64_t rank, StringRef name) {
  if (getRankedType(tensor).getRank() == rank)
    return success();
  return builder.emitError()
         << "the rank of " << name << " is " << getRankedType(tensor).getRank()
         << ", expected " << rank;
}

LogicalResult mlir::split::frontends::checkSizes(ImplicitLocOpBuilder &builder,
                                                 Value tensor,
                                                 ArrayRef<OpFoldResult> sizes,
                                                 StringRef name) {
  if (failed(checkRank(builder, tensor, sizes.size(), name)))
    return failure();
  for (auto [dim, expected] : llvm::enumerate(sizes)) {
    OpFoldResult size = getSize(builder, tensor, dim);
    if (failed(createSizeCheck(builder, size, expected,
                               CheckMessage("dimension ")
                                   << dim << " of " << name << " is " << size
                                   << ", expected " << expected)))
      return failure();
  }
  return success();
}

LogicalResult
mlir::split::frontends::checkNumBatches(ImplicitLocOpBuilder &builder,
                                        int64_t numBatches, int64_t most) {
  if (0 <= numBatches && numBatches <= most)
    return success();
  return builder.emitError() << "batch_dims is " << numBatches
                             << ", expected at least 0 and at most " << most;
}

FailureOr<int64_t> mlir::split::frontends::checkElementIndices(
    ImplicitLocOpBuilder &builder, Value data, Value indices, int64_t axis) {
  IndexMath math(builder, builder.getLoc());
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  FailureOr<int64_t> dim = getAxis(builder, axis, sizes.size());
  if (failed(dim) ||
      failed(checkRank(builder, indices, sizes.size(), "the indices")) ||
      failed(checkIndices(builder, indices, sizes[*dim], *dim)))
    return failure();
  for (auto [i, size] : llvm::enumerate(getSizes(builder, indices)))
    if (static_cast<int64_t>(i) != *dim && !isSameSize(size, sizes[i]) &&
        failed(createCheck(builder, math.isLessOrEqual(size, sizes[i]),
                           CheckMessage("dimension ")
                               << i << " of the indices is " << size
                               << ", expected at most " << sizes[i])))
      return failure();
  return dim;
}

FailureOr<int64_t>
mlir::split::frontends::checkIndexTuples(ImplicitLocOpBuilder &builder,
                                         Value data, Value indices,
                                         int64_t numBatches) {
  RankedTensorType type = getRankedType(indices);
  int64_t rank = getRankedType(data).getRank(), last = type.getRank() - 1;
  if (failed(checkNumBatches(builder, numBatches, std::min(rank, last))))
    return failure();
  int64_t count = type.getDimSize(last);
  if (count < 0 || count > rank - numBatches)
    return builder.emitError()
           << "the last dimension of the indices is of type " << type
           << ", expected a known size of at most " << rank - numBatches;
  SmallVector<OpFoldResult> dataSizes = getSizes(builder, data);
  SmallVector<OpFoldResult> sizes = getSizes(builder, indices);
  for (int64_t dim = 0; dim < numBatches; ++dim)
    if (failed(createSizeCheck(builder, sizes[dim], dataSizes[dim],
                               CheckMessage("dimension ")
                                   << dim << " of the indices is " << sizes[dim]
                                   << ", expected " << dataSizes[dim])))
      return failure();
  SmallVector<OpFoldResult> offsets(last + 1, builder.getIndexAttr(0)),
      steps(last + 1, builder.getIndexAttr(1));
  sizes.back() = builder.getIndexAttr(1);
  for (int64_t i = 0; i < count; ++i) {
    offsets.back() = builder.getIndexAttr(i);
    Value column = createView(builder, indices, offsets, sizes, steps, last);
    int64_t dim = numBatches + i;
    if (failed(checkIndices(builder, column, dataSizes[dim], dim)))
      return failure();
  }
  return count;
}
