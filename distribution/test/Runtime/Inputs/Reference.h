//===- Reference.h - Layouts, element by element ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What libSplitMpi should do, written apart from it: who holds which element,
// by asking for each element, and the arguments of its functions.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TEST_MPIRUNTIME_INPUTS_REFERENCE_H
#define SPLIT_MLIR_TEST_MPIRUNTIME_INPUTS_REFERENCE_H

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

using List = std::vector<int64_t>;

/// Numbers that are the same on all ranks for the same seed.
struct Random {
  explicit Random(uint64_t seed) : engine(seed) {}
  int64_t get(int64_t least, int64_t most) {
    return least + static_cast<int64_t>(
                       engine() % static_cast<uint64_t>(most - least + 1));
  }
  bool coin() { return engine() & 1; }
  std::mt19937_64 engine;
};

inline int64_t product(const List &list) {
  int64_t result = 1;
  for (int64_t number : list)
    result *= number;
  return result;
}

inline std::string toText(const List &list) {
  std::string text = "[";
  for (int64_t number : list)
    text += (text.size() > 1 ? "," : "") + std::to_string(number);
  return text + "]";
}

/// The position with number `index` in row-major order.
inline List getPosition(int64_t index, const List &sizes) {
  List position(sizes.size());
  for (size_t i = sizes.size(); i-- > 0;) {
    position[i] = index % sizes[i];
    index /= sizes[i];
  }
  return position;
}

/// A layout with its offsets written out.
struct TestLayout {
  std::vector<List> axes;
  std::vector<List> offsets;
  std::vector<bool> isDefault;
  List root;

  /// True if the rank at `coordinates` has index `index` of a dimension.
  bool has(const List &grid, const List &coordinates, size_t dimension,
           int64_t index) const {
    int64_t shard = 0;
    for (int64_t axis : axes[dimension])
      shard = shard * grid[axis] + coordinates[axis];
    return offsets[dimension][shard] <= index &&
           index < offsets[dimension][shard + 1];
  }
  bool isAtRoot(const List &coordinates) const {
    for (size_t i = 0; i < root.size(); ++i)
      if (root[i] >= 0 && root[i] != coordinates[i])
        return false;
    return true;
  }
  bool has(const List &grid, const List &coordinates,
           const List &position) const {
    for (size_t i = 0; i < position.size(); ++i)
      if (!has(grid, coordinates, i, position[i]))
        return false;
    return isAtRoot(coordinates);
  }
  /// First index and size of each dimension, disregarding the root.
  List getBegin(const List &grid, const List &coordinates) const {
    List begin;
    for (size_t i = 0; i < axes.size(); ++i)
      begin.push_back(getShard(grid, coordinates, i).first);
    return begin;
  }
  List getSizes(const List &grid, const List &coordinates) const {
    List sizes;
    for (size_t i = 0; i < axes.size(); ++i) {
      auto [begin, end] = getShard(grid, coordinates, i);
      sizes.push_back(end - begin);
    }
    return sizes;
  }
  std::string text() const {
    std::string result;
    for (size_t i = 0; i < axes.size(); ++i)
      result += toText(axes[i]) + "@" + toText(offsets[i]) + " ";
    return result + "root " + toText(root);
  }

private:
  std::pair<int64_t, int64_t>
  getShard(const List &grid, const List &coordinates, size_t dimension) const {
    int64_t shard = 0;
    for (int64_t axis : axes[dimension])
      shard = shard * grid[axis] + coordinates[axis];
    return {offsets[dimension][shard], offsets[dimension][shard + 1]};
  }
};

/// The offsets of shards whose sizes differ by at most 1, the greater ones
/// last.
inline List getDefaultOffsets(int64_t size, int64_t shards) {
  List sizes(shards, 0);
  for (int64_t i = 0; i < size; ++i)
    ++sizes[shards - 1 - i % shards];
  List offsets = {0};
  for (int64_t length : sizes)
    offsets.push_back(offsets.back() + length);
  return offsets;
}

/// An operand in memory, with gaps that nobody may write to.
struct TestOperand {
  std::vector<unsigned char> memory;
  List sizes;
  List strides;
  int64_t first = 0;
  int64_t bytes = 1;

  /// Chooses an order of dimensions, gaps, and signs of strides.
  TestOperand(Random &random, const List &sizes, int64_t bytes, bool isPlain)
      : sizes(sizes), strides(sizes.size()), bytes(bytes) {
    std::vector<size_t> order(sizes.size());
    for (size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    if (!isPlain && random.coin())
      std::shuffle(order.begin(), order.end(), random.engine);
    int64_t stride = 1;
    for (size_t i = order.size(); i-- > 0;) {
      strides[order[i]] = stride;
      stride *= sizes[order[i]];
      if (!isPlain && random.get(0, 2) == 0)
        stride += random.get(1, 3);
    }
    stride += 1;
    for (size_t i = 0; i < sizes.size(); ++i)
      if (!isPlain && random.get(0, 5) == 0 && sizes[i] > 0) {
        first += (sizes[i] - 1) * strides[i];
        strides[i] = -strides[i];
      }
    memory.assign(stride * bytes, 0xA5);
  }
  unsigned char *get(const List &position) {
    int64_t index = first;
    for (size_t i = 0; i < position.size(); ++i)
      index += position[i] * strides[i];
    return memory.data() + index * bytes;
  }
  /// Adds the operand as MpiRuntime.h defines it.
  void addTo(List &values) {
    bool isEmpty = product(sizes) == 0;
    values.push_back(
        isEmpty ? 0 : reinterpret_cast<int64_t>(memory.data() + first * bytes));
    values.insert(values.end(), sizes.begin(), sizes.end());
    values.insert(values.end(), strides.begin(), strides.end());
  }
};

/// Tests, which return 0 if they pass. Those with a seed make `count` random
/// calls.
int testRedistribution(uint64_t seed, int64_t count);
int testReductions(uint64_t seed, int64_t count);
int testSizes(uint64_t seed, int64_t count);
int testAgreement(uint64_t seed, int64_t count);
int testCommunicators(uint64_t seed, int64_t count);
/// Prints what invalid calls report.
int testFailures();
/// Tries to communicate without a communicator. Does not need MPI_Init.
int testNoCommunicator();
/// Ends the last rank by SIGKILL, and never returns on others.
int testKill();
/// Moves parts whose distances are more than 2^31 bytes.
int testLargeDistances();
/// Moves more than 2^31 bytes at once.
int testLargeCounts();

#define CHECK(condition, ...)                                                  \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition);          \
      fprintf(stderr, __VA_ARGS__);                                            \
      fprintf(stderr, "\n");                                                   \
      return 1;                                                                \
    }                                                                          \
  } while (false)

#endif // SPLIT_MLIR_TEST_MPIRUNTIME_INPUTS_REFERENCE_H
