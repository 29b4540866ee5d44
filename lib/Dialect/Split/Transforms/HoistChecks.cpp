//===- HoistChecks.cpp - Checks before parallel loops ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/Transforms/Passes.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITHOISTCHECKSPASS
#include "split-mlir/Dialect/Split/Transforms/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

/// Returns the checks of `loop` that are the same in all iterations, and that
/// only other such checks and ops without effects precede. Adds the ops that
/// are the same in all iterations to `invariant`.
static SmallVector<AssertOp>
findInvariantChecks(LoopLikeOpInterface loop,
                    DenseSet<Operation *> &invariant) {
  SmallVector<AssertOp> checks;
  for (Operation &op :
       loop.getLoopRegions().front()->front().without_terminator()) {
    bool isInvariant = llvm::all_of(op.getOperands(), [&](Value operand) {
      return loop.isDefinedOutsideOfLoop(operand) ||
             invariant.contains(operand.getDefiningOp());
    });
    auto check = dyn_cast<AssertOp>(op);
    // An op with effects may end the program, so the checks after it stay.
    if (check ? !isInvariant : !isMemoryEffectFree(&op))
      break;
    if (check)
      checks.push_back(check);
    else if (isInvariant && op.getNumRegions() == 0)
      invariant.insert(&op);
  }
  return checks;
}

/// Moves `builder` to where the checks of `loop` belong before it: into an
/// scf.if, unless the loop certainly has iterations.
static void enterIfNotEmpty(OpBuilder &builder, LoopLikeOpInterface loop) {
  Location loc = loop.getLoc();
  IndexMath math(builder, loc);
  Value hasIterations;
  for (auto [from, to] :
       llvm::zip_equal(*loop.getLoopLowerBounds(), *loop.getLoopUpperBounds()))
    hasIterations = math.both(hasIterations, math.isLess(from, to));
  if (!hasIterations || matchPattern(hasIterations, m_One()))
    return;
  auto op = scf::IfOp::create(builder, loc, hasIterations,
                              /*withElseRegion=*/false);
  builder.setInsertionPointToStart(op.thenBlock());
}

/// Moves checks out of `loop`, with the ops that compute their operands.
/// Returns their number.
static int64_t hoistChecks(LoopLikeOpInterface loop) {
  DenseSet<Operation *> invariant;
  SmallVector<AssertOp> checks = findInvariantChecks(loop, invariant);
  if (checks.empty())
    return 0;
  OpBuilder builder(loop);
  enterIfNotEmpty(builder, loop);
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](Operation *op) { return invariant.contains(op); };
  llvm::SetVector<Operation *> slice;
  for (AssertOp check : checks)
    for (Value operand : check->getOperands())
      (void)getBackwardSlice(operand, &slice, options);
  IRMapping mapping;
  for (Operation *op : slice)
    builder.clone(*op, mapping);
  for (AssertOp check : checks) {
    builder.clone(*check, mapping);
    check.erase();
  }
  for (Operation *op : llvm::reverse(slice))
    if (isOpTriviallyDead(op))
      op->erase();
  return checks.size();
}

namespace {
struct SplitHoistChecksPass
    : split::impl::SplitHoistChecksPassBase<SplitHoistChecksPass> {
  void runOnOperation() override {
    // Inner loops first: their checks may be the same for outer loops too.
    getOperation()->walk([&](LoopLikeOpInterface loop) {
      if (isa<scf::ForallOp, scf::ParallelOp>(loop))
        numChecks += hoistChecks(loop);
    });
  }
};
} // namespace
