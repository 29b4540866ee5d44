//===- Layout.cpp - Layouts of sharded tensors ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/SplitMpi/IR/Layout.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

shard::GridAxesArrayAttr
mlir::split::mpi::getAxesAttr(MLIRContext *context,
                              ArrayRef<SmallVector<int16_t>> axes) {
  SmallVector<shard::GridAxesAttr> lists;
  for (const SmallVector<int16_t> &list : axes)
    lists.push_back(shard::GridAxesAttr::get(context, list));
  // Upstream's parser rejects an attribute without lists.
  if (lists.empty())
    lists.push_back(shard::GridAxesAttr::get(context, {}));
  return shard::GridAxesArrayAttr::get(context, lists);
}

SmallVector<SmallVector<int16_t>>
mlir::split::mpi::getAxesLists(shard::GridAxesArrayAttr attr, int64_t rank) {
  SmallVector<SmallVector<int16_t>> lists;
  for (shard::GridAxesAttr list : attr.getAxes())
    lists.emplace_back(list.asArrayRef());
  while (static_cast<int64_t>(lists.size()) > rank && lists.back().empty())
    lists.pop_back();
  while (static_cast<int64_t>(lists.size()) < rank)
    lists.emplace_back();
  return lists;
}

int64_t mlir::split::mpi::getNumShards(ArrayRef<int64_t> grid,
                                       ArrayRef<int16_t> axes) {
  int64_t numShards = 1;
  for (int16_t axis : axes)
    numShards *= grid[axis];
  return numShards;
}

/// The last `size` mod `numShards` shards have one element more.
Interval mlir::split::mpi::createShard(OpBuilder &builder, Location loc,
                                       OpFoldResult size, OpFoldResult index,
                                       int64_t numShards) {
  IndexMath math(builder, loc);
  OpFoldResult count = builder.getIndexAttr(numShards);
  std::optional<int64_t> constant = getConstantIntValue(size);
  if (constant && *constant % numShards == 0) {
    OpFoldResult part = builder.getIndexAttr(*constant / numShards);
    return {math.mul(index, part), part};
  }
  Value least = math.div(size, count);
  Value numSmaller = math.sub(count, math.rem(size, count));
  Value isLarger = math.isLessOrEqual(numSmaller, index);
  Value numLarger =
      math.max(math.sub(index, numSmaller), builder.getIndexAttr(0));
  Value extra =
      math.select(isLarger, builder.getIndexAttr(1), builder.getIndexAttr(0));
  return {math.add(math.mul(index, least), numLarger), math.add(least, extra)};
}

Value mlir::split::mpi::createEmpty(OpBuilder &builder, Location loc,
                                    RankedTensorType type,
                                    ArrayRef<OpFoldResult> sizes) {
  IndexMath math(builder, loc);
  SmallVector<Value> dynamic;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(dim))
      dynamic.push_back(math.get(size));
  return tensor::EmptyOp::create(builder, loc, type, dynamic);
}

LogicalResult
mlir::split::mpi::verifyGrid(function_ref<InFlightDiagnostic()> emitError,
                             ArrayRef<int64_t> grid) {
  int64_t numRanks = 1;
  for (auto [axis, size] : llvm::enumerate(grid)) {
    if (size < 1)
      return emitError() << "grid has size " << size << " along axis " << axis
                         << ", expected at least 1";
    if (size > std::numeric_limits<int32_t>::max() / numRanks)
      return emitError() << "grid [" << grid
                         << "] has too many ranks, expected at most "
                         << std::numeric_limits<int32_t>::max();
    numRanks *= size;
  }
  if (grid.size() > std::numeric_limits<int16_t>::max())
    return emitError() << "grid has " << grid.size()
                       << " axes, expected at most "
                       << std::numeric_limits<int16_t>::max();
  return success();
}

LogicalResult
mlir::split::mpi::verifyAxesLists(function_ref<InFlightDiagnostic()> emitError,
                                  StringRef name, ArrayRef<int64_t> grid,
                                  ArrayRef<SmallVector<int16_t>> lists,
                                  int64_t rank) {
  if (static_cast<int64_t>(lists.size()) > rank)
    return emitError() << name << " has " << lists.size()
                       << " lists of axes, expected at most " << rank
                       << ", one for each dimension";
  llvm::SmallBitVector used(grid.size());
  for (const SmallVector<int16_t> &list : lists) {
    for (int16_t axis : list) {
      if (axis < 0 || static_cast<size_t>(axis) >= grid.size())
        return emitError() << name << " has axis " << axis
                           << ", expected an axis in [0, " << grid.size()
                           << "), those of the grid";
      if (used.test(axis))
        return emitError() << name << " has axis " << axis
                           << " twice, expected each axis at most once";
      used.set(axis);
    }
  }
  return success();
}

LogicalResult mlir::split::mpi::verifyOffsets(
    function_ref<InFlightDiagnostic()> emitError, StringRef name,
    ArrayRef<int64_t> grid, ArrayRef<SmallVector<int16_t>> lists,
    ArrayRef<int64_t> sizes, ArrayRef<int64_t> offsets) {
  if (offsets.empty())
    return success();
  int64_t expected = 0;
  for (const SmallVector<int16_t> &list : lists)
    if (!list.empty())
      expected += getNumShards(grid, list) + 1;
  if (static_cast<int64_t>(offsets.size()) != expected)
    return emitError() << name << " has "
                       << formatCount(offsets.size(), "value")
                       << ", expected none or " << expected
                       << ", one more than shards for each sharded dimension";
  for (auto [dim, list] : llvm::enumerate(lists)) {
    if (list.empty())
      continue;
    ArrayRef<int64_t> own = offsets.take_front(getNumShards(grid, list) + 1);
    offsets = offsets.drop_front(own.size());
    auto emit = [&, dim = dim] {
      return emitError() << name << " has [" << own << "] for dimension " << dim
                         << ", ";
    };
    if (!ShapedType::isDynamic(own.front()) && own.front() != 0)
      return emit() << "expected it to begin with 0";
    int64_t last = 0;
    for (int64_t offset : own) {
      if (ShapedType::isDynamic(offset))
        continue;
      if (offset < last)
        return emit() << "expected ascending values";
      last = offset;
    }
    int64_t size = sizes[dim];
    if (ShapedType::isDynamic(size))
      continue;
    if (ShapedType::isDynamic(own.back()) ? last > size : own.back() != size)
      return emit() << "expected it to end with " << size
                    << ", the size of the dimension";
  }
  return success();
}
