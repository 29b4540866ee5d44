//===- GuardPageTest.cpp - Checks come before accesses --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// R5: a check that fails comes before anything out of bounds. Buffers of inputs
// and results lie against pages that no access survives.
//
//===----------------------------------------------------------------------===//

#include "CompiledFunction.h"
#include "split-mlir/HostAbi/Runtime.h"
#include <cstring>
#include <deque>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
/// Which side of a buffer has a guard page right beside it.
enum class Guard { Before, After };

/// A buffer with a guard page on either side, one of them without a gap.
class GuardedBuffer {
public:
  GuardedBuffer(size_t size, Guard guard) {
    size_t page = sysconf(_SC_PAGESIZE);
    if (size > page)
      llvm::report_fatal_error("a test needs more than a page");
    mappedSize = 3 * page;
    mapped = static_cast<char *>(mmap(nullptr, mappedSize, PROT_NONE,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (mapped == MAP_FAILED ||
        mprotect(mapped + page, page, PROT_READ | PROT_WRITE) != 0)
      llvm::report_fatal_error("a test gets no pages");
    data = mapped + page + (guard == Guard::Before ? 0 : page - size);
  }
  GuardedBuffer(GuardedBuffer &&) = delete;
  ~GuardedBuffer() { munmap(mapped, mappedSize); }

  char *data;

private:
  char *mapped;
  size_t mappedSize;
};

struct Case {
  const char *source;
  /// The second argument: lengths, say, or an axis.
  std::vector<int64_t> operand;
  /// What is said at the end of the message.
  const char *message;
};

/// @main of a case takes 4 floats, or as many as it likes, and the operand. Its
/// results are 1-D tensors of f32.
class GuardPage : public CompiledFunction,
                  public testing::WithParamInterface<Guard> {
protected:
  /// The status of a call with the data 1, 2, 3, 4.
  int32_t call(const NativeModule &native, ArrayRef<int64_t> operand) {
    const float data[] = {1, 2, 3, 4};
    void *x = add(data, 4, sizeof(float));
    SmallVector<void *> slots{x};
    if (!operand.empty())
      slots.push_back(add(operand.data(), operand.size(), sizeof(int64_t)));
    const float untouched[] = {-1, -1, -1, -1};
    for (Type type : native.getFunctionType().getResults()) {
      auto ranked = cast<RankedTensorType>(type);
      bool isStatic = ranked.hasStaticShape();
      slots.push_back(
          add(untouched, isStatic ? ranked.getDimSize(0) : 0, sizeof(float)));
      results.push_back(&descriptors.back());
      if (!isStatic)
        descriptors.back() = {};
    }
    return native.invoke(slots);
  }

  /// Result `number`.
  std::vector<float> get(unsigned number) {
    SplitMlirMemRef1 &result = *results[number];
    auto *data = static_cast<float *>(result.aligned) + result.offset;
    return {data, data + result.sizes[0]};
  }

  std::deque<SplitMlirMemRef1> descriptors;
  std::vector<SplitMlirMemRef1 *> results;

private:
  /// The descriptor of a copy of `count` elements.
  void *add(const void *elements, int64_t count, size_t size) {
    char *data = buffers.emplace_back(count * size, GetParam()).data;
    std::memcpy(data, elements, count * size);
    return &descriptors.emplace_back(
        SplitMlirMemRef1{nullptr, data, 0, {count}, {1}});
  }

  std::deque<GuardedBuffer> buffers;
};
} // namespace

// Pieces whose sizes are known at run time.
static const char *const lengths2 = R"(
func.func @main(%x: tensor<4xf32>, %l: tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
})";
static const char *const lengths3 = R"(
func.func @main(%x: tensor<?xf32>, %l: tensor<3xi64>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0:3 = split.variadic_split %x axis(0) lengths(%l : tensor<3xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
})";
// No memory is asked for what stands before the piece.
static const char *const second = R"(
func.func @main(%x: tensor<4xf32>, %l: tensor<2xi64>) -> tensor<?xf32> {
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#1 : tensor<?xf32>
})";
// Pieces that are written to buffers of the caller.
static const char *const staticPieces = R"(
func.func @main(%x: tensor<4xf32>, %l: tensor<2xi64>) -> (tensor<3xf32>, tensor<1xf32>) {
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<4xf32> -> tensor<3xf32>, tensor<1xf32>
  return %0#0, %0#1 : tensor<3xf32>, tensor<1xf32>
})";
static const char *const thirds = R"(
func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0:3 = split.split %x axis(0) into 3 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
})";

