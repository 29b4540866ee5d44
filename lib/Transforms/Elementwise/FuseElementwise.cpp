//===- FuseElementwise.cpp - elementwise ops joined to one ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITFUSEELEMENTWISEPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;
using linalg::GenericOp;

// More streams than this are more than processors follow; longer bodies gain
// nothing any more.
static constexpr size_t kMaxInputs = 12;
static constexpr size_t kMaxOps = 128;

//===----------------------------------------------------------------------===//
// Where to fuse
//===----------------------------------------------------------------------===//

static bool isFusable(GenericOp op) {
  return op.hasPureTensorSemantics() && isElementwise(op);
}

static SmallPtrSet<Value, 16> getInputs(GenericOp op) {
  return SmallPtrSet<Value, 16>(op.getInputs().begin(), op.getInputs().end());
}

/// Whether all uses of `producer`'s results can be of an op in the place of
/// `consumer` of the same block.
static bool isUsedLast(GenericOp producer, GenericOp consumer) {
  for (Operation *user : producer->getUsers()) {
    Operation *ancestor = consumer->getBlock()->findAncestorOpInBlock(*user);
    if (!ancestor ||
        (ancestor != consumer && ancestor->isBeforeInBlock(consumer)))
      return false;
  }
  return true;
}

/// Whether `consumer` reads `producer` element by element, no init of it is a
/// result of `producer`, and one op can do what both do.
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
  SmallPtrSet<Value, 16> inputs = getInputs(producer);
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

/// The scalar that all elements of `tensor` are, or null.
static Value getSplat(OpBuilder &b, Value tensor) {
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
  return arith::ConstantOp::create(b, tensor.getLoc(), element);
}

namespace {
/// An op made of one or two others.
class FusedOp {
public:
  FusedOp(RewriterBase &rewriter, GenericOp consumer)
      : rewriter(rewriter), consumer(consumer) {
    rewriter.setInsertionPoint(consumer);
  }

  /// Replaces the consumer, and `producer` if not null. Uses of the producer
  /// that remain get further results of the op that is returned.
  GenericOp create(GenericOp producer);

private:
  void addInputs(GenericOp op, GenericOp producer);
  void findKeptResults();
  void addInits();
  void addInit(Value init, bool isRead);
  void buildBody(OpBuilder &b, ValueRange args);
  void cloneBody(OpBuilder &b, GenericOp op);

  RewriterBase &rewriter;
  GenericOp consumer, producer;
  SmallVector<Value> inputs, inits;
  SmallVector<AffineMap> inputMaps;
  /// Results of the producer that others use.
  SmallVector<OpResult> keptResults;
  /// From block arguments to the number of an input.
  DenseMap<Value, unsigned> inputNumbers;
  /// From values in old bodies to values in the new one.
  IRMapping mapping;
};
} // namespace

void FusedOp::addInputs(GenericOp op, GenericOp producer) {
  for (OpOperand *operand : op.getDpsInputOperands()) {
    BlockArgument arg = op.getMatchingBlockArgument(operand);
    Value value = operand->get();
    if (arg.use_empty() || (producer && value.getDefiningOp() == producer))
      continue;
    if (Value scalar = getSplat(rewriter, value)) {
      mapping.map(arg, scalar);
      continue;
    }
    AffineMap map = op.getMatchingIndexingMap(operand);
    unsigned number = 0;
    while (number < inputs.size() &&
           (inputs[number] != value || inputMaps[number] != map))
      ++number;
    if (number == inputs.size()) {
      inputs.push_back(value);
      inputMaps.push_back(map);
    }
    inputNumbers[arg] = number;
  }
}

