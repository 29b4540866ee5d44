//===- ReuseOperands.cpp - Results in the memory of operands --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Elementwise/ElementwiseOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITREUSEOPERANDSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using linalg::GenericOp;

/// Whether the elements of `init` can replace those of `input` one by one:
/// nothing else reads them, and they have a buffer that may be overwritten.
/// Vectorization may keep only one row of what elementwise ops and reductions
/// of rows compute.
static bool canReplace(GenericOp op, OpOperand &input, OpOperand &init) {
  Value value = input.get();
  Operation *producer = value.getDefiningOp();
  return isa_and_nonnull<linalg::LinalgOp>(producer) && value.hasOneUse() &&
         producer->getBlock() == op->getBlock() &&
         value.getType() == init.get().getType() &&
         op.getMatchingIndexingMap(&input).isIdentity() &&
         !isComputedByRows(producer);
}

/// Lets results of `op` that are written to empty tensors replace operands.
/// Returns their number.
static unsigned reuseOperands(RewriterBase &rewriter, GenericOp op) {
  unsigned numReused = 0;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    auto empty = init.get().getDefiningOp<tensor::EmptyOp>();
    if (!empty || !op.getMatchingBlockArgument(&init).use_empty())
      continue;
    for (OpOperand *input : op.getDpsInputOperands()) {
      if (!canReplace(op, *input, init))
        continue;
      rewriter.modifyOpInPlace(op, [&] { init.set(input->get()); });
      if (empty.use_empty())
        rewriter.eraseOp(empty);
      ++numReused;
      break;
    }
  }
  return numReused;
}

namespace {
struct SplitReuseOperandsPass
    : split::native::impl::SplitReuseOperandsPassBase<SplitReuseOperandsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](GenericOp op) {
      if (op.hasPureTensorSemantics() && isElementwise(op))
        numReused += reuseOperands(rewriter, op);
    });
  }
};
} // namespace
