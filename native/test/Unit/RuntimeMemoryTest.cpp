//===- RuntimeMemoryTest.cpp - Memory of calls of compiled code -----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/Runtime.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <malloc.h>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

// Sanitizers tell whether everything is freed, and once.

TEST(RuntimeMemory, FailedCallFreesWhatIsLeft) {
  SplitMlirCall outer, call;
  split_mlir_begin_call(&outer);
  void *kept = _mlir_memref_to_llvm_alloc(16);
  split_mlir_begin_call(&call);
  // More than the call has room for.
  std::vector<void *> blocks(200);
  for (void *&block : blocks)
    block = _mlir_memref_to_llvm_alloc(16);
  // In any order.
  for (int i : {7, 199, 0, 100})
    _mlir_memref_to_llvm_free(blocks[i]);
  split_mlir_end_call(&call, SPLIT_MLIR_CHECK_FAILED);
  _mlir_memref_to_llvm_free(kept);
  split_mlir_end_call(&outer, SPLIT_MLIR_SUCCESS);
}

TEST(RuntimeMemory, ResultsAreTheCallers) {
  SplitMlirCall outer, call;
  split_mlir_begin_call(&outer);
  split_mlir_begin_call(&call);
  auto *result = static_cast<char *>(_mlir_memref_to_llvm_alloc(16));
  split_mlir_end_call(&call, SPLIT_MLIR_SUCCESS);
  // A call that fails later does not free it, nor does the outer one.
  split_mlir_begin_call(&call);
  _mlir_memref_to_llvm_alloc(16);
  split_mlir_end_call(&call, SPLIT_MLIR_OUT_OF_MEMORY);
  split_mlir_end_call(&outer, SPLIT_MLIR_CHECK_FAILED);
  result[15] = 1;
  split_mlir_free(result);
}

TEST(RuntimeMemory, OtherThreadsOfACallFreeTheirOwn) {
  SplitMlirCall call;
  split_mlir_begin_call(&call);
  std::thread([] {
    void *memory = _mlir_memref_to_llvm_alloc(16);
    _mlir_memref_to_llvm_free(memory);
  }).join();
  split_mlir_end_call(&call, SPLIT_MLIR_CHECK_FAILED);
}

TEST(RuntimeMemory, PackedArgumentsAreFreedTogether) {
  void *packed = nullptr;
  for (size_t size : {0, 1, 1000}) {
    void *memory = split_mlir_allocate_packed(size, &packed);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % alignof(max_align_t), 0u);
    memset(memory, 1, size);
  }
  EXPECT_EQ(split_mlir_allocate_packed(SIZE_MAX, &packed), nullptr);
  split_mlir_free_packed(packed);
  split_mlir_free_packed(nullptr);
}

TEST(RuntimeMemory, FreesWhatOthersAllocated) {
  _mlir_memref_to_llvm_free(malloc(16));
  split_mlir_free(nullptr);
  SplitMlirUnrankedMemRef nothing{};
  split_mlir_free_unranked(&nothing);
}

TEST(RuntimeMemory, AlignsAndNeverReturnsNullForNothing) {
  for (size_t alignment : {1, 8, 64, 4096})
    for (size_t size : {24, 1 << 20}) {
      void *memory = _mlir_memref_to_llvm_aligned_alloc(alignment, size);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % alignment, 0u);
      _mlir_memref_to_llvm_free(memory);
    }
  void *nothing = _mlir_memref_to_llvm_alloc(0);
  EXPECT_NE(nothing, nullptr);
  _mlir_memref_to_llvm_free(nothing);
  _mlir_memref_to_llvm_free(nullptr);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(RuntimeErrors, EachThreadHasItsOwn) {
  split_mlir_record_failure("here:1:1", "first", nullptr, 0);
  std::thread([] {
    EXPECT_STREQ(split_mlir_last_error(), "");
    int64_t value = 7;
    split_mlir_record_failure("m.mlir:1:1", "got {}", &value, 1);
    EXPECT_STREQ(split_mlir_last_error(), "m.mlir:1:1: error: got 7");
  }).join();
  EXPECT_STREQ(split_mlir_last_error(), "here:1:1: error: first");
}