// Halves of 2x2 elements along an axis known at run time.
static const char *const axis = R"(
func.func @main(%x: tensor<4xf32>, %a: tensor<1xi64>) -> (tensor<?xf32>, tensor<?xf32>) {
  %m = tensor.expand_shape %x [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %0:2 = split.split %m axis(%a : tensor<1xi64>) into 2 : tensor<2x2xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %1 = tensor.collapse_shape %0#0 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %2 = tensor.collapse_shape %0#1 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
})";
static const char *const unrankedAxis = R"(
func.func @main(%x: tensor<4xf32>, %a: tensor<1xi64>) -> (tensor<?xf32>, tensor<?xf32>) {
  %m = tensor.expand_shape %x [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %u = tensor.cast %m : tensor<2x2xf32> to tensor<*xf32>
  %0:2 = split.split %u axis(%a : tensor<1xi64>) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %c = tensor.cast %0#0 : tensor<*xf32> to tensor<?x?xf32>
  %d = tensor.cast %0#1 : tensor<*xf32> to tensor<?x?xf32>
  %1 = tensor.collapse_shape %c [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %2 = tensor.collapse_shape %d [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
})";

static std::vector<Case> getFailingCases() {
  const int64_t max = INT64_MAX, min = INT64_MIN;
  const char *const tooMuch = "] sum to more than 4, the size of dimension 0";
  const char *const negative = "] hold a negative length other than -1";
  return {
      {lengths2,
       {6, -2},
       "lengths [6, -2] hold a negative length other than -1"},
      {lengths2,
       {-3, 7},
       "lengths [-3, 7] hold a negative length other than -1"},
      {lengths2, {min, 4}, negative},
      {lengths2, {-1, -1}, "lengths [-1, -1] hold -1 more than once"},
      {lengths2,
       {2, 3},
       "lengths [2, 3] sum to more than 4, the size of dimension 0"},
      {lengths2,
       {2, 1},
       "lengths [2, 1] sum to 3, expected 4, the size of dimension 0"},
      {lengths2, {5, -1}, tooMuch},
      {lengths2, {-1, max}, tooMuch},
      // The sums are 2, and 4, modulo 2^64.
      {lengths2, {max, max}, tooMuch},
      {lengths3, {max, max, 6}, tooMuch},
      {lengths3, {4, max, max}, tooMuch},
      {lengths3, {-1, 2, -1}, "] hold -1 more than once"},
      {lengths3, {6, -1, -2}, negative},
      {staticPieces, {6, -2}, negative},
      {staticPieces,
       {1, 3},
       "result 0 has size 1 along dimension 0, but its type states 3"},
      {staticPieces,
       {4, 0},
       "result 0 has size 4 along dimension 0, but its type states 3"},
      {staticPieces, {max, max}, tooMuch},
      {thirds, {}, "dimension 0 of size 4 is not divisible by num_splits 3"},
      {axis, {2}, "axis 2 is out of range for data of rank 2"},
      {axis, {-3}, "axis -3 is out of range for data of rank 2"},
      {axis, {max}, "is out of range for data of rank 2"},
      {axis, {min}, "is out of range for data of rank 2"},
      {unrankedAxis, {2}, "axis 2 is out of range for data of rank 2"},
      {unrankedAxis, {-3}, "axis -3 is out of range for data of rank 2"},
  };
}

TEST_P(GuardPage, R5ChecksFailBeforeAnythingIsTouched) {
  std::map<StringRef, NativeModule> compiled;
  for (const Case &test : getFailingCases()) {
    auto known = compiled.find(test.source);
    if (known == compiled.end())
      known = compiled.emplace(test.source, compile(test.source)).first;
    results.clear();
    EXPECT_EQ(call(known->second, test.operand), SPLIT_MLIR_CHECK_FAILED)
        << test.message;
    StringRef message = split_mlir_last_error();
    EXPECT_TRUE(message.starts_with("m.mlir:") &&
                message.contains(":10: error: ") &&
                message.ends_with(test.message))
        << message.str() << "\n  expected: " << test.message;
    for (SplitMlirMemRef1 *result : results)
      for (int64_t i = 0; i < result->sizes[0]; ++i)
        EXPECT_EQ(static_cast<float *>(result->aligned)[i], -1);
  }
}

TEST_P(GuardPage, NothingBesideIsTouched) {
  ASSERT_EQ(call(compile(staticPieces), {-1, 1}), 0);
  EXPECT_EQ(get(0), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(get(1), (std::vector<float>{4}));
  results.clear();
  for (const char *source : {axis, unrankedAxis}) {
    results.clear();
    ASSERT_EQ(call(compile(source), {-1}), 0);
    EXPECT_EQ(get(0), (std::vector<float>{1, 3}));
    EXPECT_EQ(get(1), (std::vector<float>{2, 4}));
    for (SplitMlirMemRef1 *result : results)
      split_mlir_free(result->allocated);
  }
  results.clear();
  ASSERT_EQ(call(compile(lengths3), {0, 4, 0}), 0);
  EXPECT_EQ(get(0), (std::vector<float>{}));
  EXPECT_EQ(get(1), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(get(2), (std::vector<float>{}));
  for (SplitMlirMemRef1 *result : results)
    split_mlir_free(result->allocated);
}

/// What the other tests would see if a check were missing.
TEST_P(GuardPage, MissingChecksWouldShow) {
  NativeOptions options;
  options.runtimeChecks = false;
  NativeModule native = compile(second, options);
  // From 4 to 8, and from -4 to 0: right after the data, and right before.
  std::vector<int64_t> lengths = GetParam() == Guard::After
                                     ? std::vector<int64_t>{4, 4}
                                     : std::vector<int64_t>{-4, 4};
  EXPECT_DEATH(call(native, lengths), "");
}

INSTANTIATE_TEST_SUITE_P(Sides, GuardPage,
                         testing::Values(Guard::Before, Guard::After),
                         [](const auto &info) {
                           return info.param == Guard::Before ? "Before"
                                                              : "After";
                         });
