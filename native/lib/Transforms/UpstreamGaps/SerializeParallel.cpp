//===- SerializeParallel.cpp - Parallel loops to ordinary ones ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpstreamGaps.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITSERIALIZEPARALLELPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

LogicalResult mlir::split::native::serializeParallel(
    Operation *root, const std::function<bool(Operation *)> &isKept) {
  // For these two ops, upstream's patterns create scf.for instead of branches.
  ConversionTarget target(*root->getContext());
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addDynamicallyLegalOp<scf::ForallOp, scf::ParallelOp>(isKept);
  if (!contains(root, [&](Operation *op) {
        return isa<scf::ForallOp, scf::ParallelOp>(op) && !isKept(op);
      }))
    return success();
  RewritePatternSet patterns(root->getContext());
  populateSCFToControlFlowConversionPatterns(patterns);
  return applyPartialConversion(root, target, std::move(patterns));
}

namespace {
struct SplitSerializeParallelPass
    : split::native::impl::SplitSerializeParallelPassBase<
          SplitSerializeParallelPass> {
  void runOnOperation() override {
    if (failed(serializeParallel(getOperation(),
                                 [](Operation *) { return false; })))
      signalPassFailure();
  }
};
} // namespace