TEST(RuntimeErrors, TheLastMessageStands) {
  split_mlir_record_failure("a long location:1:1", "first", nullptr, 0);
  split_mlir_record_failure("b:2:2", "second", nullptr, 0);
  EXPECT_STREQ(split_mlir_last_error(), "b:2:2: error: second");
  SplitMlirCall call;
  split_mlir_begin_call(&call);
  split_mlir_end_call(&call, SPLIT_MLIR_SUCCESS);
  EXPECT_STREQ(split_mlir_last_error(), "b:2:2: error: second");
}

TEST(RuntimeErrors, LongMessagesAreCut) {
  for (size_t length : {4086, 4087, 4088, 5000, 100000}) {
    // Ten characters before it.
    std::string format(length, 'x');
    split_mlir_record_failure("m", format.c_str(), nullptr, 0);
    std::string message = split_mlir_last_error();
    bool fits = length + 10 <= 4095;
    EXPECT_EQ(message.size(), fits ? length + 10 : 4095);
    EXPECT_EQ(message.substr(0, 12), "m: error: xx");
    EXPECT_EQ(message.substr(message.size() - 4), fits ? "xxxx" : "x...");
  }
  std::string location(5000, 'l');
  split_mlir_record_failure(location.c_str(), "format", nullptr, 0);
  EXPECT_EQ(std::string(split_mlir_last_error()),
            location.substr(0, 4092) + "...");
  split_mlir_record_message(location.c_str());
  EXPECT_EQ(std::string(split_mlir_last_error()),
            location.substr(0, 4092) + "...");
}

TEST(RuntimeErrors, AbiVersions) {
  EXPECT_EQ(split_mlir_abi_1, SPLIT_MLIR_ABI_VERSION);
  EXPECT_EQ(split_mlir_check_abi(SPLIT_MLIR_ABI_VERSION), SPLIT_MLIR_SUCCESS);
  EXPECT_EQ(split_mlir_check_abi(2), SPLIT_MLIR_ABI_MISMATCH);
  EXPECT_STREQ(split_mlir_last_error(),
               "error: the host was compiled for ABI version 2 of split-mlir, "
               "the library has version 1");
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

namespace {
struct MatrixDescriptor {
  void *allocated, *aligned;
  int64_t offset;
  int64_t sizesAndStrides[4];
};
} // namespace

static int64_t inspect(int64_t rank, MatrixDescriptor descriptor) {
  SplitMlirUnrankedMemRef given{rank, &descriptor};
  return split_mlir_inspect_unranked(&given);
}

TEST(RuntimeMemRefs, Inspect) {
  int data;
  auto expect = [&](int64_t rank, MatrixDescriptor descriptor,
                    int64_t finding) {
    descriptor.aligned = &data;
    EXPECT_EQ(inspect(rank, descriptor), finding);
  };
  expect(0, {nullptr, nullptr, 0, {}}, SPLIT_MLIR_IS_CONTIGUOUS);
  expect(0, {nullptr, nullptr, 1, {}}, SPLIT_MLIR_IS_STRIDED);
  expect(2, {nullptr, nullptr, 0, {2, 3, 3, 1}}, SPLIT_MLIR_IS_CONTIGUOUS);
  expect(2, {nullptr, nullptr, 1, {2, 3, 3, 1}}, SPLIT_MLIR_IS_STRIDED);
  expect(2, {nullptr, nullptr, 0, {2, 3, 4, 1}}, SPLIT_MLIR_IS_STRIDED);
  expect(2, {nullptr, nullptr, 0, {2, 3, 1, 2}}, SPLIT_MLIR_IS_STRIDED);
  expect(2, {nullptr, nullptr, 0, {-2, -3, -3, 1}},
         SPLIT_MLIR_SIZE_IS_NEGATIVE);
  expect(2, {nullptr, nullptr, 0, {0, -3, -3, 1}}, SPLIT_MLIR_SIZE_IS_NEGATIVE);
  expect(-1, {nullptr, nullptr, 0, {}}, SPLIT_MLIR_RANK_IS_NEGATIVE);
  // Strides that no element depends on.
  expect(2, {nullptr, nullptr, 0, {1, 3, 9, 1}}, SPLIT_MLIR_IS_CONTIGUOUS);
  expect(2, {nullptr, nullptr, 0, {2, 1, 1, 9}}, SPLIT_MLIR_IS_CONTIGUOUS);
  expect(2, {nullptr, nullptr, 0, {2, 0, 9, 9}}, SPLIT_MLIR_IS_CONTIGUOUS);
  expect(2, {nullptr, nullptr, 1, {2, 0, 9, 9}}, SPLIT_MLIR_IS_STRIDED);
  // Nothing needs no data.
  EXPECT_EQ(inspect(2, {nullptr, nullptr, 0, {2, 0, 9, 9}}),
            SPLIT_MLIR_IS_CONTIGUOUS);
  EXPECT_EQ(inspect(2, {nullptr, nullptr, 0, {2, 3, 3, 1}}),
            SPLIT_MLIR_DATA_IS_NULL);
  SplitMlirUnrankedMemRef nothing{2, nullptr};
  EXPECT_EQ(split_mlir_inspect_unranked(&nothing),
            SPLIT_MLIR_DESCRIPTOR_IS_NULL);
}

TEST(RuntimeMemRefs, PackRefusesWhatIsTooLarge) {
  void *packed = nullptr;
  char data;
  MatrixDescriptor huge{
      nullptr, &data, 0, {INT64_C(1) << 32, INT64_C(1) << 32, 0, 0}};
  EXPECT_EQ(split_mlir_pack(2, &huge, 8, &packed), nullptr);
  EXPECT_EQ(split_mlir_count_bytes(2, &huge, 8), INT64_MAX);
  SplitMlirUnrankedMemRef unranked{2, &huge};
  EXPECT_EQ(split_mlir_pack_unranked(&unranked, 8, &packed), nullptr);
  huge.sizesAndStrides[1] = 0;
  EXPECT_NE(split_mlir_pack(2, &huge, 8, &packed), nullptr);
  split_mlir_free_packed(packed);
}

TEST(RuntimeMemRefs, PacksInRowMajorOrder) {
  // The element at (i, j, k) is 100 i + 10 j + k; i is the fastest in memory.
  int32_t data[24];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k)
        data[i + 2 * j + 6 * k] = 100 * i + 10 * j + k;
  SplitMlirMemRef3 given{nullptr, data, 0, {2, 3, 4}, {1, 2, 6}};
  void *packed = nullptr;
  auto *copy = static_cast<int32_t *>(split_mlir_pack(3, &given, 4, &packed));
  ASSERT_NE(copy, nullptr);
  for (int n = 0; n < 24; ++n)
    EXPECT_EQ(copy[n], 100 * (n / 12) + 10 * (n / 4 % 3) + n % 4);
  split_mlir_free_packed(packed);
}

