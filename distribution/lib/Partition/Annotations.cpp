//===- Annotations.cpp - Shardings that a program states ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Partition.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "split-mlir/Dialect/SplitMpi/IR/Layout.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using shard::GridOp;
using shard::ShardingOp;
using shard::ShardOp;

/// Tables of all shards are computed at compile time.
static constexpr int64_t kMaxRanks = 1 << 16;

FailureOr<GridOp> mlir::split::mpi::findGrid(ModuleOp module) {
  auto grids = llvm::to_vector(module.getOps<GridOp>());
  ShardingOp first;
  WalkResult walk = module.walk([&](ShardingOp op) -> WalkResult {
    if (!first)
      first = op;
    if (op.getGridAttr() == first.getGridAttr())
      return WalkResult::advance();
    return op.emitOpError("uses the grid '@")
           << op.getGrid() << "', expected '@" << first.getGrid()
           << "' as other shardings do";
  });
  if (walk.wasInterrupted())
    return failure();
  GridOp grid;
  if (first)
    grid = SymbolTable::lookupNearestSymbolFrom<GridOp>(first,
                                                        first.getGridAttr());
  else if (grids.size() == 1)
    grid = grids.front();
  else if (!grids.empty())
    return grids[1].emitOpError(
        "is the second grid of a module without shardings, expected one");
  if (!grid)
    return GridOp();
  if (ShapedType::isDynamicShape(grid.getShape()))
    return grid.emitOpError("has a dynamic size, expected static sizes");
  if (failed(verifyGrid([&] { return grid.emitOpError(); }, grid.getShape())))
    return failure();
  int64_t numRanks = llvm::product_of(grid.getShape());
  if (numRanks > kMaxRanks)
    return grid.emitOpError("has ")
           << numRanks << " ranks, expected at most " << kMaxRanks;
  return grid;
}

static LogicalResult verifySharding(ShardOp op, ShardingOp sharding,
                                    const Grid &grid) {
  if (!sharding.getStaticHaloSizes().empty())
    return sharding.emitOpError(
        "has halo sizes, which split-partition does not support");
  if (ShapedType::isDynamicShape(sharding.getStaticShardedDimsOffsets()))
    // A diagnostic of the op would print it, which crashes upstream if an
    // offset has no operand.
    return emitError(sharding.getLoc(), "'shard.sharding' op has offsets that "
                                        "are not constant");
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<SmallVector<int16_t>> lists =
      getAxesLists(sharding.getSplitAxes(), type.getRank());
  auto emitError = [&] { return op.emitOpError(); };
  if (failed(verifyAxesLists(emitError, "split_axes", grid.getShape(), lists,
                             type.getRank())))
    return failure();
  return verifyOffsets(emitError, "sharded_dims_offsets", grid.getShape(),
                       lists, type.getShape(),
                       sharding.getStaticShardedDimsOffsets());
}

bool mlir::split::mpi::isPartitioned(ModuleOp module) {
  bool isAnnotated = false, hasCollectives = false;
  module.walk([&](Operation *op) {
    isAnnotated |= isa<ShardOp>(op);
    hasCollectives |= isa_and_present<shard::ShardDialect>(op->getDialect()) &&
                      !isa<GridOp, ShardingOp, ShardOp>(op);
  });
  return hasCollectives && !isAnnotated;
}

static LogicalResult verifyAnnotation(Operation *op, const Grid &grid) {
  if (isa<GridOp>(op))
    return success();
  if (!isa<ShardingOp, ShardOp>(op))
    return op->emitOpError("is not an annotation, expected only 'shard.grid', "
                           "'shard.sharding' and 'shard.shard'");
  if (!isa<func::FuncOp>(op->getParentOp()))
    return op->emitOpError("is in a region, expected annotations in the body "
                           "of a function");
  auto shard = dyn_cast<ShardOp>(op);
  if (!shard)
    return success();
  auto sharding = shard.getSharding().getDefiningOp<ShardingOp>();
  if (!sharding)
    return op->emitOpError("has a sharding that no 'shard.sharding' defines");
  return verifySharding(shard, sharding, grid);
}

LogicalResult mlir::split::mpi::verifyAnnotations(ModuleOp module,
                                                  const Grid &grid) {
  WalkResult walk = module.walk([&](Operation *op) -> WalkResult {
    if (!isa_and_nonnull<shard::ShardDialect>(op->getDialect()))
      return WalkResult::advance();
    return verifyAnnotation(op, grid);
  });
  return failure(walk.wasInterrupted());
}

TensorLayout mlir::split::mpi::getLayout(ShardOp op, const Grid &grid) {
  auto sharding = op.getSharding().getDefiningOp<ShardingOp>();
  auto type = cast<RankedTensorType>(op.getType());
  ArrayRef<int64_t> offsets = sharding.getStaticShardedDimsOffsets();
  TensorLayout layout;
  for (ArrayRef<int16_t> axes :
       getAxesLists(sharding.getSplitAxes(), type.getRank())) {
    DimLayout &dim = layout.dims.emplace_back();
    dim.axes.assign(axes.begin(), axes.end());
    if (axes.empty() || offsets.empty())
      continue;
    int64_t count = grid.getNumShards(axes) + 1;
    llvm::append_range(dim.offsets, offsets.take_front(count));
    offsets = offsets.drop_front(count);
  }
  return grid.normalize(std::move(layout), type);
}
