//===- RuntimeBFloat16Test.cpp - Truncations to bf16 ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../runtime/BFloat16.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>

using llvm::APFloat;

static uint16_t getLowHalf(float value) {
  return static_cast<uint16_t>(llvm::bit_cast<uint32_t>(value));
}

static uint16_t getExpected(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::BFloat(), APFloat::rmNearestTiesToEven, &losesInfo);
  return static_cast<uint16_t>(value.bitcastToAPInt().getZExtValue());
}

/// Around every bf16: the number itself, ties, and the numbers beside those.
TEST(RuntimeBFloat16, nearestTiesToEven) {
  for (uint32_t high = 0; high < 0x10000; ++high)
    for (uint32_t low : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
      auto number = llvm::bit_cast<float>(high << 16 | low);
      ASSERT_EQ(getLowHalf(__truncsfbf2(number)), getExpected(APFloat(number)))
          << number;
      for (double wide : {double(number), std::nextafter(double(number), 1e300),
                          std::nextafter(double(number), -1e300)})
        ASSERT_EQ(getLowHalf(__truncdfbf2(wide)), getExpected(APFloat(wide)))
            << wide;
    }
  for (double wide : {1e300, -1e300, 1e-300, -1e-300, 3.4028235677973366e38})
    EXPECT_EQ(getLowHalf(__truncdfbf2(wide)), getExpected(APFloat(wide)));
}
