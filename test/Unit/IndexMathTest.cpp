//===- IndexMathTest.cpp - Index arithmetic that folds --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/IndexMath.h"

#include "mlir/IR/Matchers.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;

namespace {
class IndexMathTest : public testing::Test {
protected:
  IndexMathTest() : builder(&context), math(builder, builder.getUnknownLoc()) {
    context.loadDialect<arith::ArithDialect>();
    builder.setInsertionPointToStart(&block);
    unknown =
        block.addArgument(builder.getIndexType(), builder.getUnknownLoc());
  }

  OpFoldResult index(int64_t value) { return builder.getIndexAttr(value); }
  bool isTrue(Value condition) { return matchPattern(condition, m_One()); }
  bool isFalse(Value condition) { return matchPattern(condition, m_Zero()); }

  MLIRContext context;
  OpBuilder builder;
  IndexMath math;
  Block block;
  Value unknown;
};
} // namespace

TEST_F(IndexMathTest, FoldsConstants) {
  auto fold = [](Value value) { return getConstantIntValue(value); };
  EXPECT_EQ(fold(math.add(index(7), index(2))), 9);
  EXPECT_EQ(fold(math.sub(index(7), index(9))), -2);
  EXPECT_EQ(fold(math.mul(index(-7), index(2))), -14);
  EXPECT_EQ(fold(math.min(index(-7), index(2))), -7);
  EXPECT_EQ(fold(math.max(index(-7), index(2))), 2);
  EXPECT_EQ(fold(math.div(index(7), index(2))), 3);
  EXPECT_EQ(fold(math.ceilDiv(index(7), index(2))), 4);
  EXPECT_EQ(fold(math.rem(index(7), index(2))), 1);
  EXPECT_TRUE(isTrue(math.isEqual(index(7), 7)));
  EXPECT_TRUE(isTrue(math.isLess(index(-1), 0)));
  EXPECT_TRUE(isFalse(math.isLess(index(0), index(0))));
  EXPECT_TRUE(isTrue(math.isLessOrEqual(index(0), index(0))));
  EXPECT_TRUE(isTrue(math.isBetween(index(2), index(-2), index(2))));
  EXPECT_TRUE(isFalse(math.isBetween(index(3), index(-2), index(2))));
  EXPECT_TRUE(isFalse(math.isBetween(index(-3), index(-2), index(2))));
  EXPECT_TRUE(isFalse(math.both(math.getBool(true), math.getBool(false))));
  EXPECT_TRUE(isTrue(math.either(math.getBool(true), math.getBool(false))));
  EXPECT_TRUE(isTrue(math.negate(math.getBool(false))));
}

TEST_F(IndexMathTest, CreatesOpsForValues) {
  auto sum = math.add(unknown, index(2)).getDefiningOp<arith::AddIOp>();
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum.getLhs(), unknown);
  EXPECT_EQ(getConstantIntValue(sum.getRhs()), 2);
  EXPECT_EQ(math.mul(unknown, index(1)), unknown);
  EXPECT_EQ(math.select(math.getBool(false), index(3), unknown), unknown);
}

TEST_F(IndexMathTest, TakesNullForNoCondition) {
  Value condition = math.isLess(unknown, 2);
  EXPECT_EQ(math.both(Value(), condition), condition);
  EXPECT_EQ(math.either(Value(), condition), condition);
}
