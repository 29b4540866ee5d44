//===- FunctionCallerTest.cpp - Calls of functions known at run time ------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/HostAbi/Caller/FunctionCaller.h"

#include "gtest/gtest.h"

using namespace mlir::split;
using namespace mlir::split::native;

TEST(FunctionCaller, PassingOfScalars) {
  struct {
    const char *type;
    int64_t bytes;
    Passing passing;
  } cases[] = {
      {"i1", 1, Passing::UInt8},
      {"i8", 1, Passing::Int8},
      {"ui8", 1, Passing::UInt8},
      {"f8E5M2", 1, Passing::UInt8},
      {"!quant.uniform<u8:f32, 0.5>", 1, Passing::UInt8},
      {"!quant.uniform<i8:f32, 0.5>", 1, Passing::Int8},
      {"i16", 2, Passing::Int16},
      {"ui16", 2, Passing::UInt16},
      {"f16", 2, Passing::Half},
      {"bf16", 2, Passing::Half},
      {"i24", 4, Passing::Int32},
      {"si32", 4, Passing::Int32},
      {"ui32", 4, Passing::UInt32},
      {"f32", 4, Passing::Float},
      {"index", 8, Passing::Int64},
      {"ui64", 8, Passing::UInt64},
      {"f64", 8, Passing::Double},
      {"i128", 16, Passing::Pointer},
      {"complex<f32>", 8, Passing::Pointer},
  };
  for (auto [type, bytes, passing] : cases)
    EXPECT_EQ(getPassing(/*isTensor=*/false, type, bytes), passing) << type;
  EXPECT_EQ(getPassing(/*isTensor=*/true, "f32", 4), Passing::Pointer);
}

/// Stores the sum of all arguments and returns how many are negative.
static int32_t sum(int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e,
                   uint32_t f, int64_t g, uint64_t h, float i, double j,
                   double *result) {
  *result = double(a) + b + c + d + e + f + double(g) + double(h) + i + j;
  return (a < 0) + (c < 0) + (e < 0) + (g < 0) + (i < 0) + (j < 0);
}

TEST(FunctionCaller, PassesAllWidths) {
  FunctionCaller first(reinterpret_cast<void *>(sum),
                       {Passing::Int8, Passing::UInt8, Passing::Int16,
                        Passing::UInt16, Passing::Int32, Passing::UInt32,
                        Passing::Int64, Passing::UInt64, Passing::Float,
                        Passing::Double, Passing::Pointer});
  FunctionCaller caller(std::move(first));
  EXPECT_EQ(caller.getNumParameters(), 11u);
  int8_t a = -1;
  uint8_t b = 255;
  int16_t c = -2;
  uint16_t d = 65535;
  int32_t e = -3;
  uint32_t f = 4294967295;
  int64_t g = -(int64_t(1) << 40);
  uint64_t h = uint64_t(1) << 41;
  float i = -0.5;
  double j = 0.25, result = 0;
  void *slots[] = {&a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &result};
  EXPECT_EQ(caller.call(slots), 5);
  EXPECT_EQ(result, 1099511627776. + 4294967295 + 65535 + 255 - 6 - 0.25);
}
