//===- RankGroup.cpp - The ranks that share a collective ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/SplitMpi/IR/Communicator.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

SmallVector<int64_t> mlir::split::mpi::getGridShape(Operation *op,
                                                    FlatSymbolRefAttr name) {
  auto grid = SymbolTable::lookupNearestSymbolFrom<shard::GridOp>(op, name);
  return SmallVector<int64_t>(grid.getShape());
}

static Value getCommunicatorOf(Operation *op) {
  return getCommunicator(op->getParentOfType<func::FuncOp>());
}

ValueRange mlir::split::mpi::createGridIndex(OpBuilder &builder, Operation *op,
                                             ArrayRef<int64_t> grid) {
  return GridIndexOp::create(builder, op->getLoc(), getCommunicatorOf(op), grid)
      .getCoordinates();
}

Value mlir::split::mpi::linearize(OpBuilder &builder, Location loc,
                                  ArrayRef<int64_t> grid,
                                  ArrayRef<int16_t> axes,
                                  ArrayRef<OpFoldResult> coordinates) {
  IndexMath math(builder, loc);
  Value position = math.get(0);
  for (int16_t axis : axes)
    position = math.add(math.mul(position, builder.getIndexAttr(grid[axis])),
                        coordinates[axis]);
  return position;
}

RankGroup::RankGroup(Operation *op, FlatSymbolRefAttr gridName,
                     ArrayRef<int16_t> axes)
    : op(op), grid(getGridShape(op, gridName)), axes(axes),
      communicator(getCommunicatorOf(op)) {}

Value RankGroup::createIndex(OpBuilder &builder) const {
  SmallVector<OpFoldResult> coordinates =
      getAsOpFoldResult(createGridIndex(builder, op, grid));
  return linearize(builder, op->getLoc(), grid, axes, coordinates);
}

Layout RankGroup::getSharded(int64_t dimension) const {
  Layout layout;
  layout.axes.resize(dimension + 1);
  layout.axes[dimension] = axes;
  return layout;
}

Layout RankGroup::getAtRoot(ArrayRef<OpFoldResult> root) const {
  Layout layout;
  Builder builder(op->getContext());
  layout.root.assign(grid.size(), builder.getIndexAttr(-1));
  for (auto [axis, coordinate] : llvm::zip_equal(axes, root))
    layout.root[axis] = coordinate;
  return layout;
}
