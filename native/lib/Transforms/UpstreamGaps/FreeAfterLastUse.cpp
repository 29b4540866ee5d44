//===- FreeAfterLastUse.cpp - Move deallocations to the last use ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpstreamGaps.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/PassManager.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITFREEAFTERLASTUSEPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split::native;

/// Returns whether a value that upstream takes for a view of `alloc`, such as
/// the result of a call, is an operand of the end of its block.
static bool isUsedByEnd(memref::AllocOp alloc,
                        const BufferViewFlowAnalysis &views) {
  Operation *end = alloc->getBlock()->getTerminator();
  return llvm::any_of(views.resolve(alloc), [&](Value view) {
    return llvm::is_contained(end->getOperands(), view);
  });
}

/// Returns whether upstream's pass would move a deallocation behind the end of
/// a block.
static bool wouldBreak(func::FuncOp function) {
  BufferViewFlowAnalysis views(function);
  return contains(function, [&](Operation *op) {
    auto dealloc = dyn_cast<memref::DeallocOp>(op);
    auto alloc = dealloc ? dealloc.getMemref().getDefiningOp<memref::AllocOp>()
                         : memref::AllocOp();
    return alloc && alloc->getBlock() == dealloc->getBlock() &&
           isUsedByEnd(alloc, views);
  });
}

namespace {
struct SplitFreeAfterLastUsePass
    : split::native::impl::SplitFreeAfterLastUsePassBase<
          SplitFreeAfterLastUsePass> {
  void runOnOperation() override {
    if (getOperation().isExternal() || wouldBreak(getOperation()))
      return;
    OpPassManager upstream(func::FuncOp::getOperationName());
    upstream.addPass(bufferization::createOptimizeAllocationLivenessPass());
    if (failed(runPipeline(upstream, getOperation())))
      signalPassFailure();
  }
};
} // namespace
