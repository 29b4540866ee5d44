//===- FuseElementwise.cpp - Elementwise ops joined to one ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITFUSEELEMENTWISEPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using linalg::GenericOp;

// Processors do not follow more streams than kMaxInputs, and longer bodies than
// kMaxOps gain nothing.
static constexpr size_t kMaxInputs = 12;
static constexpr size_t kMaxOps = 128;

//===----------------------------------------------------------------------===//
// Where to fuse
//===----------------------------------------------------------------------===//

static bool isFusable(GenericOp op) {
  return op.hasPureTensorSemantics() && isElementwise(op);
}

/// Whether producers can be fused into `op`.
static bool isConsumer(GenericOp op) {
  return op.hasPureTensorSemantics() && isComputedByRows(op);
}

/// Whether all users of the results of `producer` come after `consumer`, so
/// that an op at the place of `consumer` can produce these results.
static bool isUsedLast(GenericOp producer, GenericOp consumer) {
  for (Operation *user : producer->getUsers()) {
    Operation *ancestor = consumer->getBlock()->findAncestorOpInBlock(*user);
    if (!ancestor ||
        (ancestor != consumer && ancestor->isBeforeInBlock(consumer)))
      return false;
  }
  return true;
}

/// Whether the operands with these maps determine the sizes of all loops.
static bool determineLoops(ArrayRef<AffineMap> maps) {
  llvm::SmallBitVector isKnown(maps.front().getNumDims());
  for (AffineMap map : maps)
    for (AffineExpr result : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(result))
        isKnown.set(dim.getPosition());
  return isKnown.all();
}

/// Whether `producer` can be fused into `consumer`: `consumer` reads its
/// results element by element and not as inits, and the fused op is not too
/// large.
static bool canFuse(GenericOp producer, GenericOp consumer) {
  if (producer->getBlock() != consumer->getBlock() || !isFusable(producer) ||
      producer.getNumLoops() != consumer.getNumLoops())
    return false;
  for (OpOperand &operand : consumer->getOpOperands()) {
    if (operand.get().getDefiningOp() != producer)
      continue;
    if (consumer.isDpsInit(&operand) ||
        !consumer.getMatchingIndexingMap(&operand).isIdentity())
      return false;
  }
  SmallVector<AffineMap> maps = producer.getIndexingMapsArray();
  maps.resize(producer.getNumDpsInputs());
  for (OpOperand &operand : consumer->getOpOperands())
    if (operand.get().getDefiningOp() != producer)
      maps.push_back(consumer.getMatchingIndexingMap(&operand));
  if (!determineLoops(maps))
    return false;
  llvm::SmallDenseSet<Value> inputs(llvm::from_range, producer.getInputs());
  for (Value input : consumer.getInputs())
    if (input.getDefiningOp() != producer)
      inputs.insert(input);
  return inputs.size() <= kMaxInputs &&
         producer.getBody()->getOperations().size() +
                 consumer.getBody()->getOperations().size() <=
             kMaxOps &&
         isUsedLast(producer, consumer);
}

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

/// Returns the scalar that all elements of `tensor` are equal to, or null.
static Value getSplat(OpBuilder &builder, Value tensor) {
  if (auto splat = tensor.getDefiningOp<tensor::SplatOp>())
    return splat.getInput();
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>()) {
    Value value = fill.getInputs()[0];
    bool keepsType = value.getType() == getElementTypeOrSelf(tensor.getType());
    return keepsType ? value : nullptr;
  }
  DenseElementsAttr constant;
  if (!matchPattern(tensor, m_Constant(&constant)) || !constant.isSplat())
    return nullptr;
  auto element = dyn_cast<TypedAttr>(constant.getSplatValue<Attribute>());
  if (!element || !isa<FloatType, IntegerType, IndexType>(element.getType()) ||
      (isa<IntegerType>(element.getType()) &&
       !element.getType().isSignlessInteger()))
    return nullptr;
  return arith::ConstantOp::create(builder, tensor.getLoc(), element);
}

namespace {
/// Builds one op that replaces a consumer and possibly a producer.
///
/// Upstream's linalg::fuseElementwiseOps fuses one operand at a time. If the
/// consumer reads two results of the producer, or one result twice, it keeps
/// the producer, so elements are computed twice.
class FusedOp {
public:
  FusedOp(RewriterBase &rewriter, GenericOp consumer)
      : rewriter(rewriter), consumer(consumer) {
    rewriter.setInsertionPoint(consumer);
  }

  /// Replaces the consumer, and `producer` if not null, and returns the new op.
  /// Results of the producer with other users become further results.
  GenericOp create(GenericOp producer);

private:
  void addAllInputs();
  void addInputs(GenericOp op, GenericOp producer);
  void findKeptResults();
  void addInits();
  void addInit(Value init, bool isRead);
  void buildBody(OpBuilder &builder, ValueRange args);
  SmallVector<Value> cloneBody(OpBuilder &builder, GenericOp op);

