//===- BranchLoopsToSCF.cpp - Loops made of branches to scf ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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
#define GEN_PASS_DEF_SPLITBRANCHLOOPSTOSCFPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;

static bool hasLoop(Region &region) {
  if (region.empty())
    return false;
  for (auto it = llvm::scc_begin(&region); !it.isAtEnd(); ++it)
    if (it.hasCycle())
      return true;
  return false;
}

namespace {
struct LoopLifting : ControlFlowToSCFTransformation {
  /// Returns an empty tensor instead of ub.poison, which has no bufferization.
  Value getUndefValue(Location loc, OpBuilder &builder, Type type) override {
    auto tensor = dyn_cast<TensorType>(type);
    if (!tensor)
      return ControlFlowToSCFTransformation::getUndefValue(loc, builder, type);
    auto ranked = dyn_cast<RankedTensorType>(tensor);
    if (!ranked)
      ranked = RankedTensorType::get({0}, tensor.getElementType());
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    SmallVector<Value> sizes(ranked.getNumDynamicDims(), zero);
    Value empty = tensor::EmptyOp::create(builder, loc, ranked, sizes);
    if (ranked == type)
      return empty;
    return tensor::CastOp::create(builder, loc, type, empty);
  }
};

struct SplitBranchLoopsToSCFPass
    : split::impl::SplitBranchLoopsToSCFPassBase<SplitBranchLoopsToSCFPass> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](Operation *op) {
      for (Region &region : op->getRegions())
        if (hasLoop(region) && failed(lift(region)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  LogicalResult lift(Region &region) {
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, region);
    ++numRegions;
    LoopLifting lifting;
    DominanceInfo dominance(region.getParentOp());
    return transformCFGToSCF(region, lifting, dominance);
  }
};
} // namespace
