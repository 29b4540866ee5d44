//===- NativeCompareTest.cpp - Comparison with expected results -----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../tools/split-run/tensors/Tensors.h"

#include "mlir/IR/MLIRContext.h"
#include "split-mlir/Target/Native/TensorText.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
class NativeCompare : public testing::Test {
protected:
  /// The error, or nothing.
  std::string compare(StringRef got, StringRef expected,
                      const Tolerance &tolerance = {}) {
    return llvm::toString(compareTensors(
        llvm::cantFail(parseTensorText(got, &context)),
        llvm::cantFail(parseTensorText(expected, &context)), tolerance));
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};
} // namespace

TEST_F(NativeCompare, ShapesAndTypes) {
  EXPECT_EQ(compare("2x3xf32=iota", "3x2xf32=iota"),
            "is 2x3xf32, expected 3x2xf32");
  EXPECT_EQ(compare("2xf32=iota", "2xf64=iota"), "is 2xf32, expected 2xf64");
  EXPECT_EQ(compare("2xi8=iota", "2xui8=iota"), "is 2xi8, expected 2xui8");
  EXPECT_EQ(compare("0x3xf32=", "0x2xf32="), "is 0x3xf32, expected 0x2xf32");
  EXPECT_EQ(compare("f32=1", "1xf32=1"), "is f32, expected 1xf32");
  EXPECT_EQ(compare("0x3xf32=", "0x3xf32="), "");
  EXPECT_EQ(compare("2xindex=iota", "2xi64=iota"), "");
  EXPECT_EQ(compare("2xi8=iota", "2xsi8=iota"), "");
}

TEST_F(NativeCompare, NamesTheFirstDifference) {
  EXPECT_EQ(compare("2x3xi32=0,1,2,3,4,5", "2x3xi32=0,1,2,3,7,8"),
            "element [1,1] is 4, expected 7 (2 of 6 differ)");
  EXPECT_EQ(compare("ui8=255", "ui8=254"),
            "element [] is 255, expected 254 (1 of 1 differ)");
  EXPECT_EQ(compare("1xcomplex<f32>=(1,2)", "1xcomplex<f32>=(1,3)"),
            "element [0] is (1,2), expected (1,3) (1 of 1 differ)");
}

TEST_F(NativeCompare, IntegersAreExact) {
  Tolerance loose{1.0, 100.0};
  EXPECT_NE(compare("i32=5", "i32=6", loose), "");
  EXPECT_NE(compare("i1=0", "i1=1", loose), "");
  EXPECT_NE(compare("i128=170141183460469231731687303715884105727",
                    "i128=170141183460469231731687303715884105726", loose),
            "");
}

TEST_F(NativeCompare, FloatsHaveTolerance) {
  EXPECT_EQ(compare("f32=1.000009", "f32=1"), "");
  EXPECT_NE(compare("f32=1.00002", "f32=1"), "");
  EXPECT_EQ(compare("f32=9e-9", "f32=0"), "");
  EXPECT_NE(compare("f32=2e-8", "f32=0"), "");
  EXPECT_EQ(compare("f32=110", "f32=100", {0.1, 0}), "");
  // The tolerance is relative to what is expected.
  EXPECT_NE(compare("f32=100", "f32=90", {0.1, 0}), "");
  EXPECT_NE(compare("f64=1.0000000000000002", "f64=1", {0, 0}), "");
  EXPECT_EQ(compare("bf16=100", "bf16=100.5", {0.01, 0}), "");
  EXPECT_EQ(compare("f32=0", "f32=-0", {0, 0}), "");
}

TEST_F(NativeCompare, SpecialValues) {
  EXPECT_EQ(compare("2xf32=nan,inf", "2xf32=-nan,inf"), "");
  EXPECT_EQ(compare("f32=nan", "f32=1"),
            "element [] is nan, expected 1 (1 of 1 differ)");
  EXPECT_NE(compare("f32=1", "f32=nan"), "");
  EXPECT_NE(compare("f32=1", "f32=inf"), "");
  EXPECT_NE(compare("f32=inf", "f32=-inf"), "");
  EXPECT_EQ(compare("complex<f32>=(nan,1)", "complex<f32>=(nan,1)"), "");
  EXPECT_NE(compare("complex<f32>=(inf,1)", "complex<f32>=(inf,2)"), "");
}

TEST_F(NativeCompare, ComplexToleranceIsOfTheModulus) {
  EXPECT_EQ(compare("complex<f32>=(1000,0.005)", "complex<f32>=(1000,0)"), "");
  EXPECT_NE(compare("complex<f32>=(1000,0.02)", "complex<f32>=(1000,0)"), "");
}
