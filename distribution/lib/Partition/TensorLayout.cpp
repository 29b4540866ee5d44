//===- TensorLayout.cpp - Layouts of tensors at compile time --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorLayout.h"

#include "split-mlir/Dialect/SplitMpi/IR/Layout.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

/// Comparing shards of more ranks than this takes too long.
static constexpr int64_t kMaxComparedRanks = 4096;

/// The size that estimates assume for a dynamic dimension.
static constexpr int64_t kEstimatedSize = 1024;

bool TensorLayout::usesAny(ArrayRef<int16_t> axes) const {
  return llvm::any_of(dims, [&](const DimLayout &dim) {
    return llvm::any_of(
        axes, [&](int16_t axis) { return llvm::is_contained(dim.axes, axis); });
  });
}

bool TensorLayout::shard(int64_t dim, const DimLayout &layout) {
  if (layout.isWhole() || !dims[dim].isWhole() || usesAny(layout.axes))
    return false;
  dims[dim] = layout;
  return true;
}

int64_t Grid::getNumShards(ArrayRef<int16_t> axes) const {
  return split::mpi::getNumShards(shape, axes);
}

int64_t Grid::getNumShards(const TensorLayout &layout) const {
  int64_t numShards = 1;
  for (const DimLayout &dim : layout.dims)
    numShards *= getNumShards(dim.axes);
  return numShards;
}

int64_t Grid::getOffset(const DimLayout &layout, int64_t size,
                        int64_t shard) const {
  if (!layout.offsets.empty())
    return layout.offsets[shard];
  int64_t numShards = getNumShards(layout.axes);
  int64_t numSmall = numShards - size % numShards;
  return shard * (size / numShards) + std::max<int64_t>(0, shard - numSmall);
}

SmallVector<int64_t> Grid::getOffsets(const DimLayout &layout,
                                      int64_t size) const {
  SmallVector<int64_t> offsets;
  for (int64_t shard = 0; shard <= getNumShards(layout.axes); ++shard)
    offsets.push_back(getOffset(layout, size, shard));
  return offsets;
}

DimLayout Grid::normalize(DimLayout layout, int64_t size) const {
  llvm::erase_if(layout.axes, [&](int16_t axis) { return shape[axis] == 1; });
  if (layout.isWhole())
    return {};
  if (!layout.offsets.empty() && !ShapedType::isDynamic(size) &&
      layout.offsets == getOffsets({layout.axes, {}}, size))
    layout.offsets.clear();
  return layout;
}

TensorLayout Grid::normalize(TensorLayout layout,
                             RankedTensorType whole) const {
  for (auto [dim, size] : llvm::zip_equal(layout.dims, whole.getShape()))
    dim = normalize(std::move(dim), size);
  return layout;
}

SmallVector<int16_t> Grid::getAxes(ArrayRef<DimLayout> from,
                                   ArrayRef<DimLayout> to) {
  llvm::SmallSetVector<int16_t, 4> axes;
  for (ArrayRef<DimLayout> layouts : {from, to})
    for (const DimLayout &layout : layouts)
      axes.insert_range(layout.axes);
  return axes.takeVector();
}

void Grid::visitRanks(
    ArrayRef<int16_t> axes,
    llvm::function_ref<bool(ArrayRef<int64_t> coordinates)> visit) const {
  SmallVector<int64_t> coordinates(shape.size());
  for (int64_t rank = 0, end = getNumShards(axes); rank < end; ++rank) {
    int64_t rest = rank;
    for (int16_t axis : llvm::reverse(axes)) {
      coordinates[axis] = rest % shape[axis];
      rest /= shape[axis];
    }
    if (!visit(coordinates))
      return;
  }
}

std::pair<int64_t, int64_t>
Grid::getBounds(const DimLayout &layout, int64_t size,
                ArrayRef<int64_t> coordinates) const {
  int64_t shard = 0;
  for (int16_t axis : layout.axes)
    shard = shard * shape[axis] + coordinates[axis];
  return {getOffset(layout, size, shard), getOffset(layout, size, shard + 1)};
}

