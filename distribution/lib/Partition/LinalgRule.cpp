//===- LinalgRule.cpp - Linalg ops with sharded loops ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Partition.h"

#include "LocalTensors.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using linalg::LinalgOp;
using shard::ReductionKind;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Returns the op that combines elements of result `index`, or null if it is
/// not a single op.
static Operation *getCombiner(LinalgOp op, unsigned index) {
  SmallVector<Operation *> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), index, combiners) ||
      combiners.size() != 1)
    return nullptr;
  return combiners.front();
}

/// Returns the reduction over ranks that corresponds to `combiner`, which may
/// be null. Reductions over ranks take integers as signed, except for i1, and
/// their maximum of floats is that of arith.maximumf.
static std::optional<ReductionKind> getKind(Operation *combiner) {
  if (!combiner || !arith::getNeutralElement(combiner))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<ReductionKind>>(combiner)
      .Case<arith::AddFOp, arith::AddIOp>(
          [](auto) { return ReductionKind::Sum; })
      .Case<arith::MulFOp, arith::MulIOp>(
          [](auto) { return ReductionKind::Product; })
      .Case([](arith::MaxSIOp op) {
        return op.getType().isInteger(1) ? ReductionKind::BitwiseAnd
                                         : ReductionKind::Max;
      })
      .Case([](arith::MinSIOp op) {
        return op.getType().isInteger(1) ? ReductionKind::BitwiseOr
                                         : ReductionKind::Min;
      })
      .Case([](arith::MaximumFOp) { return ReductionKind::Max; })
      .Case([](arith::MinimumFOp) { return ReductionKind::Min; })
      .Case<arith::AndIOp>([](auto) { return ReductionKind::BitwiseAnd; })
      .Case<arith::OrIOp>([](auto) { return ReductionKind::BitwiseOr; })
      .Case<arith::XOrIOp>([](auto) { return ReductionKind::BitwiseXor; })
      .Default(std::nullopt);
}

/// Removes the promise that `combiner` does not overflow: partial results of
/// ranks may, even if the result does not.
static void allowOverflow(Operation *combiner) {
  if (auto flags =
          dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(combiner))
    combiner->setAttr(
        flags.getIntegerOverflowAttrName(),
        arith::IntegerOverflowFlagsAttr::get(
            combiner->getContext(), arith::IntegerOverflowFlags::none));
}

/// Returns whether all results can be reduced over ranks.
static bool isReducible(LinalgOp op) {
  return llvm::all_of(llvm::seq(op->getNumResults()), [&](unsigned index) {
    Type type = getElementTypeOrSelf(op->getResult(index).getType());
    std::optional<ReductionKind> kind = getKind(getCombiner(op, index));
    return kind && isReducibleBy(type, *kind);
  });
}

//===----------------------------------------------------------------------===//
// The choice of loops
//===----------------------------------------------------------------------===//

/// Returns whether the dimensions of operands that loop `loop` runs over are
/// its own: parts of them are parts of the loop.
static bool hasOwnDims(LinalgOp op, unsigned loop) {
  bool isUsed = false;
  for (AffineMap map : op.getIndexingMapsArray()) {
    unsigned numUses = 0;
    for (AffineExpr expr : map.getResults()) {
      if (!expr.isFunctionOfDim(loop))
        continue;
      if (!isa<AffineDimExpr>(expr) || ++numUses > 1)
        return false;
    }
    isUsed |= numUses > 0;
  }
  return isUsed;
}

/// Returns the number of inits with a dimension that `loop` runs over.
static int64_t countInits(LinalgOp op, unsigned loop) {
  return llvm::count_if(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.getMatchingIndexingMap(&init).isFunctionOfDim(loop);
  });
}

static bool isSharable(LinalgOp op, unsigned loop) {
  if (!hasOwnDims(op, loop))
    return false;
  utils::IteratorType iterator = op.getIteratorTypesArray()[loop];
  if (iterator == utils::IteratorType::parallel)
    return countInits(op, loop) == op.getNumDpsInits();
  // A reduction may run over a dimension of its init, as scans do.
  return iterator == utils::IteratorType::reduction &&
         countInits(op, loop) == 0 && isReducible(op);
}

