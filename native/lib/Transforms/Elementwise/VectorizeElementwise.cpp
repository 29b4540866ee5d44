//===- VectorizeElementwise.cpp - Elementwise ops to vectors --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeElementwise.h"

#include "ElementwiseOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITVECTORIZEELEMENTWISEPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using linalg::GenericOp;
using linalg::LinalgOp;

//===----------------------------------------------------------------------===//
// Results written to their target
//===----------------------------------------------------------------------===//

/// Returns the source and the target if `op` is a copy, else null.
static std::pair<Value, Value> getCopy(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return {copy.getSource(), copy.getTarget()};
  if (auto copy = dyn_cast<linalg::CopyOp>(op)) {
    Value source = copy.getInputs()[0], target = copy.getOutputs()[0];
    // Between element types, it converts.
    if (copy.hasPureBufferSemantics() &&
        getElementTypeOrSelf(source) == getElementTypeOrSelf(target))
      return {source, target};
  }
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (generic && generic.hasPureBufferSemantics() &&
      generic.getNumDpsInputs() == 1 && generic.getNumDpsInits() == 1 &&
      llvm::all_of(generic.getIndexingMapsArray(),
                   [](AffineMap map) { return map.isIdentity(); }) &&
      generic.getBody()->getTerminator()->getOperand(0) ==
          generic.getBody()->getArgument(0))
    return {generic.getInputs()[0], generic.getOutputs()[0]};
  return {};
}

/// Returns the init by which an op writes all of `alloc`, if `copy` is the only
/// op that reads it.
static OpOperand *getOnlyWrite(memref::AllocOp alloc, Operation *copy) {
  OpOperand *write = nullptr;
  for (OpOperand &use : alloc->getUses()) {
    if (use.getOwner() == copy || isa<memref::DeallocOp>(use.getOwner()))
      continue;
    auto op = dyn_cast<LinalgOp>(use.getOwner());
    if (write || !op || op->getBlock() != copy->getBlock() ||
        !op->isBeforeInBlock(copy) || !op.isDpsInit(&use) ||
        !op.getMatchingIndexingMap(&use).isIdentity() ||
        !op.getMatchingBlockArgument(&use).use_empty())
      return nullptr;
    write = &use;
  }
  return write;
}

/// Returns the slice whose elements `memref` has, or null.
static memref::SubViewOp getSlice(Value memref) {
  while (auto collapse = memref.getDefiningOp<memref::CollapseShapeOp>())
    memref = collapse.getSrc();
  return memref.getDefiningOp<memref::SubViewOp>();
}

/// Whether the two memrefs certainly share no memory.
static bool areDisjoint(Value memref, Value other) {
  if (haveDistinctBases(memref, other))
    return true;
  memref::SubViewOp view = getSlice(memref), otherView = getSlice(other);
  if (!view || !otherView || view.getSource() != otherView.getSource())
    return false;
  FailureOr<bool> overlap = ValueBoundsConstraintSet::areOverlappingSlices(
      memref.getContext(), HyperrectangularSlice(view),
      HyperrectangularSlice(otherView));
  return succeeded(overlap) && !*overlap;
}

/// Whether `op` accesses no memory that may be in `memref`.
static bool isIndependent(Operation &op, Value memref) {
  if (isMemoryEffectFree(&op) || isa<memref::AllocOp, memref::DeallocOp>(op))
    return true;
  if (!isa<LinalgOp, memref::CopyOp>(op))
    return false;
  return llvm::all_of(op.getOperands(), [&](Value operand) {
    return !isa<MemRefType>(operand.getType()) || areDisjoint(operand, memref);
  });
}

/// Appends to `ops` the ops of the block of `op` after `op` that define `value`
/// and its operands, in order. Fails if they cannot be moved before `op`.
static LogicalResult collectDefinitions(Value value, Operation *op,
                                        SetVector<Operation *> &ops) {
  Operation *definition = value.getDefiningOp();
  if (!definition || definition->getBlock() != op->getBlock() ||
      definition->isBeforeInBlock(op) || ops.contains(definition))
    return success();
  if (definition->getNumRegions() != 0 ||
      (!isPure(definition) && !isa<memref::AllocOp>(definition)))
    return failure();
  for (Value operand : definition->getOperands())
    if (failed(collectDefinitions(operand, op, ops)))
      return failure();
  ops.insert(definition);
  return success();
}

