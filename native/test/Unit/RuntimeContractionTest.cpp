//===- RuntimeContractionTest.cpp - Sums of products ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements are small integers, so sums are exact in any order. Buffers have no
// element that the loops do not access, so that sanitizers see accesses outside
// of them.
//
//===----------------------------------------------------------------------===//

#include "../../runtime/Contraction.h"

#include "gtest/gtest.h"
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

using namespace mlir::split;
using namespace mlir::split::native;

namespace {
enum { Lhs, Rhs, Out };
enum { Batch, Row, Column, Depth };

struct TestLoop {
  int kind;
  int64_t size;
  int64_t strides[3] = {0, 0, 0};

  bool isIn(int operand) const {
    return operand == Lhs   ? kind != Column
           : operand == Rhs ? kind != Row
                            : kind != Depth;
  }
};

/// A contraction, and memory for it.
template <typename T>
class TestContraction {
public:
  TestContraction(std::vector<TestLoop> loops, std::mt19937 &random)
      : loops(std::move(loops)) {
    for (int operand : {Lhs, Rhs, Out}) {
      std::vector<T> &data = operands[operand];
      data.resize(getNumElements(operand));
      for (T &element : data)
        element = static_cast<T>(static_cast<int>(random() % 9) - 4);
    }
  }

  /// Gives loops of an operand the strides of a tensor in which they are
  /// dimensions in random order, each with `gap` elements between iterations.
  static void setStrides(std::vector<TestLoop> &loops, int operand, int64_t gap,
                         std::mt19937 &random) {
    std::vector<int> order(loops.size());
    std::iota(order.begin(), order.end(), 0);
    if (random() % 2)
      std::shuffle(order.begin(), order.end(), random);
    int64_t stride = gap;
    for (size_t i = order.size(); i-- > 0;) {
      TestLoop &loop = loops[order[i]];
      if (!loop.isIn(operand))
        continue;
      loop.strides[operand] = stride;
      stride *= std::max<int64_t>(loop.size, 1);
    }
  }

  std::vector<T> getExpected(bool overwrites) const {
    std::vector<T> result = operands[Out];
    if (overwrites)
      visit(
          0, 0, 0, 0, [&](int64_t, int64_t, int64_t out) { result[out] = 0; },
          /*hasDepth=*/false);
    visit(0, 0, 0, 0, [&](int64_t lhs, int64_t rhs, int64_t out) {
      result[out] += operands[Lhs][lhs] * operands[Rhs][rhs];
    });
    return result;
  }

  /// Returns what split_mlir_contract computes.
  std::vector<T> compute(int64_t flags) {
    std::vector<T> result = operands[Out];
    Memory packed[2];
    const void *inputs[2] = {operands[Lhs].data(), operands[Rhs].data()};
    if (flags & SPLIT_MLIR_CONTRACTION_LHS_IS_PACKED) {
      packed[Lhs] = pack(/*isLhs=*/true);
      inputs[Lhs] = packed[Lhs].get();
    }
    if (flags & SPLIT_MLIR_CONTRACTION_RHS_IS_PACKED) {
      packed[Rhs] = pack(/*isLhs=*/false);
      inputs[Rhs] = packed[Rhs].get();
    }
    Memory scratch = allocate(getContractionScratchBytes(getSize(Row), flags));
    split_mlir_contract(
        describe(flags, inputs[Lhs], inputs[Rhs], result.data(), scratch.get())
            .data());
    return result;
  }

  std::vector<T> operands[3];

private:
  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<void, Free>;

  static Memory allocate(int64_t bytes) {
    return Memory(std::aligned_alloc(64, (bytes + 63) / 64 * 64));
  }

  int64_t getNumElements(int operand) const {
    int64_t last = 0;
    for (const TestLoop &loop : loops) {
      if (loop.isIn(operand) && loop.size == 0)
        return 0;
      last += (loop.size - 1) * loop.strides[operand];
    }
    return last + 1;
  }

  int64_t getSize(int kind) const {
    int64_t size = 1;
    for (const TestLoop &loop : loops)
      if (loop.kind == kind)
        size *= loop.size;
    return size;
  }

  template <typename Function>
  void visit(size_t number, int64_t lhs, int64_t rhs, int64_t out,
             const Function &function, bool hasDepth = true) const {
    if (number == loops.size())
      return function(lhs, rhs, out);
    const TestLoop &loop = loops[number];
    int64_t size = loop.kind == Depth && !hasDepth ? 1 : loop.size;
    for (int64_t i = 0; i < size; ++i)
      visit(number + 1, lhs + i * loop.strides[Lhs],
            rhs + i * loop.strides[Rhs], out + i * loop.strides[Out], function,
            hasDepth);
  }