/// The sizes of a tensor that an op is to write. Not those of what a fused op
/// made, but those that it was made by.
static SmallVector<OpFoldResult> getInitSizes(OpBuilder &b, Value init) {
  while (auto op = init.getDefiningOp<GenericOp>()) {
    if (!isFusable(op))
      break;
    init = op.getDpsInitOperand(cast<OpResult>(init).getResultNumber())->get();
  }
  if (auto empty = init.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes();
  return tensor::getMixedSizes(b, init.getLoc(), init);
}

/// Whether a result that takes the place of `init`, which nobody reads, would
/// only be copied to where it belongs, or keep ops from being fused.
static bool isPoorInit(Value init) {
  if (auto argument = dyn_cast<BlockArgument>(init))
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  Operation *op = init.getDefiningOp();
  if (auto generic = dyn_cast<GenericOp>(op))
    return isFusable(generic);
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

void FusedOp::cloneBody(OpBuilder &b, GenericOp op) {
  for (Operation &inner : op.getBody()->without_terminator())
    b.clone(inner, mapping);
}

void FusedOp::buildBody(OpBuilder &b, ValueRange args) {
  for (auto [arg, number] : inputNumbers)
    mapping.map(arg, args[number]);
  ValueRange initArgs = args.drop_front(inputs.size());
  for (BlockArgument arg : consumer.getRegionOutputArgs()) {
    mapping.map(arg, initArgs.front());
    initArgs = initArgs.drop_front();
  }
  SmallVector<Value> yielded;
  if (producer) {
    for (OpResult result : keptResults) {
      mapping.map(producer.getRegionOutputArgs()[result.getResultNumber()],
                  initArgs.front());
      initArgs = initArgs.drop_front();
    }
    cloneBody(b, producer);
    Operation *yield = producer.getBody()->getTerminator();
    for (OpOperand *operand : consumer.getDpsInputOperands())
      if (operand->get().getDefiningOp() == producer)
        mapping.map(consumer.getMatchingBlockArgument(operand),
                    mapping.lookupOrDefault(yield->getOperand(
                        cast<OpResult>(operand->get()).getResultNumber())));
  }
  cloneBody(b, consumer);
  for (Value value : consumer.getBody()->getTerminator()->getOperands())
    yielded.push_back(mapping.lookupOrDefault(value));
  for (OpResult result : keptResults)
    yielded.push_back(
        mapping.lookupOrDefault(producer.getBody()->getTerminator()->getOperand(
            result.getResultNumber())));
  linalg::YieldOp::create(b, consumer.getLoc(), yielded);
}

/// Results of the producer that somebody but the consumer needs.
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
  if (producer) {
    addInputs(producer, nullptr);
    findKeptResults();
  }
  addInputs(consumer, producer);
  addInits();
  SmallVector<AffineMap> maps(inputMaps);
  unsigned rank = consumer.getNumLoops();
  maps.append(inits.size(), rewriter.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  SmallVector<Type> types = llvm::to_vector(TypeRange(ValueRange(inits)));
  for (auto [type, result] : llvm::zip(types, consumer->getResults()))
    type = result.getType();
  Location loc =
      producer ? rewriter.getFusedLoc({producer.getLoc(), consumer.getLoc()})
               : consumer.getLoc();
  auto fused = GenericOp::create(
      rewriter, loc, types, inputs, inits, maps, iterators,
      [&](OpBuilder &b, Location, ValueRange args) { buildBody(b, args); });
  for (auto [index, result] : llvm::enumerate(keptResults))
    rewriter.replaceAllUsesExcept(
        result, fused->getResult(consumer->getNumResults() + index), consumer);
  rewriter.replaceOp(consumer,
                     fused->getResults().take_front(consumer->getNumResults()));
  if (producer)
    rewriter.eraseOp(producer);
  return fused;
}

/// Constants and empty tensors that are left without use would take up memory.
static void eraseDeadTensors(RewriterBase &rewriter, Operation *root) {
  root->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (isa<arith::ConstantOp, linalg::FillOp, tensor::DimOp, tensor::EmptyOp,
            tensor::SplatOp>(op) &&
        isOpTriviallyDead(op))
      rewriter.eraseOp(op);
  });
}

/// Sizes of results are sizes of inits, so that only elements are asked of ops.
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
    : split::impl::SplitFuseElementwisePassBase<SplitFuseElementwisePass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::LinalgOp> named;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureTensorSemantics() && isNamedElementwise(op))
        named.push_back(op);
    });
    for (linalg::LinalgOp op : named) {
      rewriter.setInsertionPoint(op);
      (void)linalg::generalizeNamedOp(rewriter, op);
    }
    getOperation()->walk(
        [&](tensor::DimOp dim) { resolveSize(rewriter, dim); });
    SmallVector<GenericOp> ops;
    getOperation()->walk([&](GenericOp op) { ops.push_back(op); });
    for (GenericOp op : ops)
      if (isFusable(op))
        fuseProducers(rewriter, op);
    eraseDeadTensors(rewriter, getOperation());
  }

  /// Fuses what `op` reads into it, again and again.
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