static LogicalResult forwardCopy(RewriterBase &rewriter, Operation *copy) {
  auto [source, target] = getCopy(copy);
  auto alloc = source ? source.getDefiningOp<memref::AllocOp>() : nullptr;
  OpOperand *write = alloc ? getOnlyWrite(alloc, copy) : nullptr;
  auto type = target ? cast<MemRefType>(target.getType()) : nullptr;
  if (!write || !type.isLastDimUnitStride() ||
      type.getShape() != alloc.getType().getShape())
    return failure();
  Operation *op = write->getOwner();
  for (Operation *between = op->getNextNode(); between != copy;
       between = between->getNextNode())
    if (!isIndependent(*between, target))
      return failure();
  // No other operand of the op may share memory with the target.
  for (OpOperand &operand : op->getOpOperands())
    if (&operand != write && isa<MemRefType>(operand.get().getType()) &&
        !areDisjoint(operand.get(), target))
      return failure();
  SetVector<Operation *> definitions;
  if (failed(collectDefinitions(target, op, definitions)))
    return failure();
  for (Operation *definition : definitions)
    rewriter.moveOpBefore(definition, op);
  rewriter.startOpModification(op);
  write->set(target);
  rewriter.finalizeOpModification(op);
  rewriter.eraseOp(copy);
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    rewriter.eraseOp(user);
  rewriter.eraseOp(alloc);
  return success();
}

/// Makes structured ops in `root` write directly to a part of another memref if
/// their result is only copied to that part. Bufferization creates such copies
/// for tensor.concat.
///
/// ```mlir
/// linalg.exp ins(%x) outs(%alloc)
/// %part = memref.subview %whole[0, 64] [8, 64] [1, 1]
/// linalg.copy ins(%alloc) outs(%part)
/// ```
///
/// becomes
///
/// ```mlir
/// %part = memref.subview %whole[0, 64] [8, 64] [1, 1]
/// linalg.exp ins(%x) outs(%part)
/// ```
static void forwardCopies(RewriterBase &rewriter, Operation *root) {
  SmallVector<Operation *> copies;
  root->walk([&](Operation *op) {
    if (getCopy(op).first)
      copies.push_back(op);
  });
  for (Operation *copy : copies)
    (void)forwardCopy(rewriter, copy);
}

//===----------------------------------------------------------------------===//
// Elementwise ops to vectors
//===----------------------------------------------------------------------===//

/// Returns the dimension of the memref that loop `loop` runs over, or -1.
static int64_t findLoop(AffineMap map, unsigned loop) {
  auto position =
      map.getResultPosition(getAffineDimExpr(loop, map.getContext()));
  return position ? static_cast<int64_t>(*position) : -1;
}

/// Whether `stream` has the loops from `first` to `loop + 1` as dimensions that
/// can be collapsed to one, or has neither `loop` nor `loop + 1`.
static bool canJoin(const Stream &stream, unsigned first, unsigned loop) {
  int64_t position = findLoop(stream.map, loop);
  int64_t next = findLoop(stream.map, loop + 1);
  if (!stream.isMemRef() || (position < 0 && next < 0))
    return true;
  if (position < 0 || next != position + 1)
    return false;
  int64_t start = findLoop(stream.map, first);
  auto type = cast<MemRefType>(stream.value.getType());
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (i > start && i <= next)
      groups.back().push_back(i);
    else
      groups.push_back({i});
  // A column can be collapsed, but its elements are not neighbours.
  return memref::CollapseShapeOp::isGuaranteedCollapsible(type, groups) &&
         (!stream.isContiguous() ||
          memref::CollapseShapeOp::computeCollapsedType(type, groups)
              .isLastDimUnitStride());
}

