//===- ValueBoundsTest.cpp - Bounds of the sizes of pieces ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Parser/Parser.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/InitCore.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;
using presburger::BoundType;
using Bounds = ValueBoundsConstraintSet;
using Variable = ValueBoundsConstraintSet::Variable;

namespace {
class ValueBounds : public testing::Test {
protected:
  ValueBounds() {
    DialectRegistry registry;
    registerAllDialects(registry);
    registerCore(registry);
    context.appendDialectRegistry(registry);
  }

  /// The only split of a function with `body`.
  SplitOpInterface parse(StringRef arguments, StringRef body) {
    std::string source =
        ("func.func @f(" + arguments + ") {\n" + body + "\nreturn\n}").str();
    module = parseSourceString<ModuleOp>(source, &context);
    SplitOpInterface split;
    if (module)
      module->walk([&](SplitOpInterface op) { split = op; });
    return split;
  }

  FailureOr<int64_t> getConstant(BoundType type, Value piece, int64_t dim) {
    return Bounds::computeConstantBound(type, Variable(piece, dim),
                                        /*stopCondition=*/nullptr,
                                        /*closedUB=*/true);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(ValueBounds, OfEqualPieces) { // S2
  auto op = parse("%x: tensor<12x?xf32>",
                  "%p:3 = split.split %x axis(0) into 3 : tensor<12x?xf32> -> "
                  "tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>");
  ASSERT_TRUE(op);
  EXPECT_EQ(getConstant(BoundType::EQ, op->getResult(1), 0), 4);
  EXPECT_EQ(getConstant(BoundType::LB, op->getResult(1), 1), 0);
  EXPECT_TRUE(failed(getConstant(BoundType::UB, op->getResult(1), 1)));
  EXPECT_EQ(Bounds::areEqual({op->getResult(0), 1}, {op.getData(), 1}), true);
  EXPECT_EQ(Bounds::areEqual({op->getResult(0), 0}, {op.getData(), 0}), false);
}

TEST_F(ValueBounds, OfAxesAtRunTime) {
  auto op = parse("%x: tensor<12x?xf32>, %i: index",
                  "%p:3 = split.split %x axis(%i : index) into 3 : "
                  "tensor<12x?xf32> -> "
                  "tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>");
  ASSERT_TRUE(op);
  EXPECT_TRUE(failed(getConstant(BoundType::EQ, op->getResult(1), 0)));
  EXPECT_EQ(getConstant(BoundType::LB, op->getResult(1), 0), 0);
  EXPECT_EQ(getConstant(BoundType::UB, op->getResult(1), 0), 12);
  EXPECT_TRUE(
      failed(Bounds::areEqual({op->getResult(0), 1}, {op.getData(), 1})));
}

TEST_F(ValueBounds, OfStaticLengths) { // V3, V4
  auto op = parse(
      "%x: tensor<?x12xf32>",
      "%p:3 = split.variadic_split %x axis(0) lengths [2, -1, 3] : "
      "tensor<?x12xf32> -> tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>");
  ASSERT_TRUE(op);
  EXPECT_EQ(getConstant(BoundType::EQ, op->getResult(0), 0), 2);
  EXPECT_EQ(getConstant(BoundType::EQ, op->getResult(2), 0), 3);
  EXPECT_EQ(getConstant(BoundType::EQ, op->getResult(1), 1), 12);
  EXPECT_EQ(Bounds::areEqual({op->getResult(0), 0}, {op->getResult(2), 0}),
            false);
  EXPECT_TRUE(
      failed(Bounds::areEqual({op->getResult(1), 0}, {op->getResult(0), 0})));
  EXPECT_EQ(Bounds::computeConstantDelta(op.getData(), op->getResult(1), 0, 0),
            5);
}

TEST_F(ValueBounds, OfUnknownRank) {
  auto op = parse("%x: tensor<*xf32>",
                  "%p:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> "
                  "tensor<?xf32>, tensor<*xf32>");
  ASSERT_TRUE(op);
  EXPECT_EQ(getConstant(BoundType::LB, op->getResult(0), 0), 0);
  EXPECT_TRUE(failed(getConstant(BoundType::UB, op->getResult(0), 0)));
  EXPECT_TRUE(failed(getConstant(BoundType::LB, op->getResult(1), 0)));
}

/// There is no half of 5: the program fails.
TEST_F(ValueBounds, OfContradictions) {
  auto op = parse("%x: tensor<5xf32>",
                  "%y = tensor.cast %x : tensor<5xf32> to tensor<?xf32>\n"
                  "%p:2 = split.split %y axis(0) into 2 : tensor<?xf32> -> "
                  "tensor<?xf32>, tensor<?xf32>");
  ASSERT_TRUE(op);
  EXPECT_TRUE(failed(getConstant(BoundType::EQ, op->getResult(0), 0)));
}

TEST_F(ValueBounds, OfManyPieces) {
  std::string types, lengths;
  constexpr unsigned numPieces = 10000;
  for (unsigned i = 0; i < numPieces; ++i) {
    types += i ? ", tensor<?xf32>" : "tensor<?xf32>";
    lengths += i ? ", 2" : "-1";
  }
  auto op = parse("%x: tensor<?xf32>",
                  "%p:10000 = split.variadic_split %x axis(0) lengths [" +
                      lengths + "] : tensor<?xf32> -> " + types);
  ASSERT_TRUE(op);
  for (Value piece : op->getResults().drop_front())
    ASSERT_EQ(getConstant(BoundType::EQ, piece, 0), 2);
  EXPECT_EQ(Bounds::computeConstantDelta(op.getData(), op->getResult(0), 0, 0),
            2 * (numPieces - 1));
}
