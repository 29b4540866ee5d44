//===- Regroup.cpp - dimensions split up and joined -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reshape.h"

#include "RuntimeChecks.h"
#include "ShapeValues.h"
#include "Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::split;

using Groups = SmallVector<ReassociationIndices>;

/// Joins each group of dimensions to one.
static Value collapse(OpBuilder &b, Location loc, Value data,
                      const Groups &groups, RankedTensorType type) {
  Value joined = tensor::CollapseShapeOp::create(b, loc, data, groups);
  return b.createOrFold<tensor::CastOp>(loc, type, joined);
}

/// Splits each dimension up into a group, where upstream can: a dimension is
/// static if those of its group are, else only one of these is not.
static Value expand(OpBuilder &b, Location loc, Value data,
                    const Groups &groups, ArrayRef<OpFoldResult> sizes,
                    RankedTensorType type) {
  for (auto [dim, group] :
       llvm::zip_equal(getRankedType(data).getShape(), groups)) {
    auto numDynamic =
        llvm::count_if(group, [&](int64_t i) { return type.isDynamicDim(i); });
    if (numDynamic != ShapedType::isDynamic(dim))
      return Value();
  }
  return tensor::ExpandShapeOp::create(b, loc, type, data, groups, sizes);
}

/// Dimensions one to one, but for `count` of them from `first` on as a group.
static Groups makeGroups(int64_t rank, int64_t first, int64_t count) {
  Groups groups;
  for (int64_t i = 0; i < rank; ++i) {
    if (i > first && i < first + count)
      groups.back().push_back(i);
    else
      groups.push_back({i});
  }
  return groups;
}

/// The general form, which needs elements in row-major order.
static Value reshape(OpBuilder &b, Location loc, Value data,
                     ArrayRef<OpFoldResult> sizes, RankedTensorType type) {
  SmallVector<Value> values = getValueOrCreateConstantIndexOp(b, loc, sizes);
  Value shape = tensor::FromElementsOp::create(b, loc, values);
  return tensor::ReshapeOp::create(b, loc, type, data, shape);
}

Value mlir::split::createReshapeTo(OpBuilder &b, Location loc, Value data,
                                   ArrayRef<OpFoldResult> sizes) {
  RankedTensorType type =
      getTensorType(sizes, getRankedType(data).getElementType());
  if (isShapeValue(data.getType()) && isShapeValue(type))
    return createFromElements(b, loc, type, createElements(b, loc, data));
  if (isCertainlyEmpty(getRankedType(data)) || isCertainlyEmpty(type))
    return tensor::EmptyOp::create(b, loc, sizes, type.getElementType());
  if (sizes.empty()) {
    RankedTensorType ones =
        type.clone(SmallVector<int64_t>(getRankedType(data).getRank(), 1));
    Value known = b.createOrFold<tensor::CastOp>(loc, ones, data);
    return collapse(b, loc, known, {}, type);
  }
  // Sizes that stay, from both ends; one at least is left of each.
  SmallVector<OpFoldResult> from = getSizes(b, loc, data);
  int64_t fromRank = from.size(), rank = sizes.size();
  int64_t shorter = std::min(fromRank, rank);
  int64_t first = 0, last = 0;
  while (first < shorter - 1 && isSameSize(from[first], sizes[first]))
    ++first;
  while (last < shorter - 1 - first &&
         isSameSize(from[fromRank - 1 - last], sizes[rank - 1 - last]))
    ++last;
  int64_t fromCount = fromRank - first - last, count = rank - first - last;
  if (fromRank == rank && fromCount <= 1)
    return b.createOrFold<tensor::CastOp>(loc, type, data);
  if (count == 1 && fromCount > 1)
    return collapse(b, loc, data, makeGroups(fromRank, first, fromCount), type);
  if (fromCount == 1)
    if (Value result =
            expand(b, loc, data, makeGroups(rank, first, count), sizes, type))
      return result;
  return reshape(b, loc, data, sizes, type);
}

FailureOr<Value> mlir::split::createFlatten(OpBuilder &b, Location loc,
                                            Value data, int64_t axis) {
  int64_t rank = getRankedType(data).getRank();
  // The axis is where to cut, so the rank is one too.
  if (axis < -rank || axis > rank)
    return emitError(loc) << "axis " << axis << " is out of range [" << -rank
                          << ", " << rank << "] for a tensor of rank " << rank;
  if (axis < 0)
    axis += rank;
  SmallVector<OpFoldResult> sizes = getSizes(b, loc, data);
  ArrayRef<OpFoldResult> all = sizes;
  SmallVector<OpFoldResult> flat = {
      createProduct(b, loc, all.take_front(axis)),
      createProduct(b, loc, all.drop_front(axis))};
  if (axis == 0 || axis == rank || isCertainlyEmpty(getRankedType(data)))
    return createReshapeTo(b, loc, data, flat);
  Groups groups(2);
  for (int64_t dim = 0; dim < rank; ++dim)
    groups[dim < axis ? 0 : 1].push_back(dim);
  return collapse(b, loc, data, groups,
                  getTensorType(flat, getRankedType(data).getElementType()));
}