/// Returns the groups of loops that can be one dimension in all operands.
static SmallVector<ReassociationIndices> getRuns(ArrayRef<Stream> streams) {
  SmallVector<ReassociationIndices> runs;
  unsigned numLoops = streams.front().map.getNumDims();
  for (unsigned loop = 0; loop < numLoops; ++loop) {
    if (loop != 0 && llvm::all_of(streams, [&](const Stream &stream) {
          return canJoin(stream, runs.back().front(), loop - 1);
        }))
      runs.back().push_back(loop);
    else
      runs.push_back({loop});
  }
  return runs;
}

/// Collapses the dimensions of `stream` that belong to one of `runs`.
static void collapse(OpBuilder &builder, Location loc, Stream &stream,
                     ArrayRef<ReassociationIndices> runs) {
  SmallVector<ReassociationIndices> groups;
  SmallVector<AffineExpr> results;
  int64_t lastRun = -1;
  for (auto [position, result] : llvm::enumerate(stream.map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    int64_t run = -1;
    for (int64_t i = 0, e = runs.size(); dim && i < e; ++i)
      if (llvm::is_contained(runs[i], dim.getPosition()))
        run = i;
    if (run >= 0 && run == lastRun) {
      groups.back().push_back(position);
      continue;
    }
    lastRun = run;
    groups.push_back({static_cast<int64_t>(position)});
    results.push_back(dim ? builder.getAffineDimExpr(run) : result);
  }
  if (groups.size() != stream.map.getNumResults())
    stream.value =
        memref::CollapseShapeOp::create(builder, loc, stream.value, groups);
  stream.map = AffineMap::get(runs.size(), 0, results, builder.getContext());
}

//===----------------------------------------------------------------------===//
// Operands that may be broadcast
//===----------------------------------------------------------------------===//

/// Returns the view by which `memref` may be broadcast, or null: its strides
/// are known at run time, and it begins where a contiguous memref does.
static memref::SubViewOp getBroadcastView(Value memref) {
  auto view = memref.getDefiningOp<memref::SubViewOp>();
  bool isBroadcast =
      view && view.getSourceType().getLayout().isIdentity() &&
      view.getSourceType().getRank() == view.getType().getRank() &&
      !view.getStrides().empty() &&
      llvm::all_of(view.getMixedOffsets(), isZeroInteger);
  return isBroadcast ? view : memref::SubViewOp();
}

/// Whether all operands are contiguous if none of them is broadcast, which at
/// least one may be.
static bool mayBeFlat(GenericOp op) {
  bool mayBeBroadcast = false;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type)
      continue;
    bool hasView = getBroadcastView(operand.get()) != nullptr;
    mayBeBroadcast |= hasView;
    if (!op.getMatchingIndexingMap(&operand).isIdentity() ||
        (!hasView && !type.getLayout().isIdentity()))
      return false;
  }
  return mayBeBroadcast && op.getNumLoops() > 1;
}

/// Creates the condition that no operand is broadcast.
static Value createIsFlat(OpBuilder &builder, GenericOp op) {
  IndexMath math(builder, op.getLoc());
  Value isFlat;
  for (Value operand : op->getOperands()) {
    memref::SubViewOp view = getBroadcastView(operand);
    if (!view)
      continue;
    SmallVector<OpFoldResult> sizes =
        memref::getMixedSizes(builder, op.getLoc(), view.getSource());
    for (auto [size, viewSize] : llvm::zip_equal(sizes, view.getMixedSizes()))
      isFlat = math.both(isFlat, math.isEqual(size, viewSize));
  }
  return isFlat;
}

