//===- FreeAfterLastUse.cpp - Move deallocations to the last use ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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
  return function
      .walk([&](memref::DeallocOp dealloc) {
        auto alloc = dealloc.getMemref().getDefiningOp<memref::AllocOp>();
        if (alloc && alloc->getBlock() == dealloc->getBlock() &&
            isUsedByEnd(alloc, views))
          return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
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
