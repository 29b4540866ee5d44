//===- my-opt.cpp - A pass over split ops, and a driver that has it -------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/PatternMatch.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "split-mlir/InitAll.h"

using namespace mlir;

/// Returns whether `op` only maps each element of its one operand to an element
/// of its result.
static bool isUnary(Operation *op) {
  return op->getNumOperands() == 1 && op->getNumResults() == 1 &&
         op->hasTrait<OpTrait::Elementwise>() && op->getNumRegions() == 0 &&
         isMemoryEffectFree(op) &&
         op->getResult(0).getType() == op->getOperand(0).getType();
}

namespace {
/// %p:2 = split.split %x axis(1) into 2
/// %a = math.tanh %p#0
/// %b = math.tanh %p#1
///
/// becomes
///
/// %t = math.tanh %x
/// %p:2 = split.split %t axis(1) into 2
struct SplitAfterUnary : OpInterfaceRewritePattern<split::SplitOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(split::SplitOpInterface split,
                                PatternRewriter &rewriter) const override {
    SmallVector<Operation *> users;
    SmallVector<Location> locs;
    for (Value piece : split->getResults()) {
      if (!piece.hasOneUse())
        return rewriter.notifyMatchFailure(split, "a piece must have one use");
      users.push_back(*piece.user_begin());
      locs.push_back(users.back()->getLoc());
    }
    Operation *first = users.front();
    for (Operation *user : users)
      if (!isUnary(user) || user->getName() != first->getName() ||
          user->getAttrDictionary() != first->getAttrDictionary())
        return rewriter.notifyMatchFailure(user, "not the same unary op");

    // The data is the first operand of every op with this interface.
    Type type = split.getData().getType();
    OperationState state(rewriter.getFusedLoc(locs), first->getName(),
                         split.getData(), type, first->getAttrs());
    Operation *unary = rewriter.create(state);
    rewriter.modifyOpInPlace(
        split, [&] { split->setOperand(0, unary->getResult(0)); });
    for (auto [user, piece] : llvm::zip_equal(users, split->getResults()))
      rewriter.replaceOp(user, piece);
    return success();
  }
};

struct SplitAfterUnaryPass : PassWrapper<SplitAfterUnaryPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SplitAfterUnaryPass)

  StringRef getArgument() const override { return "split-after-unary"; }
  StringRef getDescription() const override {
    return "apply a function once to the data instead of once to each piece";
  }

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<SplitAfterUnary>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllPasses();
  split::registerAll(registry);
  split::registerAllPasses();
  PassRegistration<SplitAfterUnaryPass>();
  return asMainReturnCode(MlirOptMain(argc, argv, "my-opt\n", registry));
}
