//===- HoistChecks.cpp - Checks before parallel loops ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITHOISTCHECKSPASS
#include "split-mlir/Dialect/Split/Transforms/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

/// Returns whether `loop` has no iteration.
static Value isEmpty(LoopLikeOpInterface loop, IndexMath &math) {
  Value empty;
  for (auto [from, to] :
       llvm::zip_equal(*loop.getLoopLowerBounds(), *loop.getLoopUpperBounds()))
    empty = math.either(empty, math.isLessOrEqual(to, from));
  return empty ? empty : math.getBool(false);
}

/// Moves the checks that are the same in all iterations out of `loop`, with the
/// ops that compute their operands. Returns their number.
static int64_t hoistChecks(LoopLikeOpInterface loop) {
  int64_t count = 0;
  for (Operation &op : llvm::make_early_inc_range(
           loop.getLoopRegions().front()->front().without_terminator())) {
    auto check = dyn_cast<AssertOp>(op);
    // What comes after an effect happens only if the effect lets it.
    if (!check && !isMemoryEffectFree(&op))
      break;
    if (op.getNumRegions() != 0 ||
        !llvm::all_of(op.getOperands(), [&](Value operand) {
          return loop.isDefinedOutsideOfLoop(operand);
        }))
      continue;
    if (check) {
      OpBuilder builder(loop);
      IndexMath math(builder, op.getLoc());
      check.getConditionMutable().assign(
          math.either(check.getCondition(), isEmpty(loop, math)));
      ++count;
    } else if (!isSpeculatable(&op)) {
      continue;
    }
    loop.moveOutOfLoop(&op);
  }
  return count;
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
