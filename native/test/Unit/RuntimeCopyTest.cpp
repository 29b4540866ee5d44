//===- RuntimeCopyTest.cpp - Copies between strided buffers ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/Runtime.h"

#include "gtest/gtest.h"
#include <numeric>
#include <string>
#include <vector>

namespace {
/// A descriptor of up to three dimensions.
struct Descriptor {
  void *allocated, *aligned;
  int64_t offset;
  int64_t sizesAndStrides[6];
};
} // namespace

static void copy(int64_t rank, Descriptor source, Descriptor target) {
  SplitMlirUnrankedMemRef from{rank, &source}, to{rank, &target};
  memrefCopy(sizeof(int16_t), &from, &to);
}

TEST(RuntimeCopy, Columns) {
  std::vector<int16_t> source(12), target(6, -1);
  std::iota(source.begin(), source.end(), 0);
  // [:, 1:3] of a 3x4 array, into a 3x2 one.
  copy(2, {nullptr, source.data(), 1, {3, 2, 4, 1}},
       {nullptr, target.data(), 0, {3, 2, 2, 1}});
  EXPECT_EQ(target, (std::vector<int16_t>{1, 2, 5, 6, 9, 10}));
}

TEST(RuntimeCopy, Transposes) {
  std::vector<int16_t> source{0, 1, 2, 3, 4, 5}, target(7, -1);
  copy(2, {nullptr, source.data(), 0, {3, 2, 1, 3}},
       {nullptr, target.data(), 1, {3, 2, 2, 1}});
  EXPECT_EQ(target, (std::vector<int16_t>{-1, 0, 3, 1, 4, 2, 5}));
}

TEST(RuntimeCopy, ElementsOfAnySize) {
  // Every second one of rows of six bytes: elements of three, and of one.
  std::string source = "abcdefghijkl", target(12, '.');
  Descriptor from{nullptr, source.data(), 0, {2, 2}};
  Descriptor to{nullptr, target.data(), 0, {2, 1}};
  SplitMlirUnrankedMemRef given{1, &from}, result{1, &to};
  memrefCopy(3, &given, &result);
  EXPECT_EQ(target, "abcghi......");
  // Into every third place.
  from.sizesAndStrides[1] = 1;
  to.sizesAndStrides[1] = 3;
  memrefCopy(1, &given, &result);
  EXPECT_EQ(target, "abcbhi......");
}

TEST(RuntimeCopy, ScalarsAndNothing) {
  int16_t source = 7, target = 0;
  copy(3, {nullptr, &source, 0, {2, 0, 3, 0, 3, 1}},
       {nullptr, &target, 0, {2, 0, 3, 0, 3, 1}});
  EXPECT_EQ(target, 0);
  copy(0, {nullptr, &source, 0, {}}, {nullptr, &target, 0, {}});
  EXPECT_EQ(target, 7);
}