/// Returns the operands of an op for which createIsFlat holds, each collapsed
/// to one dimension.
static SmallVector<Stream> createFlatStreams(OpBuilder &builder, GenericOp op) {
  SmallVector<ReassociationIndices> all(1);
  llvm::append_range(all[0], llvm::seq<int64_t>(0, op.getNumLoops()));
  SmallVector<Stream> streams;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    AffineMap map = AffineMap::get(/*dimCount=*/1, 0, builder.getContext());
    if (isa<MemRefType>(value.getType())) {
      if (memref::SubViewOp view = getBroadcastView(value))
        value = view.getSource();
      value = memref::CollapseShapeOp::create(builder, op.getLoc(), value, all);
      map = builder.getDimIdentityMap();
    }
    streams.push_back({value, map, op.getMatchingBlockArgument(&operand)});
  }
  return streams;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static SmallVector<Stream> createStreams(OpBuilder &builder, GenericOp op) {
  SmallVector<Stream> streams;
  for (OpOperand &operand : op->getOpOperands())
    streams.push_back(createStream(builder, op, operand,
                                   op.getMatchingIndexingMap(&operand)));
  SmallVector<ReassociationIndices> runs = getRuns(streams);
  for (Stream &stream : streams) {
    if (stream.isMemRef())
      collapse(builder, op.getLoc(), stream, runs);
    else
      stream.map = AffineMap::get(runs.size(), 0, builder.getContext());
  }
  return streams;
}

static void vectorize(RewriterBase &rewriter, GenericOp op,
                      const MachineModel &machine, RuntimeCalls &calls) {
  rewriter.setInsertionPoint(op);
  if (mayBeFlat(op)) {
    auto ifOp =
        scf::IfOp::create(rewriter, op.getLoc(), createIsFlat(rewriter, op),
                          /*withElseRegion=*/true);
    rewriter.setInsertionPointToStart(ifOp.thenBlock());
    VectorBody flat(op, createFlatStreams(rewriter, op));
    VectorLoops(rewriter, flat, machine, calls).create();
    rewriter.setInsertionPointToStart(ifOp.elseBlock());
  }
  VectorBody body(op, createStreams(rewriter, op));
  VectorLoops(rewriter, body, machine, calls).create();
  rewriter.eraseOp(op);
}

/// Moves the deallocations between the ops of `group` after its last op.
static void delayDeallocations(RewriterBase &rewriter, const RowGroup &group) {
  Operation *last = group.ops.back();
  for (auto op = group.ops.front()->getIterator(); &*op != last;) {
    Operation *current = &*op++;
    if (isa<memref::DeallocOp>(current))
      rewriter.moveOpAfter(current, last);
  }
}

/// Creates the loops of `group` at the place of its last op.
static void vectorize(RewriterBase &rewriter, RowGroup group,
                      const MachineModel &machine, RuntimeCalls &calls) {
  delayDeallocations(rewriter, group);
  for (linalg::LinalgOp &op : group.ops) {
    rewriter.setInsertionPoint(op);
    if (!isa<GenericOp>(op))
      op = *linalg::generalizeNamedOp(rewriter, op);
  }
  SmallVector<VectorBody> bodies;
  for (auto [op, streams] : llvm::zip_equal(
           group.ops, createRowStreams(rewriter, group, machine.threads)))
    bodies.emplace_back(cast<GenericOp>(op.getOperation()), streams);
  rewriter.setInsertionPoint(group.ops.back());
  VectorLoops(rewriter, bodies, machine, calls).create();
  eraseRowGroup(rewriter, group);
}

namespace {
struct SplitVectorizeElementwisePass
    : split::native::impl::SplitVectorizeElementwisePassBase<
          SplitVectorizeElementwisePass> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<MachineModel> model =
        resolveMachine(getOperation(), machine, threads);
    if (failed(model))
      return signalPassFailure();
    RuntimeCalls calls(getOperation());
    if (model->values == MachineValues::Runtime &&
        failed(calls.verify(RuntimeFunction::Machine)))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    generalizeElementwise(rewriter, getOperation(), [](linalg::LinalgOp op) {
      return op.hasPureBufferSemantics();
    });
    forwardCopies(rewriter, getOperation());
    SmallVector<RowGroup> groups;
    getOperation()->walk([&](Block *block) {
      llvm::append_range(groups, findRowGroups(*block, orderedReductions));
    });
    for (RowGroup &group : groups) {
      numVectorized += group.ops.size();
      vectorize(rewriter, std::move(group), *model, calls);
    }
    getOperation()->walk([&](GenericOp op) {
      if (!VectorBody::canVectorize(op) || !isElementwise(op))
        return;
      vectorize(rewriter, op, *model, calls);
      ++numVectorized;
    });
  }
};
} // namespace