  RewriterBase &rewriter;
  GenericOp consumer, producer;
  SmallVector<std::pair<Value, AffineMap>> inputs;
  SmallVector<Value> inits;
  /// Whether splats and unused operands stay inputs.
  bool keepsAllInputs = false;
  /// Results of the producer with users other than the consumer.
  SmallVector<OpResult> keptResults;
  /// Maps block arguments to numbers of inputs.
  DenseMap<Value, unsigned> inputNumbers;
  /// Maps values in old bodies to values in the new one.
  IRMapping mapping;
};
} // namespace

void FusedOp::addInputs(GenericOp op, GenericOp producer) {
  for (OpOperand *operand : op.getDpsInputOperands()) {
    BlockArgument arg = op.getMatchingBlockArgument(operand);
    Value value = operand->get();
    if (producer && value.getDefiningOp() == producer)
      continue;
    if (!keepsAllInputs) {
      if (arg.use_empty())
        continue;
      if (Value scalar = getSplat(rewriter, value)) {
        mapping.map(arg, scalar);
        continue;
      }
    }
    std::pair input(value, op.getMatchingIndexingMap(operand));
    auto *known = llvm::find(inputs, input);
    inputNumbers[arg] = known - inputs.begin();
    if (known == inputs.end())
      inputs.push_back(input);
  }
}

void FusedOp::addAllInputs() {
  if (producer)
    addInputs(producer, nullptr);
  addInputs(consumer, producer);
}

/// Returns the sizes of `init`. Follows fused ops to the tensors that they
/// write to, so that the sizes do not depend on ops that are fused.
static SmallVector<OpFoldResult> getInitSizes(OpBuilder &builder, Value init) {
  while (auto op = init.getDefiningOp<GenericOp>()) {
    if (!isFusable(op))
      break;
    init = op.getDpsInitOperand(cast<OpResult>(init).getResultNumber())->get();
  }
  if (auto empty = init.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes();
  return tensor::getMixedSizes(builder, init.getLoc(), init);
}

/// Whether writing a result to `init`, whose elements are not read, would cause
/// a copy or prevent fusion.
static bool isPoorInit(Value init) {
  if (auto argument = dyn_cast<BlockArgument>(init))
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  Operation *op = init.getDefiningOp();
  if (auto generic = dyn_cast<GenericOp>(op))
    return isFusable(generic);
  // If the tensor has several uses, another op may write to it, too.
  if (isa<tensor::EmptyOp>(op))
    return !op->hasOneUse();
  return isa<SplitOpInterface, arith::ConstantOp, linalg::FillOp,
             tensor::ExtractSliceOp, tensor::SplatOp>(op);
}

void FusedOp::addInit(Value init, bool isRead) {
  if (!isRead && isPoorInit(init))
    init = tensor::EmptyOp::create(rewriter, init.getLoc(),
                                   getInitSizes(rewriter, init),
                                   getElementTypeOrSelf(init.getType()));
  inits.push_back(init);
}

/// Clones the body of `op` and returns the values that it yields.
SmallVector<Value> FusedOp::cloneBody(OpBuilder &builder, GenericOp op) {
  for (Operation &inner : op.getBody()->without_terminator())
    builder.clone(inner, mapping);
  return llvm::map_to_vector(
      op.getBody()->getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

void FusedOp::buildBody(OpBuilder &builder, ValueRange args) {
  for (auto [arg, number] : inputNumbers)
    mapping.map(arg, args[number]);
  ValueRange initArgs = args.drop_front(inputs.size());
  auto numConsumed = consumer.getNumDpsInits();
  mapping.map(consumer.getRegionOutputArgs(), initArgs.take_front(numConsumed));
  SmallVector<Value> produced;
  if (producer) {
    for (auto [result, arg] :
         llvm::zip_equal(keptResults, initArgs.drop_front(numConsumed)))
      mapping.map(producer.getRegionOutputArgs()[result.getResultNumber()],
                  arg);
    produced = cloneBody(builder, producer);
    for (OpOperand *operand : consumer.getDpsInputOperands())
      if (operand->get().getDefiningOp() == producer)
        mapping.map(consumer.getMatchingBlockArgument(operand),
                    produced[cast<OpResult>(operand->get()).getResultNumber()]);
  }
  SmallVector<Value> yielded = cloneBody(builder, consumer);
  for (OpResult result : keptResults)
    yielded.push_back(produced[result.getResultNumber()]);
  linalg::YieldOp::create(builder, consumer.getLoc(), yielded);
}

void FusedOp::findKeptResults() {
  for (OpResult result : producer->getResults()) {
    BlockArgument arg =
        producer.getRegionOutputArgs()[result.getResultNumber()];
    if (!arg.use_empty() ||
        llvm::any_of(result.getUsers(),
                     [&](Operation *user) { return user != consumer; }))
      keptResults.push_back(result);
  }
}

void FusedOp::addInits() {
  for (auto [init, arg] :
       llvm::zip(consumer.getOutputs(), consumer.getRegionOutputArgs()))
    addInit(init, !arg.use_empty());
  for (OpResult result : keptResults) {
    unsigned number = result.getResultNumber();
    addInit(producer.getOutputs()[number],
            !producer.getRegionOutputArgs()[number].use_empty());
  }
}

GenericOp FusedOp::create(GenericOp fusedProducer) {
  producer = fusedProducer;
  if (producer)
    findKeptResults();
  addAllInputs();
  addInits();
  auto getMaps = [&] {
    auto maps = llvm::to_vector(llvm::make_second_range(inputs));
    for (OpOperand &init : consumer.getDpsInitsMutable())
      maps.push_back(consumer.getMatchingIndexingMap(&init));
    return maps;
  };
  SmallVector<AffineMap> maps = getMaps();
  // A reduction may need an operand only for the size of a loop.
  if (!determineLoops(maps)) {
    keepsAllInputs = true;
    inputs.clear();
    inputNumbers.clear();
    addAllInputs();
    maps = getMaps();
  }
  maps.append(keptResults.size(),
              rewriter.getMultiDimIdentityMap(consumer.getNumLoops()));
  SmallVector<Type> types = llvm::to_vector(TypeRange(ValueRange(inits)));
  for (auto [type, result] : llvm::zip(types, consumer->getResults()))
    type = result.getType();
  Location loc =
      producer ? rewriter.getFusedLoc({producer.getLoc(), consumer.getLoc()})
               : consumer.getLoc();
  auto fused = GenericOp::create(
      rewriter, loc, types, llvm::to_vector(llvm::make_first_range(inputs)),
      inits, maps, consumer.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location, ValueRange args) {
        buildBody(builder, args);
      });
  for (auto [index, result] : llvm::enumerate(keptResults))
    rewriter.replaceAllUsesExcept(
        result, fused->getResult(consumer->getNumResults() + index), consumer);
  rewriter.replaceOp(consumer,
                     fused->getResults().take_front(consumer->getNumResults()));
  if (producer)
    rewriter.eraseOp(producer);
  return fused;
}

/// Erases tensors without users, which would take up memory.
static void eraseDeadTensors(RewriterBase &rewriter, Operation *root) {
  root->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (isa<arith::ConstantOp, linalg::FillOp, tensor::DimOp, tensor::EmptyOp,
            tensor::SplatOp>(op) &&
        isOpTriviallyDead(op))
      rewriter.eraseOp(op);
  });
}

