//===- BranchesToSCF.cpp - Branches to scf.if and scf.while ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SerializeParallel.h"
#include "UndefinedTensor.h"

#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Transforms/CFGToSCF.h"
#include "mlir/Transforms/RegionUtils.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/SCCIterator.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITBRANCHESTOSCFPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

static bool isTensor(Type type) { return isa<TensorType>(type); }

/// Whether `region` has a block argument or an op with a tensor.
static bool hasTensors(Region &region) {
  auto check = [](Operation *op) {
    bool hasTensor = llvm::any_of(op->getOperandTypes(), isTensor) ||
                     llvm::any_of(op->getResultTypes(), isTensor);
    return hasTensor ? WalkResult::interrupt() : WalkResult::advance();
  };
  return llvm::any_of(region.getArgumentTypes(), isTensor) ||
         region.walk(check).wasInterrupted();
}

/// Whether `region` has a loop of branches or a terminator that deallocation
/// rejects in functions without tensors, too.
static bool needsLifting(Region &region) {
  for (auto it = llvm::scc_begin(&region); !it.isAtEnd(); ++it)
    if (it.hasCycle())
      return true;
  return llvm::any_of(region.getOps(),
                      llvm::IsaPred<cf::SwitchOp, ub::UnreachableOp>);
}

/// Replaces `op` by a chain of scf.if.
static void convertToIf(IRRewriter &rewriter, scf::IndexSwitchOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  scf::IfOp last;
  for (auto [value, region] : llvm::zip(op.getCases(), op.getCaseRegions())) {
    if (last)
      rewriter.createBlock(&last.getElseRegion());
    Value constant = arith::ConstantIndexOp::create(rewriter, loc, value);
    Value isCase = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::eq, op.getArg(), constant);
    auto next = scf::IfOp::create(rewriter, loc, op.getResultTypes(), isCase);
    next.getThenRegion().takeBody(region);
    if (last)
      scf::YieldOp::create(rewriter, loc, next.getResults());
    else
      rewriter.replaceAllOpUsesWith(op, next);
    last = next;
  }
  if (last) {
    last.getElseRegion().takeBody(op.getDefaultRegion());
    rewriter.eraseOp(op);
    return;
  }
  Operation *yield = op.getDefaultBlock().getTerminator();
  rewriter.inlineBlockBefore(&op.getDefaultBlock(), op);
  rewriter.replaceOp(op, yield->getOperands());
  rewriter.eraseOp(yield);
}

namespace {
struct BranchLifting : ControlFlowToSCFTransformation {
  Value getUndefValue(Location loc, OpBuilder &builder, Type type) override {
    if (auto tensor = dyn_cast<TensorType>(type))
      return split::createUndefinedTensor(builder, loc, tensor);
    return ControlFlowToSCFTransformation::getUndefValue(loc, builder, type);
  }

  /// Supports scf.execute_region, too.
  FailureOr<Operation *> createUnreachableTerminator(Location loc,
                                                     OpBuilder &builder,
                                                     Region &region) override {
    auto op = dyn_cast<scf::ExecuteRegionOp>(region.getParentOp());
    if (!op)
      return ControlFlowToSCFTransformation::createUnreachableTerminator(
          loc, builder, region);
    auto undefined = llvm::map_to_vector(op.getResultTypes(), [&](Type type) {
      return getUndefValue(loc, builder, type);
    });
    return scf::YieldOp::create(builder, loc, undefined).getOperation();
  }

  /// Supports flags that are wider than an index.
  FailureOr<Operation *>
  createStructuredBranchRegionOp(OpBuilder &builder, Operation *op,
                                 TypeRange resultTypes,
                                 MutableArrayRef<Region> regions) override {
    auto switchOp = dyn_cast<cf::SwitchOp>(op);
    if (switchOp && switchOp.getCaseValues() &&
        switchOp.getFlag().getType().getIntOrFloatBitWidth() > 64)
      narrowFlag(builder, switchOp);
    return ControlFlowToSCFTransformation::createStructuredBranchRegionOp(
        builder, op, resultTypes, regions);
  }

private:
  /// Replaces the flag by the number of the case, from 1, or by 0.
  static void narrowFlag(OpBuilder &builder, cf::SwitchOp op) {
    Location loc = op.getLoc();
    Value flag = op.getFlag();
    Value number = arith::ConstantIntOp::create(builder, loc, 0, 64);
    SmallVector<APInt> numbers;
    DenseIntElementsAttr values = *op.getCaseValues();
    for (APInt value : values) {
      numbers.emplace_back(64, numbers.size() + 1);
      Value isCase = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, flag,
          arith::ConstantOp::create(
              builder, loc, builder.getIntegerAttr(flag.getType(), value)));
      Value next = arith::ConstantIntOp::create(builder, loc,
                                                int64_t(numbers.size()), 64);
      number = arith::SelectOp::create(builder, loc, isCase, next, number);
    }
    op.getFlagMutable().assign(number);
    auto type = VectorType::get(int64_t(numbers.size()), number.getType());
    op.setCaseValuesAttr(DenseIntElementsAttr::get(type, numbers));
  }
};

struct SplitBranchesToSCFPass
    : split::impl::SplitBranchesToSCFPassBase<SplitBranchesToSCFPass> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](Operation *op) {
      for (Region &region : op->getRegions())
        if (!region.empty() && !region.hasOneBlock() &&
            (hasTensors(region) || needsLifting(region)) &&
            failed(lift(region)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    // Bufferization does not know scf.parallel that reduce tensors.
    auto reducesNumbers = [](Operation *op) {
      return isa<scf::ForallOp>(op) ||
             !llvm::any_of(op->getResultTypes(), isTensor);
    };
    if (result.wasInterrupted() ||
        failed(serializeParallel(getOperation(), reducesNumbers)))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](scf::IndexSwitchOp op) {
      if (!llvm::any_of(op->getRegions(), hasTensors))
        return;
      convertToIf(rewriter, op);
      ++numSwitches;
    });
  }

private:
  LogicalResult lift(Region &region) {
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, region);
    BranchLifting lifting;
    for (Block &block : region) {
      auto op = dyn_cast<ub::UnreachableOp>(block.getTerminator());
      if (!op)
        continue;
      // Otherwise, a branch to it would stay.
      rewriter.setInsertionPoint(op);
      if (failed(lifting.createUnreachableTerminator(op.getLoc(), rewriter,
                                                     region)))
        return failure();
      rewriter.eraseOp(op);
    }
    ++numRegions;
    DominanceInfo dominance(region.getParentOp());
    return transformCFGToSCF(region, lifting, dominance);
  }
};
} // namespace