static int64_t findOverlap(std::vector<int64_t> pointersAndBytes,
                           int64_t numInputs) {
  return split_mlir_find_overlap(pointersAndBytes.data(),
                                 pointersAndBytes.size() / 2, numInputs);
}

TEST(RuntimeMemRefs, FindOverlapOfManyInAnyOrder) {
  constexpr int64_t kResults = 499, kBytes = 10;
  // Result number i is at place i * step of 499, a prime number.
  for (int64_t step : {1, 2, 100, 498}) {
    std::vector<int64_t> ranges = {2 * kBytes * kResults, kBytes};
    for (int64_t i = 0; i < kResults; ++i)
      ranges.insert(ranges.end(), {i * step % kResults * 2 * kBytes, kBytes});
    EXPECT_EQ(findOverlap(ranges, 1), -1) << step;
    // An argument that begins where result number 7 ends, whose beginning is
    // ranges[16], and a byte before.
    ranges[0] = ranges[16] + kBytes;
    EXPECT_EQ(findOverlap(ranges, 1), -1) << step;
    --ranges[0];
    EXPECT_EQ(findOverlap(ranges, 1), 7) << step;
  }
}

TEST(RuntimeMemRefs, FindOverlap) {
  // Arguments may overlap each other; touching is no overlap.
  EXPECT_EQ(findOverlap({100, 50, 120, 10, 150, 8, 158, 8}, 2), -1);
  EXPECT_EQ(findOverlap({100, 50, 120, 10, 149, 8, 158, 8}, 2), 0);
  EXPECT_EQ(findOverlap({100, 50, 120, 10, 158, 8, 99, 2}, 2), 1);
  EXPECT_EQ(findOverlap({100, 50, 120, 10, 158, 8, 165, 1}, 2), 1);
  // A result in the middle of an argument, and around one.
  EXPECT_EQ(findOverlap({100, 50, 300, 8, 110, 1}, 2), 0);
  EXPECT_EQ(findOverlap({100, 50, 300, 8, 290, 100}, 2), 0);
  // The argument between them is not the one that reaches farthest.
  EXPECT_EQ(findOverlap({100, 50, 110, 1, 120, 8}, 2), 0);
  // No bytes overlap nothing.
  EXPECT_EQ(findOverlap({100, 50, 120, 0, 200, 8}, 1), -1);
}

