//===- SerializeParallel.cpp - Parallel loops to ordinary ones ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITSERIALIZEPARALLELPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;

namespace {
struct SplitSerializeParallelPass
    : split::impl::SplitSerializeParallelPassBase<SplitSerializeParallelPass> {
  void runOnOperation() override {
    // For these two ops, upstream's patterns create scf.for instead of
    // branches.
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalOp<scf::ForallOp, scf::ParallelOp>();
    RewritePatternSet patterns(&getContext());
    populateSCFToControlFlowConversionPatterns(patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
