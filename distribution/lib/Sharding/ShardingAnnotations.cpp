//===- ShardingAnnotations.cpp - Shardings of operands --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingAnnotations.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using shard::GridAxesAttr;
using shard::GridAxis;
using shard::Sharding;
using shard::ShardingArray;
using shard::ShardOp;

bool mlir::split::mpi::hasOffsetsOrHalos(const Sharding &sharding) {
  return !sharding.getStaticShardedDimsOffsets().empty() ||
         !sharding.getStaticHaloSizes().empty();
}

static ShardingArray toArray(const Sharding &sharding, size_t size) {
  ShardingArray array(std::max(size, sharding.getSplitAxes().size()));
  for (auto [dim, axes] : llvm::enumerate(sharding.getSplitAxes()))
    array[dim].assign(axes.asArrayRef().begin(), axes.asArrayRef().end());
  return array;
}

/// Changes `axes` to `target` by one step that upstream's shard-partition can
/// convert to one collective op: it moves an axis from a dimension to another
/// that has none, or removes or adds the last axis of a dimension.
static void step(ShardingArray &axes, const ShardingArray &target) {
  for (size_t dim = 0; dim < axes.size(); ++dim) {
    ArrayRef<GridAxis> wanted = target[dim];
    if (wanted.take_front(axes[dim].size()) == ArrayRef<GridAxis>(axes[dim]))
      continue;
    GridAxis last = axes[dim].pop_back_val();
    for (size_t other = 0; other < axes.size() && axes[dim].empty(); ++other)
      if (other != dim && axes[other].empty() && !target[other].empty() &&
          target[other].front() == last)
        return axes[other].push_back(last);
    return;
  }
  for (size_t dim = 0; dim < axes.size(); ++dim)
    if (axes[dim].size() < target[dim].size())
      return axes[dim].push_back(target[dim][axes[dim].size()]);
}

/// Returns `value`, which has the sharding `from`, annotated with each sharding
/// between `from` and `to`. Upstream's shard-partition converts between
/// shardings that differ by one collective op, and treats others like these.
static Value annotateSteps(OpBuilder &builder, Value value,
                           const Sharding &from, const Sharding &to) {
  if (hasOffsetsOrHalos(from) || hasOffsetsOrHalos(to))
    return value;
  size_t rank = std::max(from.getSplitAxes().size(), to.getSplitAxes().size());
  ShardingArray axes = toArray(from, rank), target = toArray(to, rank);
  if (axes == target)
    return value;
  for (step(axes, target); axes != target; step(axes, target)) {
    auto lists = llvm::map_to_vector(axes, [&](auto &list) {
      return GridAxesAttr::get(builder.getContext(), list);
    });
    auto sharding = shard::ShardingOp::create(
        builder, value.getLoc(), Sharding::get(to.getGridAttr(), lists));
    value = ShardOp::create(builder, value.getLoc(), value, sharding,
                            /*annotate_for_users=*/false);
  }
  return value;
}

void mlir::split::mpi::annotateOperand(OpBuilder &builder, OpOperand &operand,
                                       const Sharding &sharding) {
  if (auto given = operand.get().getDefiningOp<ShardOp>()) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(operand.getOwner());
    operand.set(annotateSteps(builder, operand.get(),
                              Sharding(given.getSharding()), sharding));
  }
  shard::maybeInsertSourceShardingAnnotation(sharding, operand, builder);
}

/// Inserts the steps from the sharding of a result to those of its uses. Moves
/// the insertion point.
static void annotateUses(OpBuilder &builder, OpResult result) {
  auto own = dyn_cast<ShardOp>(*result.user_begin());
  if (!own)
    return;
  for (Operation *user : llvm::to_vector(own.getResult().getUsers())) {
    auto given = dyn_cast<ShardOp>(user);
    if (!given)
      continue;
    builder.setInsertionPoint(given);
    given.getSrcMutable().assign(annotateSteps(builder, given.getSrc(),
                                               Sharding(own.getSharding()),
                                               Sharding(given.getSharding())));
  }
}

void mlir::split::mpi::annotateResult(OpBuilder &builder, OpResult result,
                                      const Sharding &sharding) {
  OpBuilder::InsertionGuard guard(builder);
  if (!result.use_empty()) {
    shard::maybeInsertTargetShardingAnnotation(sharding, result, builder);
    return annotateUses(builder, result);
  }
  // Upstream's function annotates uses, and shard-partition requires one.
  builder.setInsertionPointAfter(result.getOwner());
  auto shardingOp =
      shard::ShardingOp::create(builder, result.getLoc(), sharding);
  ShardOp::create(builder, result.getLoc(), result, shardingOp,
                  /*annotate_for_users=*/false);
}
