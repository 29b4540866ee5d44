//===- Sharding.cpp - Split ops on a grid of devices ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data, pieces and destinations have the same sharding, which leaves the axis
// whole. Upstream's shard-partition asserts what it requires, and a release
// build has no assertions, so the models report it as errors.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Shard/Interfaces/ShardingInterface.h"
#include "mlir/IR/IRMapping.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/SplitMpi/Interfaces/ExternalModels.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using shard::GridAxesAttr;
using shard::GridAxis;
using shard::GridOp;
using shard::Sharding;
using shard::ShardingArray;
using shard::ShardingOption;
using shard::ShardOp;

//===----------------------------------------------------------------------===//
// Shardings of operands
//===----------------------------------------------------------------------===//

/// Returns whether `sharding` has more than lists of grid axes.
static bool hasOffsetsOrHalos(const Sharding &sharding) {
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

/// Annotates an operand with `sharding`, and the steps to it from the sharding
/// that the value has.
static void annotateOperand(OpBuilder &builder, OpOperand &operand,
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

/// Annotates a result with `sharding`, also if nothing uses it, and the steps
/// from it to the shardings of its uses.
static void annotateResult(OpBuilder &builder, OpResult result,
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

//===----------------------------------------------------------------------===//
// Split ops on a grid of devices
//===----------------------------------------------------------------------===//

/// Returns the axis, or none if it is a run-time value.
static std::optional<int64_t> getStaticAxis(Operation *op) {
  if (auto copy = dyn_cast<CopyOp>(op))
    return copy.getNormalizedAxis();
  return cast<SplitOpInterface>(op).getSpec().getNormalizedAxis();
}

/// Returns whether `operand` is the axis or the lengths.
static bool isParameter(OpOperand &operand) {
  return isa<SplitOpInterface>(operand.getOwner()) &&
         operand.getOperandNumber() > 0;
}

/// Returns the rank of data, or 0 if it is unranked or a memref.
static int64_t getDataRank(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  return type ? type.getRank() : 0;
}

static GridOp getGrid(Operation *op, FlatSymbolRefAttr name) {
  return SymbolTable::lookupNearestSymbolFrom<GridOp>(op, name);
}

/// Returns the grid axes that shard dimension `dim`.
static ArrayRef<GridAxis> getAxes(const Sharding &sharding, int64_t dim) {
  if (dim >= int64_t(sharding.getSplitAxes().size()))
    return {};
  return sharding.getSplitAxes()[dim].asArrayRef();
}

/// Returns the number of shards of a dimension that `axes` shard, or kDynamic.
static int64_t getNumShards(GridOp grid, ArrayRef<GridAxis> axes) {
  return shard::collectiveProcessGroupSize(axes, grid);
}

//===----------------------------------------------------------------------===//
// Propagation
//===----------------------------------------------------------------------===//

namespace {
/// The grid axes that shard each dimension of an op's data and pieces.
class LoopAxes {
public:
  explicit LoopAxes(Operation *op)
      : op(op), axis(getStaticAxis(op)), loops(getDataRank(op)) {}

  /// Takes the axes of `sharding` that no other dimension has. A dimension
  /// that has axes keeps them: the other sharding is converted.
  void add(const Sharding &sharding) {
    if (axis)
      for (int64_t dim = 0; dim < int64_t(loops.size()); ++dim)
        if (dim != *axis && loops[dim].empty())
          addToDim(dim, getAxes(sharding, dim));
  }

  /// Moves the axes that shard the split axis of `data` to another dimension
  /// that they divide, if there is one.
  void moveFromAxis(const Sharding &data, GridOp grid) {
    if (!axis || !data)
      return;
    ArrayRef<GridAxis> given = getAxes(data, *axis);
    auto type = cast<RankedTensorType>(op->getOperand(0).getType());
    for (int64_t dim = 0; dim < type.getRank() && !given.empty(); ++dim) {
      int64_t numShards = getNumShards(grid, given);
      if (dim == *axis || !loops[dim].empty() || type.isDynamicDim(dim) ||
          type.getDimSize(dim) == 0 || numShards <= 0 ||
          type.getDimSize(dim) % numShards != 0)
        continue;
      addToDim(dim, given);
      return;
    }
  }

  bool isSharded(const Sharding &piece) const {
    return axis && !getAxes(piece, *axis).empty();
  }

  ShardingArray take() { return std::move(loops); }

private:
  void addToDim(int64_t dim, ArrayRef<GridAxis> axes) {
    for (ArrayRef<GridAxis> used : loops)
      for (GridAxis gridAxis : axes)
        if (llvm::is_contained(used, gridAxis))
          return;
    loops[dim].assign(axes.begin(), axes.end());
  }

  Operation *op;
  std::optional<int64_t> axis;
  ShardingArray loops;
};
} // namespace

/// Returns the sharding that `option` gives to a value of `type`, or null if
/// `type` is not a ranked tensor.
static Sharding getSharding(Type type, const ShardingOption &option,
                            bool isWhole) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return {};
  if (tensor.getRank() == 0)
    return Sharding(option.grid);
  ShardingArray axes = option.shardingArray;
  if (isWhole || axes.empty())
    axes.assign(1, {});
  shard::removeTrailingEmptySubArray(axes);
  return Sharding::get(option.grid, llvm::map_to_vector(axes, [&](auto &list) {
                         return GridAxesAttr::get(type.getContext(), list);
                       }));
}

static Sharding getSharding(OpOperand &operand, const ShardingOption &option) {
  return getSharding(operand.get().getType(), option, isParameter(operand));
}

static Sharding getSharding(OpResult result, const ShardingOption &option) {
  return getSharding(result.getType(), option, /*isWhole=*/false);
}

//===----------------------------------------------------------------------===//
// Partition
//===----------------------------------------------------------------------===//

/// Checks that a tensor of `type` can have `sharding`, given that of the data.
static LogicalResult verifySharding(Operation *op, RankedTensorType type,
                                    const Sharding &sharding,
                                    const Sharding &expected) {
  if (hasOffsetsOrHalos(sharding))
    return op->emitOpError("has a sharding with offsets or halo sizes, which "
                           "shard-partition does not support for splits");
  if (sharding.getGridAttr() != expected.getGridAttr() ||
      !sharding.equalSplitAxes(expected))
    return op->emitOpError("has data and pieces of different shardings");
  GridOp grid = getGrid(op, sharding.getGridAttr());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    int64_t numShards = getNumShards(grid, getAxes(sharding, dim));
    if (!type.isDynamicDim(dim) && !ShapedType::isDynamic(numShards) &&
        (numShards == 0 || type.getDimSize(dim) % numShards != 0))
      return op->emitOpError("has dimension ")
             << dim << " of size " << type.getDimSize(dim) << ", which "
             << numShards << " shards do not divide";
  }
  return success();
}

static LogicalResult verifyShardings(Operation *op,
                                     ArrayRef<Sharding> operandShardings,
                                     ArrayRef<Sharding> resultShardings) {
  const Sharding &data = operandShardings.front();
  std::optional<int64_t> axis = getStaticAxis(op);
  if (!shard::isFullReplication(data) &&
      (!axis || !getAxes(data, *axis).empty()))
    return op->emitOpError("has data that is sharded along the axis");
  for (auto [operand, sharding] :
       llvm::zip_equal(op->getOpOperands(), operandShardings)) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || type.getRank() == 0)
      continue;
    Sharding whole(data.getGridAttr());
    if (failed(verifySharding(op, type, sharding,
                              isParameter(operand) ? whole : data)))
      return failure();
  }
  for (auto [result, sharding] :
       llvm::zip_equal(op->getResults(), resultShardings))
    if (auto type = dyn_cast<RankedTensorType>(result.getType()))
      if (failed(verifySharding(op, type, sharding, data)))
        return failure();
  return success();
}

