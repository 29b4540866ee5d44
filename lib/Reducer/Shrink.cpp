//===- Shrink.cpp - the pass split-shrink ---------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Reducer/Passes.h"

#include "ReductionSteps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Reducer/ReductionPatternInterface.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITSHRINKPASS
#include "split-mlir/Reducer/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;

/// Returns the patterns of all loaded dialects that test their own steps.
static FrozenRewritePatternSet collectTestedPatterns(MLIRContext *context,
                                                     Tester &tester) {
  RewritePatternSet patterns(context);
  for (const DialectReductionPatternInterface &dialect :
       DialectInterfaceCollection<DialectReductionPatternInterface>(context))
    dialect.populateReductionPatternsWithTester(patterns, tester);
  return patterns;
}

namespace {
class Shrinker {
public:
  Shrinker(MLIRContext *context, Tester &tester)
      : tester(tester), rewriter(context),
        patterns(collectTestedPatterns(context, tester)), applicator(patterns) {
    applicator.applyDefaultCostModel();
  }

  /// Tries every step once, from the last op to the first, so that uses
  /// disappear before definitions. Returns the number of successful steps.
  unsigned shrink(Block &block) {
    unsigned numSteps = 0;
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      numSteps += shrink(&op);
    return numSteps;
  }

private:
  unsigned shrink(Operation *op) {
    if (remove(op))
      return 1;
    unsigned numSteps = 0;
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (function && !function.isExternal())
      numSteps += shrinkSignature(function);
    for (Region &region : op->getRegions()) {
      while (shrinkBranches(region))
        ++numSteps;
      for (Block &block : region)
        numSteps += shrink(block);
    }
    rewriter.setInsertionPoint(op);
    return numSteps + succeeded(applicator.matchAndRewrite(op, rewriter));
  }

  bool remove(Operation *op) {
    if (op->hasTrait<OpTrait::IsTerminator>())
      return false;
    for (ReductionStep step :
         {ReductionStep(eraseUnused), ReductionStep(replaceByOperands),
          ReductionStep(replaceByArguments)})
      if (succeeded(tryStep(tester, rewriter, op, step)))
        return true;
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      if (take(op, inlineRegion, i))
        return true;
    return false;
  }

  /// Takes at most one step, which may change the blocks.
  bool shrinkBranches(Region &region) {
    SmallVector<Operation *> branches;
    for (Block &block : region)
      if (block.mightHaveTerminator())
        branches.push_back(block.getTerminator());
    for (ReductionStep step :
         {ReductionStep(mergeSuccessor), ReductionStep(returnInstead)})
      for (Operation *branch : branches)
        if (succeeded(tryStep(tester, rewriter, branch, step)))
          return true;
    // Last, since this may remove the only return.
    for (Operation *branch : branches)
      for (unsigned i = 0; i < branch->getNumSuccessors(); ++i)
        if (take(branch, branchAlways, i))
          return true;
    return false;
  }

  unsigned shrinkSignature(FunctionOpInterface function) {
    unsigned numSteps = 0;
    for (unsigned i = function.getNumResults(); i-- > 0;)
      numSteps += take(function, dropResult, i);
    for (unsigned i = function.getNumArguments(); i-- > 0;)
      numSteps += take(function, dropArgument, i);
    return numSteps;
  }

  bool take(Operation *op,
            LogicalResult (*step)(RewriterBase &, Operation *, unsigned),
            unsigned index) {
    return succeeded(tryStep(tester, rewriter, op,
                             [&](RewriterBase &rewriter, Operation *op) {
                               return step(rewriter, op, index);
                             }));
  }

  Tester &tester;
  PatternRewriter rewriter;
  FrozenRewritePatternSet patterns;
  PatternApplicator applicator;
};

struct SplitShrinkPass : split::impl::SplitShrinkPassBase<SplitShrinkPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (Operation *parent = module->getParentOp()) {
      module.emitError() << "stands in a '" << parent->getName()
                         << "', expected the outermost module to be shrunk";
      return signalPassFailure();
    }
    if (!llvm::sys::fs::can_execute(test)) {
      module.emitError() << "cannot run '" << test
                         << "', which is to tell whether a module is "
                            "interesting";
      return signalPassFailure();
    }
    Tester tester(test, testArgs);
    if (!isInteresting(tester, module)) {
      module.emitError() << "nothing to shrink: '" << test
                         << "' does not find the module interesting, as it "
                            "exits with 0";
      return signalPassFailure();
    }
    Shrinker shrinker(&getContext(), tester);
    while (unsigned steps = shrinker.shrink(*module.getBody()))
      numSteps += steps;
  }
};
} // namespace