bool Grid::contains(const DimLayout &from, const DimLayout &to,
                    int64_t size) const {
  if (from.isWhole() || from == to)
    return true;
  if (to.isWhole() || ShapedType::isDynamic(size))
    return false;
  SmallVector<int16_t> axes = getAxes(from, to);
  if (getNumShards(axes) > kMaxComparedRanks)
    return false;
  bool isContained = true;
  visitRanks(axes, [&](ArrayRef<int64_t> coordinates) {
    auto [sourceBegin, sourceEnd] = getBounds(from, size, coordinates);
    auto [targetBegin, targetEnd] = getBounds(to, size, coordinates);
    isContained = targetBegin >= sourceBegin && targetEnd <= sourceEnd;
    return isContained;
  });
  return isContained;
}

bool Grid::contains(const TensorLayout &from, const TensorLayout &to,
                    RankedTensorType whole) const {
  return llvm::all_of(
      llvm::zip_equal(from.dims, to.dims, whole.getShape()), [&](auto dim) {
        return contains(std::get<0>(dim), std::get<1>(dim), std::get<2>(dim));
      });
}

static int64_t estimateSize(int64_t size) {
  return ShapedType::isDynamic(size) ? kEstimatedSize : size;
}

double Grid::countMissing(const TensorLayout &from, const TensorLayout &to,
                          RankedTensorType whole) const {
  SmallVector<int16_t> axes = getAxes(from.dims, to.dims);
  int64_t numRanks = getNumShards(axes);
  if (numRanks > kMaxComparedRanks)
    return contains(from, to, whole) ? 0 : countElements(to, whole);
  double missing = 0;
  visitRanks(axes, [&](ArrayRef<int64_t> coordinates) {
    double needed = 1, present = 1;
    for (auto [source, target, dimSize] :
         llvm::zip_equal(from.dims, to.dims, whole.getShape())) {
      int64_t size = estimateSize(dimSize);
      auto [sourceBegin, sourceEnd] = getBounds(source, size, coordinates);
      auto [targetBegin, targetEnd] = getBounds(target, size, coordinates);
      needed *= double(targetEnd - targetBegin);
      present *=
          double(std::max<int64_t>(0, std::min(sourceEnd, targetEnd) -
                                          std::max(sourceBegin, targetBegin)));
    }
    missing += needed - present;
    return true;
  });
  return missing / double(numRanks);
}

double Grid::countElements(const TensorLayout &layout,
                           RankedTensorType whole) const {
  double elements = 1;
  for (int64_t size : whole.getShape())
    elements *= double(estimateSize(size));
  return elements / double(getNumShards(layout));
}

int64_t Grid::getLocalSize(const DimLayout &layout, int64_t size) const {
  if (layout.isWhole() || ShapedType::isDynamic(size))
    return size;
  int64_t numShards = getNumShards(layout.axes);
  if (layout.offsets.empty())
    return size % numShards == 0 ? size / numShards : ShapedType::kDynamic;
  int64_t first = layout.offsets[1];
  for (int64_t shard = 1; shard < numShards; ++shard)
    if (layout.offsets[shard + 1] - layout.offsets[shard] != first)
      return ShapedType::kDynamic;
  return first;
}

RankedTensorType Grid::getLocalType(RankedTensorType whole,
                                    const TensorLayout &layout) const {
  SmallVector<int64_t> sizes;
  for (auto [dim, size] : llvm::zip_equal(layout.dims, whole.getShape()))
    sizes.push_back(getLocalSize(dim, size));
  return whole.clone(sizes);
}

TensorLayout Grid::freeDim(TensorLayout layout, int64_t dim,
                           RankedTensorType whole) const {
  DimLayout given({std::move(layout.dims[dim].axes), {}});
  layout.dims[dim] = {};
  int64_t numShards = getNumShards(given.axes);
  for (int64_t other = 0; other < whole.getRank(); ++other) {
    int64_t size = whole.getDimSize(other);
    if (other != dim && size > 0 && size % numShards == 0 &&
        layout.shard(other, given))
      break;
  }
  return layout;
}
