//===- LocalTensors.cpp - The parts of tensors that a rank has ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalTensors.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

OpFoldResult LocalTensors::getSize(Value whole, int64_t dim) {
  whole = resolve(whole);
  RankedTensorType type = getTensorType(whole);
  if (!type.isDynamicDim(dim))
    return builder.getIndexAttr(type.getDimSize(dim));
  SmallVector<OpFoldResult> &known = sizes[whole];
  known.resize(type.getRank());
  if (known[dim])
    return known[dim];
  if (auto empty = whole.getDefiningOp<tensor::EmptyOp>())
    return known[dim] = getWhole(empty.getDynamicSize(dim));
  if (auto fill = whole.getDefiningOp<linalg::FillOp>())
    return getSize(fill.getOutputs()[0], dim);
  // `known` does not outlive other sizes.
  for (const Part &part : parts[whole])
    if (part.layout.dims[dim].isWhole())
      return sizes[whole][dim] =
                 tensor::getMixedSize(builder, whole.getLoc(), part.value, dim);
  llvm_unreachable("the size of a sharded dimension is known");
}

SmallVector<OpFoldResult> LocalTensors::getSizes(Value whole) {
  return llvm::map_to_vector(llvm::seq(getTensorType(whole).getRank()),
                             [&](int64_t dim) { return getSize(whole, dim); });
}

Value LocalTensors::getShard(Location loc, ArrayRef<int16_t> axes) {
  if (coordinates.empty()) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&entry);
    auto index =
        GridIndexOp::create(builder, loc, communicator, grid.getShape());
    llvm::append_range(coordinates, index.getCoordinates());
  }
  IndexMath math(builder, loc);
  Value shard = coordinates[axes.front()];
  for (int16_t axis : axes.drop_front())
    shard =
        math.add(math.mul(shard, builder.getIndexAttr(grid.getShape()[axis])),
                 coordinates[axis]);
  return shard;
}

OpFoldResult LocalTensors::lookUp(Location loc, ArrayRef<int16_t> axes,
                                  ArrayRef<int64_t> table) {
  if (llvm::all_equal(table))
    return builder.getIndexAttr(table.front());
  auto type =
      RankedTensorType::get(int64_t(table.size()), builder.getIndexType());
  auto elements = llvm::map_to_vector(
      table, [](int64_t element) { return APInt(64, element); });
  Value constant = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, elements));
  return tensor::ExtractOp::create(builder, loc, constant, getShard(loc, axes))
      .getResult();
}

Interval LocalTensors::getInterval(Location loc, const DimLayout &layout,
                                   OpFoldResult size) {
  if (layout.isWhole())
    return {builder.getIndexAttr(0), size};
  int64_t numShards = grid.getNumShards(layout.axes);
  if (!layout.offsets.empty()) {
    ArrayRef<int64_t> offsets = layout.offsets;
    SmallVector<int64_t> sizes;
    for (int64_t shard = 0; shard < numShards; ++shard)
      sizes.push_back(offsets[shard + 1] - offsets[shard]);
    return {lookUp(loc, layout.axes, offsets.drop_back()),
            lookUp(loc, layout.axes, sizes)};
  }

  return createShard(builder, loc, size, getShard(loc, layout.axes), numShards);
}

SmallVector<OpFoldResult>
LocalTensors::getLocalSizes(Location loc, const TensorLayout &layout,
                            ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> local;
  for (auto [dim, size] : llvm::zip_equal(layout.dims, sizes)) {
    std::optional<int64_t> fixed = getConstantIntValue(size);
    int64_t localSize =
        grid.getLocalSize(dim, fixed.value_or(ShapedType::kDynamic));
    local.push_back(ShapedType::isDynamic(localSize)
                        ? getInterval(loc, dim, size).size
                        : OpFoldResult(builder.getIndexAttr(localSize)));
  }
  return local;
}

