//===- ReductionTest.cpp - Random reductions against exact numbers --------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <algorithm>

namespace {
/// A call of split_mpi_all_reduce, or with a dimension of
/// split_mpi_reduce_scatter.
struct Case {
  int64_t type;
  int64_t kind;
  List grid;
  List axes;
  /// The root, or empty.
  List root;
  int64_t rank;
  int64_t dimension = -1;
  uint64_t salt;

  std::string text() const {
    return "type " + std::to_string(type) + " kind " + std::to_string(kind) +
           " grid " + toText(grid) + " axes " + toText(axes) + " root " +
           toText(root) + " rank " + std::to_string(rank) + " dimension " +
           std::to_string(dimension);
  }
  bool contains(size_t axis) const {
    return std::count(axes.begin(), axes.end(), axis) != 0;
  }
  /// The ranks that are combined with the one at `self`.
  std::vector<List> getGroup(const List &self) const {
    std::vector<List> group;
    for (int64_t i = 0; i < product(grid); ++i) {
      List other = getPosition(i, grid);
      bool isSame = true;
      for (size_t axis = 0; axis < grid.size(); ++axis)
        isSame &= contains(axis) || other[axis] == self[axis];
      if (isSame)
        group.push_back(other);
    }
    return group;
  }
  /// The sizes of the operands, which groups choose for themselves.
  List getSizes(const List &self) const {
    uint64_t seed = salt;
    for (size_t axis = 0; axis < grid.size(); ++axis)
      if (!contains(axis))
        seed = seed * 31 + static_cast<uint64_t>(self[axis]);
    Random random(seed);
    List sizes;
    for (int64_t i = 0; i < rank; ++i)
      sizes.push_back(random.get(random.get(0, 9) != 0, 6));
    // MPI has other algorithms for many elements.
    if (rank > 0 && random.get(0, 9) == 0)
      sizes[0] *= 300;
    return sizes;
  }
  Element getElement(const List &rank, int64_t index) const {
    uint64_t seed = salt + static_cast<uint64_t>(index) * 7919;
    for (int64_t coordinate : rank)
      seed = seed * 131 + static_cast<uint64_t>(coordinate);
    Random random(seed);
    return chooseElement(random, type, kind);
  }
  Element getResult(const std::vector<List> &group, int64_t index) const {
    Element result = getElement(group[0], index);
    for (size_t i = 1; i < group.size(); ++i)
      result = reduce(result, getElement(group[i], index), type, kind);
    if (kind == SPLIT_MPI_AVERAGE)
      result.number /= static_cast<double>(group.size());
    return result;
  }
};
} // namespace

static Case chooseCase(Random &random, int64_t ranks) {
  Case test;
  do {
    test.type = random.get(SPLIT_MPI_I1, SPLIT_MPI_COMPLEX_F64);
    test.kind = random.get(SPLIT_MPI_SUM, SPLIT_MPI_BITWISE_XOR);
  } while (!hasReduction(test.type, test.kind));
  int64_t rest = ranks;
  while (rest > 1 && random.get(0, 2) != 0) {
    int64_t size = random.get(1, rest);
    if (rest % size != 0)
      continue;
    test.grid.push_back(size);
    rest /= size;
  }
  test.grid.push_back(rest);
  for (size_t axis = 0; axis < test.grid.size(); ++axis)
    if (random.get(0, 3) != 0)
      test.axes.push_back(static_cast<int64_t>(axis));
  std::shuffle(test.axes.begin(), test.axes.end(), random.engine);
  test.rank = random.get(0, 3);
  if (test.rank > 0 && random.coin())
    test.dimension = random.get(0, test.rank - 1);
  if (test.dimension < 0 && random.get(0, 2) == 0) {
    test.root.assign(test.grid.size(), -1);
    for (int64_t axis : test.axes)
      test.root[axis] = random.get(0, test.grid[axis] - 1);
  }
  test.salt = random.engine();
  return test;
}

/// The interval of the dimension that `self` gets of a scattered result.
static std::pair<int64_t, int64_t> getShard(const Case &test, const List &self,
                                            const List &sizes) {
  int64_t shard = 0;
  int64_t shards = 1;
  for (int64_t axis : test.axes) {
    shard = shard * test.grid[axis] + self[axis];
    shards *= test.grid[axis];
  }
  List offsets = getDefaultOffsets(sizes[test.dimension], shards);
  return {offsets[shard], offsets[shard + 1]};
}

static List getConstants(const Case &test) {
  List constants = {test.type, test.kind,
                    static_cast<int64_t>(test.grid.size())};
  constants.insert(constants.end(), test.grid.begin(), test.grid.end());
  constants.push_back(static_cast<int64_t>(test.axes.size()));
  constants.insert(constants.end(), test.axes.begin(), test.axes.end());
  constants.push_back(test.rank);
  if (test.dimension >= 0)
    constants.push_back(test.dimension);
  return constants;
}

/// What a rank sends of `bytes` bytes, as MpiRuntime.h states it.
static List getExpectedCounts(const Case &test, int64_t ranks, int64_t bytes,
                              int64_t ownBytes, bool isRoot) {
  if (test.dimension >= 0)
    return {ranks - 1, bytes - ownBytes};
  if (!test.root.empty() && !test.axes.empty())
    return isRoot ? List{0, 0} : List{1, bytes};
  return {2 * (ranks - 1), 2 * (ranks - 1) * bytes / ranks};
}