  std::vector<int64_t> describe(int64_t flags, const void *lhs, const void *rhs,
                                void *out, void *scratch) const {
    auto address = [](const void *pointer) {
      return static_cast<int64_t>(reinterpret_cast<intptr_t>(pointer));
    };
    std::vector<int64_t> words = {sizeof(T) == 8 ? SPLIT_MLIR_ELEMENT_F64
                                                 : SPLIT_MLIR_ELEMENT_F32,
                                  flags,
                                  address(lhs),
                                  address(rhs),
                                  address(out),
                                  address(scratch)};
    for (int kind : {Batch, Row, Column, Depth})
      words.push_back(
          std::count_if(loops.begin(), loops.end(), [&](const TestLoop &loop) {
            return loop.kind == kind;
          }));
    for (int kind : {Batch, Row, Column, Depth})
      for (const TestLoop &loop : loops)
        if (loop.kind == kind)
          words.insert(words.end(), {loop.size, loop.strides[Lhs],
                                     loop.strides[Rhs], loop.strides[Out]});
    return words;
  }

  Memory pack(bool isLhs) const {
    Memory packed = allocate(
        getPackedOperandBytes(
            sizeof(T) == 8 ? SPLIT_MLIR_ELEMENT_F64 : SPLIT_MLIR_ELEMENT_F32,
            isLhs, getSize(isLhs ? Row : Column), getSize(Depth)) +
        kPackingSlackBytes);
    packContractionOperand(describe(/*flags=*/0, operands[Lhs].data(),
                                    operands[Rhs].data(), nullptr, nullptr)
                               .data(),
                           isLhs, packed.get());
    return packed;
  }

  std::vector<TestLoop> loops;
};
} // namespace

static std::mt19937 makeRandom(unsigned seed) { return std::mt19937(seed); }

/// Loops whose kinds and sizes are random. Few products have many loops.
static std::vector<TestLoop> makeLoops(std::mt19937 &random) {
  std::vector<TestLoop> loops;
  auto add = [&](int kind, size_t most, std::vector<int64_t> sizes) {
    for (size_t i = random() % (most + 1); i-- > 0;)
      loops.push_back({kind, sizes[random() % sizes.size()]});
  };
  add(Batch, 2, {1, 2, 3});
  add(Row, 2, {1, 2, 5, 12, 13, 31});
  add(Column, 2, {1, 3, 8, 16, 32, 37});
  add(Depth, 3, {1, 2, 3, 7});
  if (!loops.empty() && random() % 16 == 0)
    loops[random() % loops.size()].size = 0;
  return loops;
}

template <typename T>
static void testRandomLoops(unsigned seed) {
  std::mt19937 random(seed);
  for (int i = 0; i < 300; ++i) {
    std::vector<TestLoop> loops = makeLoops(random);
    for (int operand : {Lhs, Rhs, Out})
      TestContraction<T>::setStrides(loops, operand, /*gap=*/1 + random() % 2,
                                     random);
    // Windows that overlap.
    for (TestLoop &loop : loops)
      if (loop.kind == Depth && random() % 4 == 0)
        loop.strides[Rhs] = 1 + random() % 3;
    TestContraction<T> contraction(loops, random);
    for (int64_t flags : {0, int(SPLIT_MLIR_CONTRACTION_OVERWRITES)})
      EXPECT_EQ(contraction.compute(flags), contraction.getExpected(flags))
          << "case " << i << ", flags " << flags;
  }
}

TEST(RuntimeContraction, RandomLoopsF32) { testRandomLoops<float>(1); }
TEST(RuntimeContraction, RandomLoopsF64) { testRandomLoops<double>(2); }

/// Products of matrices, whose sizes are around those of panels and blocks.
template <typename T>
static void testMatrices(int64_t rows, int64_t columns, int64_t depth) {
  std::mt19937 random(rows + columns + depth);
  for (bool isTransposed : {false, true}) {
    std::vector<TestLoop> loops = {{Row, rows, {depth, 0, columns}},
                                   {Column, columns, {0, 1, 1}},
                                   {Depth, depth, {1, columns, 0}}};
    if (isTransposed) {
      loops[0].strides[Lhs] = loops[2].strides[Rhs] = 1;
      loops[2].strides[Lhs] = rows;
      loops[1].strides[Rhs] = depth;
    }
    TestContraction<T> contraction(loops, random);
    for (int64_t flags = 0; flags < 8; ++flags)
      EXPECT_EQ(
          contraction.compute(flags),
          contraction.getExpected(flags & SPLIT_MLIR_CONTRACTION_OVERWRITES))
          << rows << "x" << columns << "x" << depth << ", flags " << flags;
  }
}

TEST(RuntimeContraction, Matrices) {
  for (int64_t rows : {1, 4, 11, 12, 13, 23})
    for (int64_t columns : {1, 15, 16, 17, 31, 32, 33, 64}) {
      testMatrices<float>(rows, columns, 9);
      testMatrices<double>(rows, columns, 9);
    }
  for (int64_t depth : {255, 256, 257, 511, 512, 513, 1025}) {
    testMatrices<float>(5, 33, depth);
    testMatrices<double>(5, 33, depth);
  }
  for (int64_t rows : {239, 240, 241, 481})
    testMatrices<float>(rows, 40, 3);
}

