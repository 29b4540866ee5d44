//===- RuntimeMemoryTest.cpp - Memory of calls of compiled code -----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Runtime/Runtime.h"

#include "gtest/gtest.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

// Sanitizers tell whether everything is freed, and once.

TEST(RuntimeMemory, FailedCallFreesWhatIsLeft) {
  int64_t outer = split_mlir_begin_call();
  void *kept = _mlir_memref_to_llvm_alloc(16);
  int64_t mark = split_mlir_begin_call();
  EXPECT_EQ(mark, outer + 1);
  std::vector<void *> blocks(200);
  for (void *&block : blocks)
    block = _mlir_memref_to_llvm_alloc(16);
  EXPECT_EQ(split_mlir_begin_call(), mark + 200);
  // In any order.
  for (int i : {7, 199, 0, 100})
    _mlir_memref_to_llvm_free(blocks[i]);
  EXPECT_EQ(split_mlir_begin_call(), mark + 196);
  split_mlir_end_call(mark, 1);
  EXPECT_EQ(split_mlir_begin_call(), mark);
  _mlir_memref_to_llvm_free(kept);
  split_mlir_end_call(outer, 0);
}

TEST(RuntimeMemory, ResultsAreTheCallers) {
  int64_t mark = split_mlir_begin_call();
  auto *result = static_cast<char *>(_mlir_memref_to_llvm_alloc(16));
  split_mlir_end_call(mark, 0);
  EXPECT_EQ(split_mlir_begin_call(), mark);
  // A call that fails later does not free it.
  int64_t next = split_mlir_begin_call();
  _mlir_memref_to_llvm_alloc(16);
  split_mlir_end_call(next, 1);
  result[15] = 1;
  split_mlir_free(result);
}

TEST(RuntimeMemory, FreesWhatOthersAllocated) {
  _mlir_memref_to_llvm_free(malloc(16));
  split_mlir_free(nullptr);
  SplitMlirUnrankedMemRef nothing{};
  split_mlir_free_unranked(&nothing);
}

TEST(RuntimeMemory, AlignsAndNeverReturnsNullForNothing) {
  for (size_t alignment : {1, 8, 64, 4096}) {
    void *memory = _mlir_memref_to_llvm_aligned_alloc(alignment, 24);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % alignment, 0u);
    _mlir_memref_to_llvm_free(memory);
  }
  void *nothing = _mlir_memref_to_llvm_alloc(0);
  EXPECT_NE(nothing, nullptr);
  _mlir_memref_to_llvm_free(nothing);
}

TEST(RuntimeMemory, ThreadsEndWithNothingLeft) {
  std::thread([] {
    int64_t mark = split_mlir_begin_call();
    EXPECT_EQ(mark, 0);
    _mlir_memref_to_llvm_alloc(16);
    int64_t value = 7;
    split_mlir_record_failure("m.mlir:1:1", "got {}", &value, 1);
    EXPECT_STREQ(split_mlir_last_error(), "m.mlir:1:1: error: got 7");
    split_mlir_end_call(mark, 1);
  }).join();
}

TEST(RuntimeMemory, TheLastMessageStands) {
  split_mlir_record_failure("a long location:1:1", "first", nullptr, 0);
  split_mlir_record_failure("b:2:2", "second", nullptr, 0);
  EXPECT_STREQ(split_mlir_last_error(), "b:2:2: error: second");
  split_mlir_end_call(split_mlir_begin_call(), 0);
  EXPECT_STREQ(split_mlir_last_error(), "b:2:2: error: second");
}

// Sanitizers need memory themselves.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SPLIT_MLIR_TEST_HAS_SANITIZER
#endif
#endif
#if !defined(SPLIT_MLIR_TEST_HAS_SANITIZER) && !defined(__SANITIZE_ADDRESS__)
TEST(RuntimeMemory, NoMemoryForTheMessage) {
  split_mlir_record_failure("m.mlir:1:1", "first", nullptr, 0);
  std::string format(256 << 20, 'x');
  auto fail = [&] {
    rlimit none{0, 0};
    setrlimit(RLIMIT_AS, &none);
    split_mlir_record_failure("m.mlir:2:2", format.c_str(), nullptr, 0);
    fputs(split_mlir_last_error(), stderr);
    _exit(0);
  };
  EXPECT_EXIT(fail(), testing::ExitedWithCode(0),
              "^error: a check failed, and its message is out of memory$");
}
#endif

namespace {
struct MatrixDescriptor {
  void *allocated, *aligned;
  int64_t offset;
  int64_t sizesAndStrides[4];
};
} // namespace

static bool isContiguous(int64_t rank, MatrixDescriptor descriptor) {
  return split_mlir_is_contiguous(rank, &descriptor) != 0;
}

TEST(RuntimeMemRefs, Contiguous) {
  EXPECT_TRUE(isContiguous(0, {nullptr, nullptr, 0, {}}));
  EXPECT_FALSE(isContiguous(0, {nullptr, nullptr, 1, {}}));
  EXPECT_TRUE(isContiguous(2, {nullptr, nullptr, 0, {2, 3, 3, 1}}));
  EXPECT_FALSE(isContiguous(2, {nullptr, nullptr, 0, {2, 3, 4, 1}}));
  EXPECT_FALSE(isContiguous(2, {nullptr, nullptr, 0, {2, 3, 1, 2}}));
  EXPECT_FALSE(isContiguous(2, {nullptr, nullptr, 0, {-2, -3, -3, 1}}));
  // Strides that no element depends on.
  EXPECT_TRUE(isContiguous(2, {nullptr, nullptr, 0, {1, 3, 9, 1}}));
  EXPECT_TRUE(isContiguous(2, {nullptr, nullptr, 0, {2, 1, 1, 9}}));
  EXPECT_TRUE(isContiguous(2, {nullptr, nullptr, 0, {2, 0, 9, 9}}));
}
