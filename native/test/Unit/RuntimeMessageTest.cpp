//===- RuntimeMessageTest.cpp - Messages of failed checks -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/Runtime.h"

#include "gtest/gtest.h"
#include <cstring>
#include <string>
#include <vector>

static std::string format(const char *text, std::vector<int64_t> values) {
  char buffer[256];
  size_t length = split_mlir_format_message(buffer, sizeof(buffer), text,
                                            values.data(), values.size());
  EXPECT_EQ(length, std::strlen(buffer));
  return buffer;
}

TEST(RuntimeMessage, FillsPlaceholdersInOrder) {
  EXPECT_EQ(format("axis {} of rank {}", {-3, 2}), "axis -3 of rank 2");
  EXPECT_EQ(format("{}{}", {1, 2}), "12");
  EXPECT_EQ(format("plain", {}), "plain");
  EXPECT_EQ(format("", {}), "");
}

TEST(RuntimeMessage, KnowsSignedness) {
  EXPECT_EQ(format("{} {u}", {-1, -1}), "-1 18446744073709551615");
  EXPECT_EQ(format("{}", {INT64_MIN}), "-9223372036854775808");
}

TEST(RuntimeMessage, LeavesOtherBracesAlone) {
  EXPECT_EQ(format("{x} { } {", {7}), "{x} { } {");
  EXPECT_EQ(format("{{}}", {7}), "{7}");
}

TEST(RuntimeMessage, ToleratesAWrongCount) {
  EXPECT_EQ(format("{} {u}", {4}), "4 ?");
  EXPECT_EQ(format("{}", {4, 5}), "4");
}

TEST(RuntimeMessage, CutsOffWhatDoesNotFit) {
  int64_t value = 12345;
  char buffer[8] = "xxxxxxx";
  EXPECT_EQ(split_mlir_format_message(buffer, 5, "d={}", &value, 1), 7u);
  EXPECT_STREQ(buffer, "d=12");
  EXPECT_EQ(buffer[5], 'x');
  EXPECT_EQ(split_mlir_format_message(buffer, 8, "d={}", &value, 1), 7u);
  EXPECT_STREQ(buffer, "d=12345");
  EXPECT_EQ(split_mlir_format_message(nullptr, 0, "d={}", &value, 1), 7u);
}
