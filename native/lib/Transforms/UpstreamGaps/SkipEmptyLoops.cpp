//===- SkipEmptyLoops.cpp - Loops around empty loops ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITSKIPEMPTYLOOPSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;

/// Returns the loop that is all of the body of `loop`, or null.
static scf::ForOp getOnlyLoop(scf::ForOp loop) {
  auto inner = dyn_cast<scf::ForOp>(loop.getBody()->front());
  if (!inner || inner->getNextNode() != loop.getBody()->getTerminator() ||
      loop.getNumResults() != 0)
    return nullptr;
  bool isInvariant = loop.isDefinedOutsideOfLoop(inner.getLowerBound()) &&
                     loop.isDefinedOutsideOfLoop(inner.getUpperBound());
  return isInvariant ? inner : nullptr;
}

static bool hasIterations(scf::ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  return lower && upper && *lower < *upper;
}

namespace {
struct SplitSkipEmptyLoopsPass
    : split::native::impl::SplitSkipEmptyLoopsPassBase<
          SplitSkipEmptyLoopsPass> {
  void runOnOperation() override {
    // Visits inner loops first, which change the bounds of their parents.
    getOperation()->walk([&](scf::ForOp loop) {
      scf::ForOp inner = getOnlyLoop(loop);
      if (!inner || hasIterations(inner))
        return;
      // Create the bound where that of the next outer loop can use it.
      Operation *place = loop;
      for (auto outer = dyn_cast<scf::ForOp>(loop->getParentOp());
           outer && outer.isDefinedOutsideOfLoop(inner.getLowerBound()) &&
           outer.isDefinedOutsideOfLoop(inner.getUpperBound()) &&
           outer.isDefinedOutsideOfLoop(loop.getLowerBound()) &&
           outer.isDefinedOutsideOfLoop(loop.getUpperBound());
           outer = dyn_cast<scf::ForOp>(outer->getParentOp()))
        place = outer;
      OpBuilder builder(place);
      Location loc = loop.getLoc();
      auto predicate = inner.getUnsignedCmp() ? arith::CmpIPredicate::uge
                                              : arith::CmpIPredicate::sge;
      Value isEmpty =
          arith::CmpIOp::create(builder, loc, predicate, inner.getLowerBound(),
                                inner.getUpperBound());
      Value upper = arith::SelectOp::create(
          builder, loc, isEmpty, loop.getLowerBound(), loop.getUpperBound());
      loop.setUpperBound(upper);
      ++numLoops;
    });
  }
};
} // namespace