TEST(RuntimeContraction, Nothing) {
  std::mt19937 random = makeRandom(3);
  for (int kind : {Batch, Row, Column, Depth}) {
    std::vector<TestLoop> loops = {{Batch, 2, {12, 15, 20}},
                                   {Row, 4, {3, 0, 5}},
                                   {Column, 5, {0, 1, 1}},
                                   {Depth, 3, {1, 5, 0}}};
    loops[kind].size = 0;
    TestContraction<float> contraction(loops, random);
    for (int64_t flags : {0, int(SPLIT_MLIR_CONTRACTION_OVERWRITES)})
      EXPECT_EQ(contraction.compute(flags), contraction.getExpected(flags));
  }
}

// Padding is multiplied only by padding, so it turns no infinity into NaN, and
// a NaN stays in its row or column.
TEST(RuntimeContraction, SpecialValues) {
  std::mt19937 random = makeRandom(4);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  TestContraction<float> contraction(
      {{Row, 14, {6, 0, 35}}, {Column, 35, {0, 1, 1}}, {Depth, 6, {1, 35, 0}}},
      random);
  for (float &element : contraction.operands[Lhs])
    element = 1;
  for (float &element : contraction.operands[Rhs])
    element = 2;
  contraction.operands[Lhs][13 * 6 + 2] = std::nanf("");
  contraction.operands[Lhs][12 * 6 + 5] = infinity;
  contraction.operands[Rhs][3 * 35 + 34] = -infinity;
  std::vector<float> result =
      contraction.compute(SPLIT_MLIR_CONTRACTION_OVERWRITES);
  for (int i = 0; i < 14; ++i) {
    for (int j = 0; j < 35; ++j) {
      float element = result[i * 35 + j];
      if (i == 13 || (i == 12 && j == 34))
        EXPECT_TRUE(std::isnan(element)) << i << ", " << j;
      else
        EXPECT_EQ(element, j == 34 ? -infinity : i == 12 ? infinity : 12);
    }
  }
}

/// Returns the elements of a row whose bits are 0 to 65535, times 1.
static std::vector<float> widen(int64_t elementType) {
  std::vector<uint16_t> row(1 << 16);
  std::iota(row.begin(), row.end(), 0);
  uint16_t one = elementType == SPLIT_MLIR_ELEMENT_F16 ? 0x3c00 : 0x3f80;
  std::vector<float> result(row.size());
  std::vector<float> scratch(
      getContractionScratchBytes(/*numRows=*/1,
                                 SPLIT_MLIR_CONTRACTION_OVERWRITES) /
      sizeof(float));
  auto size = static_cast<int64_t>(row.size());
  int64_t words[] = {elementType,
                     SPLIT_MLIR_CONTRACTION_OVERWRITES,
                     reinterpret_cast<intptr_t>(&one),
                     reinterpret_cast<intptr_t>(row.data()),
                     reinterpret_cast<intptr_t>(result.data()),
                     reinterpret_cast<intptr_t>(scratch.data()),
                     /*batches=*/0,
                     /*rows=*/0,
                     /*columns=*/1,
                     /*depths=*/0,
                     size,
                     0,
                     1,
                     1};
  split_mlir_contract(words);
  return result;
}

TEST(RuntimeContraction, F16) {
  std::vector<float> result = widen(SPLIT_MLIR_ELEMENT_F16);
  for (int bits = 0; bits < 1 << 16; ++bits) {
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float magnitude = exponent == 31 ? std::numeric_limits<float>::infinity()
                      : exponent == 0
                          ? std::ldexp(fraction, -24)
                          : std::ldexp(1024 + fraction, exponent - 25);
    if (exponent == 31 && fraction != 0)
      EXPECT_TRUE(std::isnan(result[bits])) << bits;
    else
      EXPECT_EQ(result[bits], bits >> 15 ? -magnitude : magnitude) << bits;
  }
}

TEST(RuntimeContraction, BF16) {
  std::vector<float> result = widen(SPLIT_MLIR_ELEMENT_BF16);
  for (int bits = 0; bits < 1 << 16; ++bits) {
    int exponent = bits >> 7 & 255, fraction = bits & 127;
    float magnitude = exponent == 255 ? std::numeric_limits<float>::infinity()
                      : exponent == 0
                          ? std::ldexp(fraction, -133)
                          : std::ldexp(128 + fraction, exponent - 134);
    if (exponent == 255 && fraction != 0)
      EXPECT_TRUE(std::isnan(result[bits])) << bits;
    else
      EXPECT_EQ(result[bits], bits >> 15 ? -magnitude : magnitude) << bits;
  }
}