//===----------------------------------------------------------------------===//
// Kept blocks
//===----------------------------------------------------------------------===//

#if !defined(__SANITIZE_ADDRESS__) && defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__
#endif
#endif

namespace {
constexpr size_t kBlock = 1 << 20;

/// Releases kept memory before each test, so that tests do not affect each
/// other.
class KeptMemory : public testing::Test {
protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "AddressSanitizer sees only memory that is freed";
#endif
    split_mlir_release_memory();
  }
  void TearDown() override { split_mlir_limit_kept_memory(SIZE_MAX); }

  static void *allocate(size_t size) { return split_mlir_allocate(size, 64); }

  /// Returns whether a block of `size` bytes is used again for `next` bytes.
  /// The block's neighbour is in use meanwhile, so malloc does not merge it.
  static bool isUsedAgain(size_t size, size_t next) {
    void *block = allocate(size);
    void *neighbour = malloc(kBlock / 8);
    // Bits tell the blocks apart, not addresses: malloc may return the same.
    memset(block, 0x5a, size);
    split_mlir_free(block);
    auto *again = static_cast<unsigned char *>(allocate(next));
    bool isSame = again == block && again[size / 2] == 0x5a;
    split_mlir_free(again);
    free(neighbour);
    split_mlir_release_memory();
    return isSame;
  }
};
} // namespace

TEST_F(KeptMemory, IsUsedForNearlyTheSameSize) {
  constexpr size_t large = 64 << 20;
  for (size_t size : {kBlock, large}) {
    EXPECT_TRUE(isUsedAgain(size, size));
    EXPECT_TRUE(isUsedAgain(size, size - size / 16));
  }
  // 64 MiB are mapped and unmapped by malloc itself: pages would be cleared.
  EXPECT_FALSE(isUsedAgain(large, large / 2));
  EXPECT_FALSE(isUsedAgain(large, 2 * large));
}

TEST_F(KeptMemory, IsLimited) {
  constexpr size_t large = 64 << 20;
  split_mlir_limit_kept_memory(large / 2);
  EXPECT_FALSE(isUsedAgain(large, large));
  split_mlir_limit_kept_memory(2 * large);
  EXPECT_TRUE(isUsedAgain(large, large));
}

namespace {
/// The size of this process in bytes.
struct ProcessSize {
  size_t total = 0, resident = 0;

  ProcessSize() {
    std::ifstream file("/proc/self/statm");
    if (!(file >> total >> resident))
      ADD_FAILURE() << "cannot read /proc/self/statm";
    size_t page = sysconf(_SC_PAGESIZE);
    total *= page;
    resident *= page;
  }
};
} // namespace

static size_t getResidentBytes() { return ProcessSize().resident; }

#if defined(MADV_POPULATE_WRITE)
TEST_F(KeptMemory, HasItsPagesBeforeItIsWritten) {
  constexpr size_t large = 64 << 20;
  split_mlir_release_memory();
  size_t before = getResidentBytes();
  void *block = allocate(large);
  bool isSupported = madvise(block, 4096, MADV_POPULATE_WRITE) == 0;
  size_t after = getResidentBytes();
  split_mlir_free(block);
  if (!isSupported)
    GTEST_SKIP() << "the system provides pages only when they are written";
  EXPECT_GT(after, before + large / 2);
}
#endif

TEST_F(KeptMemory, IsGivenBackOnRequest) {
  constexpr size_t large = 64 << 20;
  size_t before = getResidentBytes();
  void *block = allocate(large);
  memset(block, 1, large);
  split_mlir_free(block);
  EXPECT_GT(getResidentBytes(), before + large / 2);
  split_mlir_release_memory();
  EXPECT_LT(getResidentBytes(), before + large / 2);
}

TEST_F(KeptMemory, OfTheHeapIsGivenBackToo) {
  // Once malloc has unmapped a block, it takes later ones from its heap, where
  // small neighbours keep the end of the heap in use.
  constexpr size_t medium = 3 << 20;
  constexpr int numBlocks = 16;
  size_t before = getResidentBytes();
  std::vector<void *> neighbours;
  for (int round = 0; round < 3; ++round) {
    std::vector<void *> blocks;
    for (int i = 0; i < numBlocks; ++i) {
      blocks.push_back(allocate(medium));
      memset(blocks.back(), 1, medium);
      neighbours.push_back(malloc(100));
    }
    EXPECT_GT(getResidentBytes(), before + medium * numBlocks / 2);
    for (void *block : blocks)
      split_mlir_free(block);
    split_mlir_release_memory();
    EXPECT_LT(getResidentBytes(), before + medium * numBlocks / 2);
  }
  for (void *neighbour : neighbours)
    free(neighbour);
}