Value LocalTensors::createEmpty(Location loc, RankedTensorType whole,
                                const TensorLayout &layout,
                                ArrayRef<OpFoldResult> sizes) {
  return mpi::createEmpty(builder, loc, grid.getLocalType(whole, layout),
                          getLocalSizes(loc, layout, sizes));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value LocalTensors::resolve(Value whole) const {
  while (Value source = aliases.lookup(whole))
    whole = source;
  return whole;
}

void LocalTensors::set(Value whole, Value local, TensorLayout layout,
                       ArrayRef<OpFoldResult> wholeSizes) {
  layout = grid.normalize(std::move(layout), getTensorType(whole));
  RankedTensorType type = grid.getLocalType(getTensorType(whole), layout);
  if (local.getType() != type)
    local = tensor::CastOp::create(builder, whole.getLoc(), type, local);
  layouts[whole] = layout;
  parts[whole].push_back({std::move(layout), local});
  if (!wholeSizes.empty())
    sizes[whole].assign(wholeSizes.begin(), wholeSizes.end());
}

void LocalTensors::setAlias(Value whole, Value source, TensorLayout layout) {
  aliases[whole] = source;
  layouts[whole] = std::move(layout);
}

TensorLayout LocalTensors::getLayout(Value whole) const {
  auto it = layouts.find(whole);
  return it == layouts.end() ? TensorLayout(getTensorType(whole).getRank())
                             : it->second;
}

std::optional<TensorLayout> LocalTensors::getWanted(Value whole) const {
  auto it = wanted.find(whole);
  if (it == wanted.end())
    return std::nullopt;
  return it->second;
}

void LocalTensors::setWanted(Value whole, TensorLayout layout) {
  wanted.try_emplace(whole, std::move(layout));
}

Value LocalTensors::createSlice(const Part &part, Value whole,
                                const TensorLayout &to) {
  Location loc = whole.getLoc();
  RankedTensorType type = grid.getLocalType(getTensorType(whole), to);
  Slice slice;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    OpFoldResult size = getSize(whole, dim);
    Interval target = getInterval(loc, to.dims[dim], size);
    if (part.layout.dims[dim] == to.dims[dim])
      target.offset = builder.getIndexAttr(0);
    else if (!part.layout.dims[dim].isWhole())
      target.offset =
          IndexMath(builder, loc)
              .sub(target.offset,
                   getInterval(loc, part.layout.dims[dim], size).offset);
    slice.offsets.push_back(target.offset);
    slice.sizes.push_back(
        type.isDynamicDim(dim)
            ? target.size
            : OpFoldResult(builder.getIndexAttr(type.getDimSize(dim))));
  }
  if (slice.isStaticallyEmpty(part.value.getType()))
    return split::createEmpty(builder, loc, part.value, slice.sizes);
  return slice.create(builder, loc, part.value);
}

/// Returns `layout` as the ops of the dialect have it: either all sharded
/// dimensions have offsets, or none.
static Layout getOpLayout(OpBuilder &builder, Location loc, const Grid &grid,
                          const TensorLayout &layout,
                          ArrayRef<OpFoldResult> sizes) {
  Layout result;
  bool hasOffsets = false;
  for (const DimLayout &dim : layout.dims) {
    result.axes.push_back(dim.axes);
    hasOffsets |= !dim.offsets.empty();
  }
  if (!hasOffsets)
    return result;
  for (auto [dim, size] : llvm::zip_equal(layout.dims, sizes)) {
    if (dim.isWhole())
      continue;
    int64_t numShards = grid.getNumShards(dim.axes);
    std::optional<int64_t> fixed = getConstantIntValue(size);
    if (fixed || !dim.offsets.empty()) {
      for (int64_t offset : grid.getOffsets(dim, fixed.value_or(0)))
        result.offsets.push_back(builder.getIndexAttr(offset));
      continue;
    }
    for (int64_t shard = 0; shard <= numShards; ++shard)
      result.offsets.push_back(createShard(builder, loc, size,
                                           builder.getIndexAttr(shard),
                                           numShards)
                                   .offset);
  }
  return result;
}

Value LocalTensors::createRedistribute(const Part &part, Value whole,
                                       const TensorLayout &to) {
  Location loc = whole.getLoc();
  SmallVector<OpFoldResult> wholeSizes = getSizes(whole);
  Value init = createEmpty(loc, getTensorType(whole), to, wholeSizes);
  Layout fromLayout = getOpLayout(builder, loc, grid, part.layout, wholeSizes);
  Layout toLayout = getOpLayout(builder, loc, grid, to, wholeSizes);
  return RedistributeOp::create(builder, loc, part.value, init, communicator,
                                grid.getShape(), wholeSizes, fromLayout,
                                toLayout)
      .getResult();
}

