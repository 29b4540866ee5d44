//===- ElementwiseToLinalg.cpp - Ops on whole tensors to linalg -----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpstreamGaps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITELEMENTWISETOLINALGPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

bool mlir::split::native::isElementwiseOnTensors(Operation *op) {
  if (!OpTrait::hasElementwiseMappableTraits(op) ||
      llvm::none_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>))
    return false;
  auto select = dyn_cast<arith::SelectOp>(op);
  return !select || isa<TensorType>(select.getCondition().getType());
}

namespace {
struct SplitElementwiseToLinalgPass
    : split::native::impl::SplitElementwiseToLinalgPassBase<
          SplitElementwiseToLinalgPass> {
  void runOnOperation() override {
    getOperation()->walk(
        [&](Operation *op) { numOps += isElementwiseOnTensors(op); });
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isElementwiseOnTensors(op); });
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    // Upstream folds a comparison of a tensor with itself to a constant, even
    // if sizes of its type are dynamic.
    ConversionConfig config;
    config.foldingMode = DialectConversionFoldingMode::Never;
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