/// Ends this process, with status 0 if an allocation succeeds that exceeds a
/// limit together with an earlier block of another size, which was freed.
[[noreturn]] static void allocateBelowLimit() {
  constexpr size_t large = size_t(700) << 20;
  rlim_t most = ProcessSize().total + large + large / 4;
  rlimit limit = {most, most};
  setrlimit(RLIMIT_AS, &limit);
  void *first = split_mlir_allocate(large, 64);
  split_mlir_free(first);
  void *second = split_mlir_allocate(large - large / 4, 64);
  _exit(first && second ? 0 : 1);
}

TEST_F(KeptMemory, MakesRoomForOtherSizes) {
  EXPECT_EXIT(allocateBelowLimit(), testing::ExitedWithCode(0), "");
}

TEST_F(KeptMemory, TakesNoMoreThanWasInUse) {
  // Blocks of other sizes cannot be used again, so they must make room. What an
  // alignment takes is no memory in use.
  split_mlir_free(split_mlir_allocate(2 << 20, 1 << 30));
  constexpr size_t large = 64 << 20;
  size_t before = getResidentBytes();
  for (size_t i = 0; i < 8; ++i) {
    size_t size = large + i * large / 4;
    void *block = allocate(size);
    memset(block, 1, size);
    split_mlir_free(block);
  }
  EXPECT_LT(getResidentBytes(), before + 4 * large);
}

TEST_F(KeptMemory, HasTheAlignmentThatIsAskedFor) {
  for (size_t alignment = 1; alignment <= size_t(8) << 20; alignment *= 2)
    for (size_t size : {size_t(0), size_t(1), kBlock, 8 * kBlock}) {
      void *block = split_mlir_allocate(size, alignment);
      ASSERT_NE(block, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % alignment, 0u);
      memset(block, 1, size);
      split_mlir_free(block);
    }
  EXPECT_EQ(split_mlir_allocate(16, 0), nullptr);
  EXPECT_EQ(split_mlir_allocate(16, 24), nullptr);
  EXPECT_EQ(split_mlir_allocate(SIZE_MAX, 64), nullptr);
  EXPECT_EQ(split_mlir_allocate(SIZE_MAX / 2, 64), nullptr);
}

TEST_F(KeptMemory, ComesFromAnyMalloc) {
  // free takes what was kept, and split_mlir_free what malloc returned.
  for (size_t size : {size_t(1000), kBlock}) {
    void *block = allocate(size);
    split_mlir_free(block);
    free(allocate(size));
    // malloc aligns less. What it returns is large enough for a size class.
    for (int i = 0; i < 10; ++i)
      split_mlir_free(malloc(size + 64));
    for (int i = 0; i < 10; ++i) {
      void *aligned = allocate(size);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(aligned) % 64, 0u);
      free(aligned);
    }
  }
}

TEST_F(KeptMemory, OfSmallBlocksIsUsedForItsSizeClass) {
  // Pairs of sizes and whether blocks of the first serve for the second.
  const struct {
    size_t size, next;
    bool isUsedAgain;
  } cases[] = {
      {1, 64, true},      {64, 65, false},     {1000, 1024, true},
      {1024, 1000, true}, {1024, 1025, false}, {1280, 1025, true},
      {2048, 1793, true}, {2048, 1792, false}, {100 << 10, 112 << 10, true}};
  for (auto [size, next, isUsedAgain] : cases) {
    void *block = allocate(size);
    split_mlir_free(block);
    void *again = allocate(next);
    EXPECT_EQ(again == block, isUsedAgain) << size << " " << next;
    split_mlir_free(again);
    split_mlir_release_memory();
  }
}

TEST_F(KeptMemory, HasRoomForWhatIsAskedFor) {
  constexpr size_t most = 140 << 10;
  auto check = [](size_t size) {
    void *block = allocate(size);
    EXPECT_GE(malloc_usable_size(block), size);
    split_mlir_free(block);
  };
  for (size_t size = 0; size < most; size += size / 100 + 1)
    check(size);
  for (size_t size = most; size > 0; size -= size / 100 + 1)
    check(size);
}