/// Only the program knows whether a dynamic size is what offsets say.
void LocalTensors::checkOffsets(Value whole, const TensorLayout &layout) {
  RankedTensorType type = getTensorType(whole);
  Location loc = whole.getLoc();
  IndexMath math(builder, loc);
  for (auto [dim, dimLayout] : llvm::enumerate(layout.dims)) {
    if (dimLayout.offsets.empty() || !type.isDynamicDim(dim))
      continue;
    OpFoldResult expected = builder.getIndexAttr(dimLayout.offsets.back());
    OpFoldResult size = getSize(whole, dim);
    if (size == expected)
      continue;
    std::string message = "tensor has size {} along dimension " +
                          std::to_string(dim) +
                          ", expected {}, where the offsets of shards end";
    AssertOp::create(builder, loc, math.isEqual(size, expected), message,
                     ValueRange{math.get(size), math.get(expected)});
  }
}

Value LocalTensors::get(Value whole, TensorLayout layout) {
  whole = resolve(whole);
  layout = grid.normalize(std::move(layout), getTensorType(whole));
  for (const Part &part : parts[whole])
    if (part.layout == layout)
      return part.value;
  checkOffsets(whole, layout);
  const SmallVector<Part, 1> known = parts[whole];
  const RankedTensorType type = getTensorType(whole);
  const Part *container = llvm::find_if(known, [&](const Part &part) {
    return grid.contains(part.layout, layout, type);
  });
  auto countMissing = [&](const Part &part) {
    return grid.countMissing(part.layout, layout, type);
  };
  Value local;
  if (isCreatedInParts(whole.getDefiningOp()))
    local = createPart(whole, layout);
  else if (container != known.end())
    local = createSlice(*container, whole, layout);
  else
    local = createRedistribute(
        *llvm::min_element(known,
                           [&](const Part &lhs, const Part &rhs) {
                             return countMissing(lhs) < countMissing(rhs);
                           }),
        whole, layout);
  TensorLayout preferred = getLayout(whole);
  set(whole, local, layout);
  layouts[whole] = preferred;
  return parts[whole].back().value;
}

Value LocalTensors::getWhole(Value whole) {
  if (Value value = values.lookupOrNull(whole))
    return value;
  if (auto type = dyn_cast<RankedTensorType>(whole.getType()))
    return get(whole, TensorLayout(type.getRank()));
  llvm_unreachable("all values of the old function have new ones");
}

void LocalTensors::mapWhole(ValueRange wholes, IRMapping &map) {
  for (Value whole : wholes)
    map.map(whole, getWhole(whole));
}

double LocalTensors::getCost(Value whole, const TensorLayout &layout) const {
  whole = resolve(whole);
  RankedTensorType type = getTensorType(whole);
  if (isCreatedInParts(whole.getDefiningOp()))
    return 0;
  double cost = grid.countElements(layout, type);
  for (const Part &part : parts.lookup(whole))
    cost = std::min(cost, grid.countMissing(part.layout, layout, type));
  return cost;
}

//===----------------------------------------------------------------------===//
// Ops that need no other part
//===----------------------------------------------------------------------===//

bool mlir::split::mpi::isCreatedInParts(Operation *op) {
  if (!op)
    return false;
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return fill.hasPureTensorSemantics();
  auto constant = dyn_cast<arith::ConstantOp>(op);
  return isa<tensor::EmptyOp>(op) ||
         (constant && isa<RankedTensorType>(constant.getType()));
}

Value LocalTensors::createPart(Value whole, const TensorLayout &layout) {
  Operation *op = whole.getDefiningOp();
  Location loc = whole.getLoc();
  RankedTensorType type = grid.getLocalType(getTensorType(whole), layout);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
    if (splat && type.hasStaticShape())
      return arith::ConstantOp::create(builder, loc, splat.resizeSplat(type));
    Value all = builder.clone(*op)->getResult(0);
    if (layout.isWhole())
      return all;
    return createSlice({TensorLayout(type.getRank()), all}, whole, layout);
  }

  SmallVector<OpFoldResult> localSizes =
      getLocalSizes(loc, layout, getSizes(whole));
  Value empty = tensor::EmptyOp::create(
      builder, loc, localSizes, type.getElementType(), type.getEncoding());
  auto fill = dyn_cast<linalg::FillOp>(op);
  if (!fill)
    return empty;
  return linalg::FillOp::create(builder, loc, getWhole(fill.getInputs()[0]),
                                empty)
      .getResult(0);
}
