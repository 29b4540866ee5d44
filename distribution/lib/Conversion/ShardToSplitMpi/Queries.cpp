//===- Queries.cpp - Ops of the shard dialect that return numbers ---------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

static SmallVector<int16_t> getAllAxes(ArrayRef<int64_t> grid) {
  return llvm::to_vector(llvm::seq<int16_t>(0, grid.size()));
}

static SmallVector<int16_t> getAxesOrAll(ArrayRef<int64_t> grid,
                                         ArrayRef<int16_t> axes) {
  return axes.empty() ? getAllAxes(grid) : SmallVector<int16_t>(axes);
}

static SmallVector<Value> createGridShape(OpBuilder &builder,
                                          shard::GridShapeOp op,
                                          ArrayRef<int64_t> grid) {
  return llvm::map_to_vector(
      getAxesOrAll(grid, op.getAxes()), [&](int16_t axis) -> Value {
        return arith::ConstantIndexOp::create(builder, op.getLoc(), grid[axis]);
      });
}

static SmallVector<Value> createMultiIndex(OpBuilder &builder,
                                           shard::ProcessMultiIndexOp op,
                                           ArrayRef<int64_t> grid) {
  ValueRange coordinates = createGridIndex(builder, op, grid);
  return llvm::map_to_vector(
      getAxesOrAll(grid, op.getAxes()),
      [&](int16_t axis) -> Value { return coordinates[axis]; });
}

static SmallVector<Value> createLinearIndex(OpBuilder &builder,
                                            shard::ProcessLinearIndexOp op,
                                            ArrayRef<int64_t> grid) {
  return {linearize(builder, op.getLoc(), grid, getAllAxes(grid),
                    getAsOpFoldResult(createGridIndex(builder, op, grid)))};
}

namespace {
/// Replaces an op that asks for the grid or for this rank's place in it.
template <typename OpTy,
          SmallVector<Value> (*create)(OpBuilder &, OpTy, ArrayRef<int64_t>)>
struct GridPattern : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    rewriter.replaceOp(
        op, create(rewriter, op, getGridShape(op, op.getGridAttr())));
    return success();
  }
};

/// The positions before and after that of `device` along the split axes, or -1
/// at the ends.
struct NeighborsPattern : OpConversionPattern<shard::NeighborsLinearIndicesOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(shard::NeighborsLinearIndicesOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    SmallVector<int64_t> grid = getGridShape(op, op.getGridAttr());
    ArrayRef<int16_t> axes = op.getSplitAxes();
    SmallVector<OpFoldResult> device = getAsOpFoldResult(adaptor.getDevice());
    IndexMath math(rewriter, op.getLoc());
    Value position = linearize(rewriter, op.getLoc(), grid, axes, device);
    OpFoldResult one = rewriter.getIndexAttr(1);
    int64_t last = getNumShards(grid, axes) - 1;
    auto getNeighbor = [&](Value neighbor, Value exists) {
      Value index = findRank(rewriter, op.getLoc(), grid, axes, device,
                             math.max(neighbor, rewriter.getIndexAttr(0)));
      return math.select(exists, index, rewriter.getIndexAttr(-1));
    };
    Value down = getNeighbor(math.sub(position, one),
                             math.isLess(rewriter.getIndexAttr(0), position));
    Value up =
        getNeighbor(math.add(position, one), math.isLess(position, last));
    rewriter.replaceOp(op, {down, up});
    return success();
  }

private:
  /// Returns the rank of `device` moved to `position` along `axes`.
  static Value findRank(OpBuilder &builder, Location loc,
                        ArrayRef<int64_t> grid, ArrayRef<int16_t> axes,
                        SmallVector<OpFoldResult> device, Value position) {
    IndexMath math(builder, loc);
    for (int16_t axis : llvm::reverse(axes)) {
      OpFoldResult size = builder.getIndexAttr(grid[axis]);
      device[axis] = math.rem(position, size);
      position = math.div(position, size);
    }
    return linearize(builder, loc, grid, getAllAxes(grid), device);
  }
};

/// The sizes of the shard that `device` has of a tensor of sizes `dims`.
struct ShardShapePattern : OpConversionPattern<shard::ShardShapeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(shard::ShardShapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    auto sharding = op.getSharding().getDefiningOp<shard::ShardingOp>();
    if (!sharding)
      return rewriter.notifyMatchFailure(op, "sharding is not known");
    SmallVector<OpFoldResult> offsets =
        getMixedValues(sharding.getStaticShardedDimsOffsets(),
                       sharding.getDynamicShardedDimsOffsets(), rewriter);
    SmallVector<OpFoldResult> dims =
        getMixedValues(op.getDims(), adaptor.getDimsDynamic(), rewriter);
    SmallVector<OpFoldResult> device =
        getMixedValues(op.getDevice(), adaptor.getDeviceDynamic(), rewriter);
    SmallVector<int64_t> grid = getGridShape(op, sharding.getGridAttr());
    IndexMath math(rewriter, op.getLoc());
    SmallVector<SmallVector<int16_t>> lists =
        getAxesLists(sharding.getSplitAxes(), dims.size());
    ArrayRef<OpFoldResult> rest = offsets;
    SmallVector<Value> sizes;
    for (auto [dim, axes] : llvm::zip_equal(dims, lists)) {
      int64_t numShards = getNumShards(grid, axes);
      Value index = linearize(rewriter, op.getLoc(), grid, axes, device);
      if (axes.empty()) {
        sizes.push_back(math.get(dim));
      } else if (offsets.empty()) {
        sizes.push_back(math.get(
            createShard(rewriter, op.getLoc(), dim, index, numShards).size));
      } else {
        sizes.push_back(getLength(rewriter, op.getLoc(),
                                  rest.take_front(numShards + 1), index));
        rest = rest.drop_front(numShards + 1);
      }
    }
    rewriter.replaceOp(op, sizes);
    return success();
  }

private:
  /// Returns the length of part `index` between `offsets`, which are constants
  /// or i64.
  static Value getLength(OpBuilder &builder, Location loc,
                         ArrayRef<OpFoldResult> offsets, Value index) {
    IndexMath math(builder, loc);
    SmallVector<Value> values;
    for (OpFoldResult offset : offsets) {
      if (auto value = dyn_cast<Value>(offset))
        values.push_back(arith::IndexCastOp::create(
            builder, loc, builder.getIndexType(), value));
      else
        values.push_back(math.get(*getConstantIntValue(offset)));
    }
    Value table = tensor::FromElementsOp::create(builder, loc, values);
    Value next = math.add(index, builder.getIndexAttr(1));
    Value begin = tensor::ExtractOp::create(builder, loc, table, index);
    Value end = tensor::ExtractOp::create(builder, loc, table, next);
    return math.sub(end, begin);
  }
};
} // namespace

void mlir::split::mpi::populateQueryPatterns(RewritePatternSet &patterns) {
  patterns.add<GridPattern<shard::GridShapeOp, createGridShape>,
               GridPattern<shard::ProcessLinearIndexOp, createLinearIndex>,
               GridPattern<shard::ProcessMultiIndexOp, createMultiIndex>,
               NeighborsPattern, ShardShapePattern>(patterns.getContext());
}