#if defined(__GLIBC__)
/// Returns the bytes of the heap that malloc has given out.
static size_t getHeapBytes() { return mallinfo2().uordblks; }

TEST_F(KeptMemory, OfSmallBlocksIsLimited) {
  constexpr size_t small = 2048, numBlocks = 3000, limit = 2 << 20;
  auto allocateAndFree = [](size_t size = small) {
    std::vector<void *> blocks(numBlocks);
    for (void *&block : blocks)
      block = allocate(size);
    for (void *block : blocks)
      split_mlir_free(block);
  };
  size_t before = getHeapBytes();
  allocateAndFree();
  size_t kept = getHeapBytes() - before;
  EXPECT_GT(kept, limit / 2);
  // malloc adds to each block a header, and what alignment takes.
  EXPECT_LT(kept, limit + limit / 8);
  split_mlir_release_memory();
  EXPECT_LT(getHeapBytes(), before + small);
  // A class keeps at most 1024 blocks. Each takes 64 bytes, a header, and what
  // alignment takes.
  allocateAndFree(1);
  kept = getHeapBytes() - before;
  EXPECT_GE(kept, 1024 * 64u);
  EXPECT_LT(kept, 1024 * 160u);
  split_mlir_release_memory();
  EXPECT_LT(getHeapBytes(), before + small);
  // All 39 classes share an eighth of the limit.
  split_mlir_limit_kept_memory(10 * small * 39 * 8);
  allocateAndFree();
  kept = getHeapBytes() - before;
  EXPECT_GE(kept, 10 * small);
  EXPECT_LT(kept, 11 * small);
  split_mlir_limit_kept_memory(0);
  EXPECT_LT(getHeapBytes(), before + small);
  allocateAndFree();
  EXPECT_LT(getHeapBytes(), before + small);
}
#endif

