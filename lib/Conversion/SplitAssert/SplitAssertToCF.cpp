//===- SplitAssertToCF.cpp - split.assert to cf.assert --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split {
#define GEN_PASS_DEF_CONVERTSPLITASSERTTOCFPASS
#include "split-mlir/Conversion/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

namespace {
struct ConvertSplitAssertToCFPass
    : split::impl::ConvertSplitAssertToCFPassBase<ConvertSplitAssertToCFPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](AssertOp op) {
      ++numAsserts;
      rewriter.setInsertionPoint(op);
      rewriter.replaceOpWithNewOp<cf::AssertOp>(op, op.getCondition(),
                                                getConstantMessage(op));
    });
  }
};
} // namespace
