//===- SplitAssertToCF.cpp - split.assert to cf.assert --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Conversion/SplitAssert/SplitAssert.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split {
#define GEN_PASS_DEF_CONVERTSPLITASSERTTOCFPASS
#include "split-mlir/Conversion/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

/// split.assert %ok, "size is {}"(%n)
///   ->  cf.assert %ok, "FILE:LINE:COLUMN: error: size is ?"
static LogicalResult lowerAssert(AssertOp op, PatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<cf::AssertOp>(op, op.getCondition(),
                                            getConstantMessage(op));
  return success();
}

namespace {
struct ConvertSplitAssertToCFPass
    : split::impl::ConvertSplitAssertToCFPassBase<ConvertSplitAssertToCFPass> {
  void runOnOperation() override {
    getOperation()->walk([&](AssertOp) { ++numAsserts; });
    RewritePatternSet patterns(&getContext());
    populateSplitAssertToCFPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void mlir::split::populateSplitAssertToCFPatterns(RewritePatternSet &patterns) {
  patterns.add(lowerAssert);
}
