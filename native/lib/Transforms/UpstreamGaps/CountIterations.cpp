//===- CountIterations.cpp - Loops whose counter may overflow -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITCOUNTITERATIONSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;

/// Whether the counter of `loop` may overflow when the step is added to its
/// last value, which is below the upper bound.
static bool mayOverflow(scf::ForOp loop) {
  APInt lower, upper, step;
  if (!matchPattern(loop.getStep(), m_ConstantInt(&step)))
    return true;
  if (step.isOne())
    return false;
  if (!matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)))
    return true;
  bool isUnsigned = loop.getUnsignedCmp();
  APInt max = isUnsigned ? APInt::getMaxValue(upper.getBitWidth())
                         : APInt::getSignedMaxValue(upper.getBitWidth());
  // The last value is at most the upper bound less 1, or follows from all
  // three.
  APInt distance = max - upper + 1;
  if (matchPattern(loop.getLowerBound(), m_ConstantInt(&lower))) {
    bool isEmpty = isUnsigned ? lower.uge(upper) : lower.sge(upper);
    if (isEmpty || step.isZero())
      return false;
    distance += (upper - lower - 1).urem(step);
  }
  return distance.ult(step);
}

/// Lets `loop` count its iterations from 0 on, which cannot overflow.
static void countIterations(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound();
  Value upper = loop.getUpperBound();
  Value step = loop.getStep();
  Type type = step.getType();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  Value one = arith::ConstantOp::create(builder, loc, builder.getOneAttr(type));
  auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                         : arith::CmpIPredicate::slt;
  Value hasAny = arith::CmpIOp::create(builder, loc, predicate, lower, upper);
  // The difference is right without a sign.
  Value distance = arith::SubIOp::create(builder, loc, upper, lower);
  Value count = arith::CeilDivUIOp::create(builder, loc, distance, step);
  count = arith::SelectOp::create(builder, loc, hasAny, count, zero);
  loop.setLowerBound(zero);
  loop.setUpperBound(count);
  loop.setStep(one);
  loop.setUnsignedCmp(true);
  builder.setInsertionPointToStart(loop.getBody());
  Value index = loop.getInductionVar();
  auto product = arith::MulIOp::create(builder, loc, index, step);
  Value counter = arith::AddIOp::create(builder, loc, lower, product);
  index.replaceAllUsesExcept(counter, product);
}

namespace {
struct SplitCountIterationsPass
    : split::native::impl::SplitCountIterationsPassBase<
          SplitCountIterationsPass> {
  void runOnOperation() override {
    getOperation()->walk([&](scf::ForOp loop) {
      if (!mayOverflow(loop))
        return;
      countIterations(loop);
      ++numLoops;
    });
  }
};
} // namespace
