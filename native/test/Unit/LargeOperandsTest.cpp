//===- LargeOperandsTest.cpp - Parts of the work for threads --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Machine/LargeOperands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
/// Creates parts from constants, which fold.
class LargeOperands : public testing::Test {
protected:
  LargeOperands() : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<arith::ArithDialect>();
    module = ModuleOp::create(UnknownLoc::get(&context));
  }

  std::pair<int64_t, int64_t> getPart(int64_t thread, int64_t threads,
                                      int64_t count, int64_t step) {
    OpBuilder builder(module->getBodyRegion());
    Location loc = module->getLoc();
    auto [begin, end] = createThreadPart(
        builder, loc, arith::ConstantIndexOp::create(builder, loc, thread),
        threads, arith::ConstantIndexOp::create(builder, loc, count), step);
    return {getConstantIntValue(begin).value_or(-1),
            getConstantIntValue(end).value_or(-1)};
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

using Part = std::pair<int64_t, int64_t>;

TEST_F(LargeOperands, PartsAreMultiplesOfTheStep) {
  EXPECT_EQ(getPart(0, 3, 100, 16), Part(0, 48));
  EXPECT_EQ(getPart(1, 3, 100, 16), Part(48, 96));
  EXPECT_EQ(getPart(2, 3, 100, 16), Part(96, 100));
}

TEST_F(LargeOperands, LastPartsMayBeEmpty) {
  EXPECT_EQ(getPart(0, 3, 1, 1), Part(0, 1));
  EXPECT_EQ(getPart(1, 3, 1, 1), Part(1, 1));
  EXPECT_EQ(getPart(2, 3, 1, 1), Part(1, 1));
  EXPECT_EQ(getPart(1, 2, 0, 64), Part(0, 0));
}

TEST_F(LargeOperands, PartsCoverAllCountsOnce) {
  for (int64_t threads : {1, 2, 3, 7})
    for (int64_t step : {1, 4, 64})
      for (int64_t count = 0; count < 300; count += 13) {
        int64_t last = 0;
        for (int64_t thread = 0; thread < threads; ++thread) {
          auto [begin, end] = getPart(thread, threads, count, step);
          EXPECT_EQ(begin, last);
          EXPECT_TRUE(begin % step == 0 || begin == count);
          EXPECT_LE(begin, end);
          last = end;
        }
        EXPECT_EQ(last, count);
      }
}