static int runCase(Random &random, const Case &test) {
  int32_t world = split_mpi_world();
  List self = getPosition(split_mpi_rank(world), test.grid);
  List sizes = test.getSizes(self);
  List targetSizes = sizes;
  int64_t first = 0;
  if (test.dimension >= 0) {
    auto [begin, end] = getShard(test, self, sizes);
    first = begin;
    targetSizes[test.dimension] = end - begin;
  }
  bool isRoot = true;
  for (size_t axis = 0; axis < test.root.size(); ++axis)
    isRoot &= test.root[axis] < 0 || test.root[axis] == self[axis];
  int64_t bytes = getBytes(test.type);
  TestOperand source(random, sizes, bytes, random.coin());
  TestOperand target(random, targetSizes, bytes, random.coin());
  for (int64_t i = 0; i < product(sizes); ++i)
    store(test.getElement(self, i), test.type,
          source.get(getPosition(i, sizes)));
  std::vector<unsigned char> before = source.memory;
  TestOperand untouched = target;

  List values;
  source.addTo(values);
  target.addTo(values);
  List root = test.root.empty() ? List(test.grid.size(), -1) : test.root;
  if (test.dimension < 0)
    values.insert(values.end(), root.begin(), root.end());
  List constants = getConstants(test);
  List counts(4);
  split_mpi_statistics(&counts[0], &counts[1]);
  int32_t status =
      test.dimension < 0
          ? split_mpi_all_reduce(world, constants.data(), values.data())
          : split_mpi_reduce_scatter(world, constants.data(), values.data());
  CHECK(status == 0, "%s: %s", split_mpi_last_error(), test.text().c_str());
  CHECK(source.memory == before, "%s", test.text().c_str());
  std::vector<List> group = test.getGroup(self);
  for (int64_t i = 0; i < product(targetSizes) && isRoot; ++i) {
    List local = getPosition(i, targetSizes);
    int64_t index = 0;
    for (size_t j = 0; j < local.size(); ++j) {
      int64_t begin = static_cast<int64_t>(j) == test.dimension ? first : 0;
      index = index * sizes[j] + local[j] + begin;
    }
    CHECK(isStored(test.getResult(group, index), test.type, target.get(local)),
          "element %s: %s", toText(local).c_str(), test.text().c_str());
    for (int64_t byte = 0; byte < bytes; ++byte)
      target.get(local)[byte] = untouched.get(local)[byte];
  }
  CHECK(target.memory == untouched.memory, "%s", test.text().c_str());
  split_mpi_statistics(&counts[2], &counts[3]);
  List expected = getExpectedCounts(test, static_cast<int64_t>(group.size()),
                                    product(sizes) * bytes,
                                    product(targetSizes) * bytes, isRoot);
  CHECK(counts[2] - counts[0] == expected[0] &&
            counts[3] - counts[1] == expected[1],
        "%s", test.text().c_str());
  return 0;
}

/// Adds or multiplies small floats with random bits, of which the last of two
/// ranks has the second.
static int testRounding(Random &random, int64_t type) {
  int32_t world = split_mpi_world();
  if (split_mpi_size(world) != 2)
    return 0;
  bool isBFloat = type == SPLIT_MPI_BF16;
  int64_t kind = random.coin() ? SPLIT_MPI_SUM : SPLIT_MPI_PRODUCT;
  std::vector<uint16_t> terms[2], result(1000);
  for (std::vector<uint16_t> &list : terms)
    for (size_t i = 0; i < result.size(); ++i)
      list.push_back(static_cast<uint16_t>(random.engine()));
  uint16_t *own = terms[split_mpi_rank(world)].data();
  List constants = {type, kind, 1, 2, 1, 0, 1};
  List values = {reinterpret_cast<int64_t>(own),
                 1000,
                 1,
                 reinterpret_cast<int64_t>(result.data()),
                 1000,
                 1,
                 -1};
  CHECK(!split_mpi_all_reduce(world, constants.data(), values.data()), "%s",
        split_mpi_last_error());
  for (size_t i = 0; i < result.size(); ++i) {
    double a = decode(terms[0][i], isBFloat);
    double b = decode(terms[1][i], isBFloat);
    double exact = kind == SPLIT_MPI_SUM ? a + b : a * b;
    CHECK(exact != exact
              ? decode(result[i], isBFloat) != decode(result[i], isBFloat)
              : result[i] == encode(float(exact), isBFloat),
          "%g and %g: %x, expected %x", a, b, result[i],
          encode(float(exact), isBFloat));
  }
  return 0;
}

int testReductions(uint64_t seed, int64_t count) {
  int64_t ranks = split_mpi_size(split_mpi_world());
  for (int64_t i = 0; i < count; ++i) {
    Random random(seed * 1000003 + static_cast<uint64_t>(i));
    Case test = chooseCase(random, ranks);
    // Ranks may choose different strides.
    Random own(test.salt +
               static_cast<uint64_t>(split_mpi_rank(split_mpi_world())));
    if (runCase(own, test) || testRounding(random, SPLIT_MPI_F16) ||
        testRounding(random, SPLIT_MPI_BF16))
      return 1;
  }
  return 0;
}
