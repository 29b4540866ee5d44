//===- ElementBytesTest.cpp - Sizes of elements in memory -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/ElementBytes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;

TEST(ElementBytes, PadsLikeLLVM) {
  MLIRContext context;
  Builder builder(&context);
  auto bytes = [&](unsigned bits) {
    return getElementBytes(builder.getIntegerType(bits));
  };
  EXPECT_EQ(bytes(1), 1);
  EXPECT_EQ(bytes(4), 1);
  EXPECT_EQ(bytes(8), 1);
  EXPECT_EQ(bytes(12), 2);
  EXPECT_EQ(bytes(24), 4);
  EXPECT_EQ(bytes(40), 8);
  EXPECT_EQ(bytes(65), 16);
  EXPECT_EQ(bytes(80), 16);
  EXPECT_EQ(bytes(129), 32);
  EXPECT_EQ(getElementBytes(builder.getIndexType()), 8);
  EXPECT_EQ(getElementBytes(builder.getBF16Type()), 2);
  EXPECT_EQ(getElementBytes(ComplexType::get(builder.getF32Type())), 8);
  EXPECT_EQ(getElementBytes(ComplexType::get(builder.getIntegerType(24))), 8);
  EXPECT_EQ(getElementBytes(VectorType::get({2}, builder.getF32Type())),
            std::nullopt);
  EXPECT_EQ(getElementBytes(builder.getNoneType()), std::nullopt);
}

TEST(ElementBytes, CountsBytesWithoutPadding) {
  MLIRContext context;
  Builder builder(&context);
  EXPECT_EQ(getUnpaddedBytes(builder.getI1Type()), 1);
  EXPECT_EQ(getUnpaddedBytes(builder.getIntegerType(24)), 3);
  EXPECT_EQ(getUnpaddedBytes(builder.getF64Type()), 8);
  EXPECT_EQ(getUnpaddedBytes(ComplexType::get(builder.getIntegerType(24))), 6);
}