/// Returns the layout of an operand with `map` if loops have the layout
/// `loops`.
static TensorLayout getOperandLayout(const TensorLayout &loops, AffineMap map) {
  TensorLayout layout(map.getNumResults());
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      layout.dims[dim] = loops.dims[loop.getPosition()];
  return layout;
}

/// Returns the layout of all loops that sharded reductions have.
static SmallVector<int16_t> getReducedAxes(LinalgOp op,
                                           const TensorLayout &loops) {
  SmallVector<int16_t> axes;
  for (auto [loop, type] :
       llvm::zip_equal(loops.dims, op.getIteratorTypesArray()))
    if (type == utils::IteratorType::reduction)
      llvm::append_range(axes, loop.axes);
  return axes;
}

/// Returns the dimension that `to` shards along `axes` and `from` does not, if
/// they are the same elsewhere: a reduction over `axes` of tensors in the
/// layout `from` can leave each rank its shard.
static std::optional<int64_t> getScatteredDim(const TensorLayout &from,
                                              const TensorLayout &to,
                                              ArrayRef<int16_t> axes) {
  std::optional<int64_t> scattered;
  if (axes.empty())
    return std::nullopt;
  for (auto [dim, pair] :
       llvm::enumerate(llvm::zip_equal(from.dims, to.dims))) {
    auto &[source, target] = pair;
    if (source == target)
      continue;
    if (scattered || !source.isWhole() || !target.offsets.empty() ||
        ArrayRef(target.axes) != axes)
      return std::nullopt;
    scattered = dim;
  }
  return scattered;
}

namespace {
/// Chooses the layout of an op's loops.
class LoopChoice {
public:
  LoopChoice(LocalTensors &tensors, LinalgOp op) : tensors(tensors), op(op) {
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      sharable.push_back(isSharable(op, loop));
    for (OpOperand &operand : op->getOpOperands())
      if (isa<RankedTensorType>(operand.get().getType()))
        addLayout(tensors.getLayout(operand.get()),
                  op.getMatchingIndexingMap(&operand));
    for (OpResult result : op->getResults())
      if (std::optional<TensorLayout> wanted = tensors.getWanted(result))
        addLayout(*wanted, op.getIndexingMapMatchingResult(result));
  }

  /// Lets each layout determine the loops first, then all others in order.
  TensorLayout choose() {
    TensorLayout best(op.getNumLoops());
    double leastCost = std::numeric_limits<double>::infinity();
    for (const auto &[layout, map] : layouts) {
      TensorLayout loops(op.getNumLoops());
      shard(loops, layout, map);
      for (const auto &[other, otherMap] : layouts)
        shard(loops, other, otherMap);
      double cost = getCost(loops);
      if (cost < leastCost) {
        leastCost = cost;
        best = loops;
      }
    }
    return best;
  }

private:
  void addLayout(TensorLayout layout, AffineMap map) {
    if (!layout.isWhole())
      layouts.emplace_back(std::move(layout), map);
  }

