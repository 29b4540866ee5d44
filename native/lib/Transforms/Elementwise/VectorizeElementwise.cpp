//===- VectorizeElementwise.cpp - Elementwise ops to vectors --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseOps.h"
#include "ForwardCopies.h"
#include "RowGroups.h"
#include "VectorLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
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

/// Returns the dimension of the memref that loop `loop` runs over, or -1.
static int64_t findLoop(AffineMap map, unsigned loop) {
  for (auto [position, result] : llvm::enumerate(map.getResults()))
    if (result == getAffineDimExpr(loop, map.getContext()))
      return position;
  return -1;
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