/// Gives `op` the operands and result types of one shard. Its attributes stay:
/// the axis is whole.
static void partition(Operation *op, ArrayRef<Sharding> resultShardings,
                      IRMapping &map, OpBuilder &builder) {
  Operation *local = builder.clone(*op, map);
  for (auto [result, sharding] :
       llvm::zip_equal(local->getResults(), resultShardings))
    if (sharding)
      result.setType(shard::shardType(
          result.getType(), getGrid(op, sharding.getGridAttr()), sharding));
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

namespace {
/// One parallel loop for each dimension of data; data, pieces and destinations
/// have identity maps. The loop of the axis is not sharded.
template <typename OpTy>
struct Model : shard::ShardingInterface::ExternalModel<Model<OpTy>, OpTy> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    return SmallVector<utils::IteratorType>(getDataRank(op),
                                            utils::IteratorType::parallel);
  }

  SmallVector<AffineMap> getIndexingMaps(Operation *op) const {
    int64_t rank = getDataRank(op);
    MLIRContext *context = op->getContext();
    AffineMap identity = AffineMap::getMultiDimIdentityMap(rank, context);
    SmallVector<AffineMap> maps;
    for (OpOperand &operand : op->getOpOperands())
      maps.push_back(isParameter(operand) ? AffineMap::get(rank, 0, context)
                                          : identity);
    maps.append(op->getNumResults(), identity);
    return maps;
  }

  FailureOr<ShardingOption>
  getShardingOption(Operation *op, ArrayRef<Sharding> operands,
                    ArrayRef<Sharding> results) const {
    LoopAxes loops(op);
    FlatSymbolRefAttr grid;
    for (const Sharding &sharding : llvm::concat<const Sharding>(
             results, isa<CopyOp>(op) ? operands : operands.take_front())) {
      if (!sharding)
        continue;
      if (hasOffsetsOrHalos(sharding) ||
          (grid && grid != sharding.getGridAttr()))
        return failure();
      grid = sharding.getGridAttr();
      loops.add(sharding);
    }
    if (!grid || !getGrid(op, grid))
      return ShardingOption::makeEmpty();
    // A rank cuts its shard of a piece that is sharded along the axis from the
    // whole piece.
    if (llvm::none_of(results, [&](const Sharding &piece) {
          return loops.isSharded(piece);
        }))
      loops.moveFromAxis(operands.front(), getGrid(op, grid));
    return ShardingOption(loops.take(), grid);
  }

  FailureOr<std::vector<Sharding>>
  getShardingAnnotations(Operation *op, const ShardingOption &option) const {
    std::vector<Sharding> shardings;
    for (OpOperand &operand : op->getOpOperands())
      shardings.push_back(getSharding(operand, option));
    for (OpResult result : op->getResults())
      shardings.push_back(getSharding(result, option));
    return shardings;
  }

  LogicalResult addShardingAnnotations(Operation *op, OpBuilder &builder,
                                       const ShardingOption &option) const {
    for (OpResult result : op->getResults())
      if (Sharding sharding = getSharding(result, option))
        annotateResult(builder, result, sharding);
    for (OpOperand &operand : op->getOpOperands())
      if (Sharding sharding = getSharding(operand, option))
        annotateOperand(builder, operand, sharding);
    return success();
  }

  LogicalResult partition(Operation *op, ArrayRef<Value>,
                          ArrayRef<Sharding> operandShardings,
                          ArrayRef<Sharding> resultShardings, IRMapping &map,
                          SymbolTableCollection &, OpBuilder &builder) const {
    if (failed(verifyShardings(op, operandShardings, resultShardings)))
      return failure();
    ::partition(op, resultShardings, map, builder);
    return success();
  }
};
} // namespace

void mlir::split::mpi::registerShardingExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, SplitDialect *) {
    CopyOp::attachInterface<Model<CopyOp>>(*context);
    SplitOp::attachInterface<Model<SplitOp>>(*context);
    VariadicSplitOp::attachInterface<Model<VariadicSplitOp>>(*context);
  });
}
