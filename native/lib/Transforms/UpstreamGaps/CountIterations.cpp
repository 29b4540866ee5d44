//===- CountIterations.cpp - Loops whose counter may overflow -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
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
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value lower = loop.getLowerBound();
  Value upper = loop.getUpperBound();
  Value step = loop.getStep();
  Type type = step.getType();
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  Value one = arith::ConstantOp::create(b, b.getOneAttr(type));
  auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                         : arith::CmpIPredicate::slt;
  Value hasAny = arith::CmpIOp::create(b, predicate, lower, upper);
  // The difference is right without a sign.
  Value distance = arith::SubIOp::create(b, upper, lower);
  Value count = arith::CeilDivUIOp::create(b, distance, step);
  count = arith::SelectOp::create(b, hasAny, count, zero);
  loop.setLowerBound(zero);
  loop.setUpperBound(count);
  loop.setStep(one);
  loop.setUnsignedCmp(true);
  b.setInsertionPointToStart(loop.getBody());
  Value index = loop.getInductionVar();
  auto product = arith::MulIOp::create(b, index, step);
  Value counter = arith::AddIOp::create(b, lower, product);
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
