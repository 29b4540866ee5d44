//===- ShardLayout.cpp - Parts of tensors that ranks pass -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Distribution/ShardLayout.h"

#include "split-mlir/Dialect/SplitMpi/IR/Communicator.h"
#include "split-mlir/Dialect/SplitMpi/IR/Layout.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;

/// Returns the coordinates of `rank`; the last axis varies fastest.
static SmallVector<int64_t> getCoordinates(ArrayRef<int64_t> grid,
                                           int64_t rank) {
  SmallVector<int64_t> coordinates(grid.size());
  for (size_t axis = grid.size(); axis-- > 0; rank /= grid[axis])
    coordinates[axis] = rank % grid[axis];
  return coordinates;
}

bool ShardLayout::isSharded() const {
  return llvm::any_of(
      axes, [](const SmallVector<int16_t> &list) { return !list.empty(); });
}

int64_t ShardLayout::getNumShards(unsigned dim) const {
  return mlir::split::mpi::getNumShards(grid, axes[dim]);
}

ArrayRef<int64_t> ShardLayout::getOffsets(unsigned dim) const {
  if (offsets.empty() || axes[dim].empty())
    return {};
  size_t begin = 0;
  for (unsigned other = 0; other < dim; ++other)
    begin += axes[other].empty() ? 0 : getNumShards(other) + 1;
  return ArrayRef(offsets).slice(begin, getNumShards(dim) + 1);
}

llvm::Expected<native::TensorBox> ShardLayout::getBox(ArrayRef<int64_t> shape,
                                                      int64_t rank) const {
  SmallVector<int64_t> coordinates = getCoordinates(grid, rank);
  TensorBox box = TensorBox::getWhole(shape);
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (axes[dim].empty())
      continue;
    int64_t shard = 0, numShards = getNumShards(dim);
    for (int16_t axis : axes[dim])
      shard = shard * grid[axis] + coordinates[axis];
    int64_t begin = split_mpi_shard_begin(size, numShards, shard);
    int64_t end = split_mpi_shard_begin(size, numShards, shard + 1);
    if (ArrayRef<int64_t> given = getOffsets(dim); !given.empty()) {
      if (given.back() != size)
        return llvm::createStringError(
            "the shards of dimension %zu end at %lld, but its size is %lld",
            dim, static_cast<long long>(given.back()),
            static_cast<long long>(size));
      begin = given[shard];
      end = given[shard + 1];
    }
    box.offsets[dim] = begin;
    box.sizes[dim] = end - begin;
  }
  return box;
}

bool ShardLayout::isFirstHolder(int64_t rank) const {
  auto isUsed = [&](int64_t axis) {
    return llvm::any_of(axes, [&](const SmallVector<int16_t> &list) {
      return llvm::is_contained(list, axis);
    });
  };
  return llvm::all_of(
      llvm::enumerate(getCoordinates(grid, rank)), [&](auto coordinate) {
        return coordinate.value() == 0 || isUsed(coordinate.index());
      });
}

ArrayRef<int64_t> mlir::split::mpi::getGrid(func::FuncOp function) {
  for (Operation *op = function; op; op = op->getParentOp())
    if (auto grid = op->getAttrOfType<DenseI64ArrayAttr>(kGridAttrName))
      return grid;
  return {};
}

/// Returns the layout of an argument or a result of type `type`, which `name`
/// names in errors.
static FailureOr<std::optional<ShardLayout>>
getLayout(func::FuncOp function, Type type, DictionaryAttr attributes,
          const Twine &name) {
  auto wholeAttr =
      attributes ? attributes.getAs<TypeAttr>(kGlobalTypeAttrName) : TypeAttr();
  if (!wholeAttr)
    return std::optional<ShardLayout>();
  auto emit = [&] { return function.emitError() << name << ": "; };
  auto whole = dyn_cast<RankedTensorType>(wholeAttr.getValue());
  auto part = dyn_cast<RankedTensorType>(type);
  if (!whole || !part || whole.getRank() != part.getRank() ||
      whole.getElementType() != part.getElementType())
    return emit() << "type " << type << " is not that of a part of "
                  << wholeAttr.getValue();
  ShardLayout layout{SmallVector<int64_t>(getGrid(function)), whole, {}, {}};
  auto axes = attributes.getAs<shard::GridAxesArrayAttr>(kAxesAttrName);
  layout.axes = getAxesLists(
      axes ? axes : getAxesAttr(function.getContext(), {}), whole.getRank());
  if (auto offsets = attributes.getAs<DenseI64ArrayAttr>(kOffsetsAttrName))
    llvm::append_range(layout.offsets, offsets.asArrayRef());
  if (failed(verifyGrid(emit, layout.grid)) ||
      failed(verifyAxesLists(emit, kAxesAttrName, layout.grid, layout.axes,
                             whole.getRank())) ||
      failed(verifyOffsets(emit, kOffsetsAttrName, layout.grid, layout.axes,
                           whole.getShape(), layout.offsets)))
    return failure();
  return std::optional(std::move(layout));
}

static FailureOr<SmallVector<std::optional<ShardLayout>>>
getLayouts(func::FuncOp function, TypeRange types, StringRef what,
           llvm::function_ref<DictionaryAttr(unsigned)> getAttributes) {
  SmallVector<std::optional<ShardLayout>> layouts;
  for (auto [index, type] : llvm::enumerate(types)) {
    auto layout =
        getLayout(function, type, getAttributes(index), what + Twine(index));
    if (failed(layout))
      return failure();
    layouts.push_back(std::move(*layout));
  }
  return layouts;
}

FailureOr<SmallVector<std::optional<ShardLayout>>>
mlir::split::mpi::getArgumentLayouts(func::FuncOp function) {
  return getLayouts(function, function.getArgumentTypes(), "argument ",
                    [&](unsigned index) -> DictionaryAttr {
                      return function.getArgAttrDict(index);
                    });
}

FailureOr<SmallVector<std::optional<ShardLayout>>>
mlir::split::mpi::getResultLayouts(func::FuncOp function) {
  return getLayouts(function, function.getResultTypes(), "result ",
                    [&](unsigned index) -> DictionaryAttr {
                      return function.getResultAttrDict(index);
                    });
}