/// Replaces the size of a result by the size of the init.
static void resolveSize(RewriterBase &rewriter, tensor::DimOp dim) {
  auto op = dim.getSource().getDefiningOp<GenericOp>();
  std::optional<int64_t> index = dim.getConstantIndex();
  if (!op || !isFusable(op) || !index)
    return;
  rewriter.setInsertionPoint(dim);
  OpFoldResult size = getInitSizes(rewriter, dim.getSource())[*index];
  rewriter.replaceOp(
      dim, getValueOrCreateConstantIndexOp(rewriter, dim.getLoc(), size));
}

namespace {
struct SplitFuseElementwisePass
    : split::native::impl::SplitFuseElementwisePassBase<
          SplitFuseElementwisePass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    generalizeElementwise(rewriter, getOperation(), [](linalg::LinalgOp op) {
      return op.hasPureTensorSemantics();
    });
    getOperation()->walk(
        [&](tensor::DimOp dim) { resolveSize(rewriter, dim); });
    SmallVector<GenericOp> ops;
    getOperation()->walk([&](GenericOp op) { ops.push_back(op); });
    for (GenericOp op : ops)
      if (isConsumer(op))
        fuseProducers(rewriter, op);
    eraseDeadTensors(rewriter, getOperation());
  }

  /// Fuses producers into `op` until none is left.
  void fuseProducers(RewriterBase &rewriter, GenericOp op) {
    op = FusedOp(rewriter, op).create(nullptr);
    while (GenericOp producer = findProducer(op)) {
      op = FusedOp(rewriter, op).create(producer);
      ++numFused;
    }
  }

  static GenericOp findProducer(GenericOp consumer) {
    for (Value input : consumer.getInputs())
      if (auto producer = input.getDefiningOp<GenericOp>())
        if (canFuse(producer, consumer))
          return producer;
    return nullptr;
  }
};
} // namespace