TEST_F(KeptMemory, IsOfOneThreadAtATime) {
  // More threads than processors, and sizes that fit each other's blocks.
  auto work = [](unsigned seed) {
    for (unsigned i = 0; i < 4000; ++i) {
      size_t least = i % 2 ? 900 : 128 << 10;
      size_t size = least + (i * 7 + seed) % 16 * (least / 32);
      auto *words = static_cast<unsigned *>(allocate(size));
      size_t last = size / sizeof(unsigned) - 1;
      words[0] = words[last] = seed;
      std::this_thread::yield();
      if (words[0] != seed || words[last] != seed)
        ADD_FAILURE() << "two threads have the same block";
      split_mlir_free(words);
      if (i % 500 == seed)
        split_mlir_release_memory();
    }
  };
  std::thread threads[8];
  for (unsigned seed = 0; seed < 8; ++seed)
    threads[seed] = std::thread(work, seed);
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(KeptMemory, OfSmallBlocksIsOfOneThreadAtATime) {
  std::atomic<int> mistakes{0};
  auto work = [&](unsigned seed) {
    for (unsigned i = 0; i < 100000; ++i) {
      auto *first = static_cast<volatile unsigned *>(allocate(64));
      auto *second = static_cast<volatile unsigned *>(allocate(64));
      *first = 2 * seed;
      *second = 2 * seed + 1;
      mistakes += *first != 2 * seed || *second != 2 * seed + 1;
      split_mlir_free(const_cast<unsigned *>(first));
      split_mlir_free(const_cast<unsigned *>(second));
    }
  };
  std::thread threads[8];
  for (unsigned seed = 0; seed < 8; ++seed)
    threads[seed] = std::thread(work, seed);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(mistakes, 0);
}

//===----------------------------------------------------------------------===//
// The host's allocator
//===----------------------------------------------------------------------===//

namespace {
/// Counts what is allocated by malloc, and fails when there is no more left.
struct CountingAllocator {
  int numLive = 0, numAllocated = 0, numLeft = 1000;

  CountingAllocator() {
    SplitMlirAllocator functions{this, allocate, release};
    EXPECT_EQ(split_mlir_set_allocator(&functions), SPLIT_MLIR_SUCCESS);
  }
  ~CountingAllocator() {
    EXPECT_EQ(split_mlir_set_allocator(nullptr), SPLIT_MLIR_SUCCESS);
    EXPECT_EQ(numLive, 0);
  }

  static void *allocate(void *context, size_t size, size_t alignment) {
    auto *self = static_cast<CountingAllocator *>(context);
    EXPECT_GT(size, 0u);
    if (self->numLeft-- <= 0)
      return nullptr;
    ++self->numLive;
    ++self->numAllocated;
    void *memory = nullptr;
    return posix_memalign(&memory, std::max(alignment, sizeof(void *)), size)
               ? nullptr
               : memory;
  }
  static void release(void *context, void *memory) {
    EXPECT_NE(memory, nullptr);
    --static_cast<CountingAllocator *>(context)->numLive;
    free(memory);
  }
};
} // namespace

TEST(HostAllocator, AllocatesEverything) {
  CountingAllocator allocator;
  split_mlir_free(split_mlir_allocate(8 << 20, 64));
  split_mlir_free(nullptr);
  EXPECT_EQ(allocator.numAllocated, 1);

  void *packed = nullptr;
  split_mlir_allocate_packed(16, &packed);
  split_mlir_free_packed(packed);
  EXPECT_EQ(allocator.numAllocated, 2);

  // An argument between results takes a search.
  const int64_t ranges[] = {128, 64, 64, 64, 192, 64};
  EXPECT_EQ(split_mlir_find_overlap(ranges, 3, 1), -1);
  EXPECT_EQ(allocator.numAllocated, 3);

  // 12 blocks fit into the record of the call, which then grows.
  SplitMlirCall call;
  split_mlir_begin_call(&call);
  for (int i = 0; i < 13; ++i)
    _mlir_memref_to_llvm_aligned_alloc(64, 0);
  EXPECT_EQ(allocator.numAllocated, 3 + 13 + 1);
  split_mlir_end_call(&call, SPLIT_MLIR_CHECK_FAILED);
}

TEST(HostAllocator, MayFail) {
  CountingAllocator allocator;
  allocator.numLeft = 0;
  void *packed = nullptr;
  EXPECT_EQ(split_mlir_allocate(16, 16), nullptr);
  EXPECT_EQ(_mlir_memref_to_llvm_alloc(16), nullptr);
  EXPECT_EQ(split_mlir_allocate_packed(16, &packed), nullptr);
  // An argument between results takes a search.
  const int64_t ranges[] = {128, 64, 64, 64, 192, 64};
  EXPECT_EQ(split_mlir_find_overlap(ranges, 3, 1), -2);
  SplitMlirCall call;
  split_mlir_begin_call(&call);
  allocator.numLeft = 12;
  for (int i = 0; i < 12; ++i)
    EXPECT_NE(_mlir_memref_to_llvm_alloc(16), nullptr);
  // There is no memory to record a 13th.
  EXPECT_EQ(_mlir_memref_to_llvm_alloc(16), nullptr);
  SplitMlirUnrankedMemRef result;
  EXPECT_EQ(split_mlir_store_unranked(0, ranges, &result), 0);
  split_mlir_end_call(&call, SPLIT_MLIR_OUT_OF_MEMORY);
}

TEST(HostAllocator, HasBothFunctions) {
  SplitMlirAllocator allocator{};
  allocator.free = CountingAllocator::release;
  EXPECT_EQ(split_mlir_set_allocator(&allocator), SPLIT_MLIR_INVALID_ARGUMENT);
  EXPECT_STREQ(split_mlir_last_error(),
               "split_mlir_set_allocator: error: 'allocate' is a null pointer");
  allocator.free = nullptr;
  allocator.allocate = CountingAllocator::allocate;
  EXPECT_EQ(split_mlir_set_allocator(&allocator), SPLIT_MLIR_INVALID_ARGUMENT);
  EXPECT_STREQ(split_mlir_last_error(),
               "split_mlir_set_allocator: error: 'free' is a null pointer");
}

//===----------------------------------------------------------------------===//
// Many operands
//===----------------------------------------------------------------------===//

static int32_t prepare(const int64_t *types, void *const *passed) {
  void *packed = nullptr;
  int64_t *words = nullptr;
  int32_t status =
      split_mlir_prepare_operands(types, passed, "m:1:1", &packed, &words);
  split_mlir_free_packed(packed);
  return status;
}

static void expectRefused(const int64_t *types, void *const *passed,
                          const char *message) {
  EXPECT_EQ(prepare(types, passed), SPLIT_MLIR_INVALID_ARGUMENT);
  EXPECT_EQ(split_mlir_last_error(), std::string("m:1:1: error: ") + message);
}

namespace {
/// Two arguments, of which one has unknown rank, are the columns of a matrix.
struct Columns {
  int32_t matrix[4] = {1, 2, 3, 4}, memory[2];
  SplitMlirMemRef1 first{nullptr, matrix, 0, {2}, {2}};
  SplitMlirMemRef1 second{nullptr, matrix, 1, {2}, {2}};
  SplitMlirUnrankedMemRef unranked{1, &second};
  SplitMlirMemRef1 result{nullptr, memory, 0, {2}, {1}};
  void *passed[3] = {&first, &unranked, &result};
  int64_t types[14] = {/*hasChecks=*/1,
                       /*numInputs=*/2,
                       /*numResults=*/1,
                       /*numWords=*/12,
                       // Where the descriptions are.
                       7, 12, 7, SPLIT_MLIR_OPERAND_RANKED,
                       /*elementBytes=*/4, SPLIT_MLIR_LAYOUT_PACKED,
                       /*rank=*/1,
                       /*size=*/-1, SPLIT_MLIR_OPERAND_UNRANKED,
                       /*elementBytes=*/4};
};

/// An argument is between two results.
struct Neighbors {
  int32_t memory[6] = {};
  SplitMlirMemRef1 argument{nullptr, memory + 2, 0, {2}, {1}};
  SplitMlirMemRef1 result0{nullptr, memory, 0, {2}, {1}};
  SplitMlirMemRef1 result1{nullptr, memory + 4, 0, {2}, {1}};
  void *passed[3] = {&argument, &result0, &result1};
  int64_t types[12] = {1, 1,
                       2, 15,
                       7, 7,
                       7, SPLIT_MLIR_OPERAND_RANKED,
                       4, SPLIT_MLIR_LAYOUT_PACKED,
                       1, -1};
};
} // namespace

/// Every allocation of a call may fail.
template <typename OperandsT>
static void expectOutOfMemory() {
  OperandsT operands;
  CountingAllocator allocator;
  ASSERT_EQ(prepare(operands.types, operands.passed), SPLIT_MLIR_SUCCESS);
  for (int i = 0, e = allocator.numAllocated; i < e; ++i) {
    allocator.numLeft = i;
    EXPECT_EQ(prepare(operands.types, operands.passed),
              SPLIT_MLIR_OUT_OF_MEMORY);
    EXPECT_EQ(std::string(split_mlir_last_error()).substr(0, 28),
              "m:1:1: error: out of memory:");
    EXPECT_EQ(allocator.numLive, 0);
  }
}

TEST(Operands, MayNotFitIntoMemory) {
  expectOutOfMemory<Columns>();
  expectOutOfMemory<Neighbors>();
}

TEST(Operands, NeedRowMajorOrderIfNotPacked) {
  Columns operands;
  operands.types[9] = SPLIT_MLIR_LAYOUT_ROW_MAJOR;
  expectRefused(operands.types, operands.passed,
                "argument 0 has stride 2 along dimension 0, expected 1: its "
                "elements are not in row-major order");
  operands.types[9] = SPLIT_MLIR_LAYOUT_UNUSED;
  EXPECT_EQ(prepare(operands.types, operands.passed), SPLIT_MLIR_SUCCESS);
  // Without checks, what is passed is in row-major order.
  operands.types[0] = 0;
  EXPECT_EQ(prepare(operands.types, operands.passed), SPLIT_MLIR_SUCCESS);
}

TEST(Operands, NeedDataForElementsOnly) {
  Columns columns;
  columns.first.sizes[0] = 0;
  columns.first.aligned = nullptr;
  EXPECT_EQ(prepare(columns.types, columns.passed), SPLIT_MLIR_SUCCESS);
  columns.second.aligned = nullptr;
  expectRefused(columns.types, columns.passed,
                "argument 1 has elements, but its data is a null pointer");
  // A result of the same type as the operand before it is checked, too.
  Neighbors neighbors;
  neighbors.result1.aligned = nullptr;
  expectRefused(neighbors.types, neighbors.passed,
                "result 1 has elements, but its data is a null pointer");
  neighbors.passed[2] = nullptr;
  expectRefused(neighbors.types, neighbors.passed,
                "result 1 is a null pointer");
}

TEST(Operands, MayBeArgumentsOnly) {
  Columns operands;
  operands.types[1] = 1;
  operands.types[2] = 0;
  EXPECT_EQ(prepare(operands.types, operands.passed), SPLIT_MLIR_SUCCESS);
}