  void shard(TensorLayout &loops, const TensorLayout &layout, AffineMap map) {
    for (auto [dim, expr] : llvm::zip_equal(layout.dims, map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        if (sharable[loop.getPosition()])
          loops.shard(loop.getPosition(), dim);
  }

  double getCost(const TensorLayout &loops) {
    double cost = 0;
    for (OpOperand *input : op.getDpsInputOperands())
      if (isa<RankedTensorType>(input->get().getType()))
        cost += tensors.getCost(
            input->get(),
            getOperandLayout(loops, op.getMatchingIndexingMap(input)));
    SmallVector<int16_t> reduced = getReducedAxes(op, loops);
    for (OpResult result : op->getResults())
      cost += getCost(
          result,
          getOperandLayout(loops, op.getIndexingMapMatchingResult(result)),
          reduced);
    return cost;
  }

  /// Returns the cost of a result, which ops compute in `layout`, of its init
  /// and of the reduction over the axes `reduced`.
  double getCost(OpResult result, TensorLayout layout,
                 ArrayRef<int16_t> reduced) {
    auto type = cast<RankedTensorType>(result.getType());
    std::optional<TensorLayout> wanted = tensors.getWanted(result);
    const Grid &grid = tensors.getGrid();
    double cost = 0;
    if (wanted && getScatteredDim(layout, *wanted, reduced)) {
      cost = grid.countElements(layout, type);
      layout = *wanted;
    } else if (!reduced.empty()) {
      cost = 2 * grid.countElements(layout, type);
    }
    cost += tensors.getCost(
        op.getDpsInitOperand(result.getResultNumber())->get(), layout);
    if (wanted)
      cost += grid.countMissing(layout, *wanted, type);
    return cost;
  }

  LocalTensors &tensors;
  LinalgOp op;
  SmallVector<bool> sharable;
  SmallVector<std::pair<TensorLayout, AffineMap>> layouts;
};

/// Creates the op of one rank.
class LocalLinalg {
public:
  LocalLinalg(LocalTensors &tensors, LinalgOp op, TensorLayout loops)
      : tensors(tensors), builder(tensors.getBuilder()), op(op),
        loops(std::move(loops)), reducedAxes(getReducedAxes(op, this->loops)) {}

  void create();

private:
  TensorLayout getLayout(OpOperand &operand) {
    return getOperandLayout(loops, op.getMatchingIndexingMap(&operand));
  }
  Value getOperand(OpOperand &operand);
  Value createNeutral(OpOperand &init);
  void replaceCaptures(Operation *local);
  void shiftIndices(Operation *local);
  OpFoldResult getLoopSize(unsigned loop);
  void reduce(Value partial, OpOperand &init);
  Value combine(Value reduced, OpOperand &init, const TensorLayout &layout);
  Operation *getCombiner(OpOperand &init) {
    return ::getCombiner(op, op.getTiedOpResult(&init).getResultNumber());
  }

  LocalTensors &tensors;
  OpBuilder &builder;
  LinalgOp op;
  TensorLayout loops;
  SmallVector<int16_t> reducedAxes;
};
} // namespace

static TypedAttr getNeutral(LinalgOp op, OpOperand &init) {
  unsigned index = op.getTiedOpResult(&init).getResultNumber();
  return *arith::getNeutralElement(getCombiner(op, index));
}

/// Returns whether all elements of `init` certainly are the neutral element.
static bool isNeutral(LinalgOp op, OpOperand &init) {
  Value source = init.get();
  if (auto fill = source.getDefiningOp<linalg::FillOp>())
    source = fill.getInputs()[0];
  Attribute value;
  if (!matchPattern(source, m_Constant(&value)))
    return false;
  if (auto splat = dyn_cast<SplatElementsAttr>(value))
    value = splat.getSplatValue<Attribute>();
  // A sum that begins with 0 instead of -0 differs only if all else is -0.
  if (auto number = dyn_cast<FloatAttr>(value))
    if (number.getValue().isZero())
      return cast<FloatAttr>(getNeutral(op, init)).getValue().isZero();
  return value == getNeutral(op, init);
}

//===----------------------------------------------------------------------===//
// The op of one rank
//===----------------------------------------------------------------------===//

/// The partial results of all but one rank must not include the init.
Value LocalLinalg::createNeutral(OpOperand &init) {
  Location loc = op.getLoc();
  Value empty =
      tensors.createEmpty(loc, cast<RankedTensorType>(init.get().getType()),
                          getLayout(init), tensors.getSizes(init.get()));
  Value neutral = arith::ConstantOp::create(builder, loc, getNeutral(op, init));
  return linalg::FillOp::create(builder, loc, neutral, empty).getResult(0);
}

Value LocalLinalg::getOperand(OpOperand &operand) {
  if (!isa<RankedTensorType>(operand.get().getType()))
    return tensors.getWhole(operand.get());
  if (op.isDpsInit(&operand) && !reducedAxes.empty())
    return createNeutral(operand);
  return tensors.get(operand.get(), getLayout(operand));
}

void LocalLinalg::replaceCaptures(Operation *local) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  for (Value value : captured)
    replaceAllUsesInRegionWith(value, tensors.getWhole(value),
                               local->getRegion(0));
}

OpFoldResult LocalLinalg::getLoopSize(unsigned loop) {
  for (OpOperand &operand : op->getOpOperands())
    for (auto [dim, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
      if (expr == builder.getAffineDimExpr(loop))
        return tensors.getSize(operand.get(), dim);
  llvm_unreachable("a sharded loop runs over a dimension of an operand");
}

/// Adds the offset of the shard to each linalg.index of a sharded loop.
void LocalLinalg::shiftIndices(Operation *local) {
  local->walk([&](linalg::IndexOp index) {
    const DimLayout &layout = loops.dims[index.getDim()];
    if (layout.isWhole())
      return;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(local);
    Location loc = index.getLoc();
    OpFoldResult offset =
        tensors.getInterval(loc, layout, getLoopSize(index.getDim())).offset;
    Value shift = getValueOrCreateConstantIndexOp(builder, loc, offset);
    builder.setInsertionPointAfter(index);
    auto sum = arith::AddIOp::create(builder, loc, index, shift);
    index.getResult().replaceAllUsesExcept(sum, sum);
  });
}

/// Combines each element of `init` and `reduced`, which have `layout`.
Value LocalLinalg::combine(Value reduced, OpOperand &init,
                           const TensorLayout &layout) {
  Value local = tensors.get(init.get(), layout);
  int64_t rank = cast<RankedTensorType>(local.getType()).getRank();
  SmallVector<AffineMap> maps(2, builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, op.getLoc(), local.getType(), reduced, local, maps,
             iterators,
             [&](OpBuilder &body, Location loc, ValueRange args) {
               Operation *clone = body.clone(*getCombiner(init));
               clone->setOperands({args[1], args[0]});
               allowOverflow(clone);
               linalg::YieldOp::create(body, loc, clone->getResults());
             })
      .getResult(0);
}

/// Reduces the partial results of ranks, and registers the result.
void LocalLinalg::reduce(Value partial, OpOperand &init) {
  Location loc = op.getLoc();
  OpResult result = op.getTiedOpResult(&init);
  TensorLayout layout = getLayout(init);
  std::optional<TensorLayout> wanted = tensors.getWanted(result);
  std::optional<int64_t> scattered;
  if (wanted)
    scattered = getScatteredDim(layout, *wanted, reducedAxes);
  if (scattered)
    layout = *wanted;

  SmallVector<OpFoldResult> sizes = tensors.getSizes(init.get());
  Value empty = tensors.createEmpty(
      loc, cast<RankedTensorType>(result.getType()), layout, sizes);
  Value communicator = tensors.getCommunicator();
  ArrayRef<int64_t> grid = tensors.getGrid().getShape();
  ReductionKind kind = *getKind(getCombiner(init));
  Value reduced =
      scattered
          ? ReduceScatterOp::create(builder, loc, partial, empty, communicator,
                                    grid, reducedAxes, kind, *scattered)
                .getResult()
          : AllReduceOp::create(builder, loc, partial, empty, communicator,
                                grid, reducedAxes, kind)
                .getResult();
  if (!isNeutral(op, init))
    reduced = combine(reduced, init, layout);
  tensors.set(result, reduced, layout, sizes);
}

void LocalLinalg::create() {
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (OpOperand &operand : op->getOpOperands()) {
    operands.push_back(getOperand(operand));
    if (op.isDpsInit(&operand))
      types.push_back(operands.back().getType());
  }
  Operation *local = mlir::clone(builder, op, types, operands);
  replaceCaptures(local);
  shiftIndices(local);
  for (OpOperand &init : op.getDpsInitsMutable()) {
    OpResult result = op.getTiedOpResult(&init);
    Value value = local->getResult(result.getResultNumber());
    if (reducedAxes.empty()) {
      tensors.set(result, value, getLayout(init), tensors.getSizes(init.get()));
      continue;
    }
    allowOverflow(
        ::getCombiner(cast<LinalgOp>(local), result.getResultNumber()));
    reduce(value, init);
  }
}

bool mlir::split::mpi::partitionLinalg(LocalTensors &tensors, Operation *op) {
  auto linalgOp = dyn_cast<LinalgOp>(op);
  if (!linalgOp || !linalgOp.hasPureTensorSemantics())
    return false;
  TensorLayout loops = LoopChoice(tensors, linalgOp).choose();
  LocalLinalg(tensors, linalgOp, std::move(loops)).create();
  return true;
}
