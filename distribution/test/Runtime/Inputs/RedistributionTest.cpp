//===- RedistributionTest.cpp - Random layouts against a formula ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <algorithm>
#include <cstring>
#include <dlfcn.h>

namespace {
/// A call of split_mpi_redistribute.
struct Case {
  int64_t bytes;
  List grid;
  List sizes;
  TestLayout from, to;

  std::string text() const {
    return "bytes " + std::to_string(bytes) + " grid " + toText(grid) +
           " sizes " + toText(sizes) + " from " + from.text() + " to " +
           to.text();
  }
};
} // namespace

/// A grid of `ranks` positions with up to three axes.
static List chooseGrid(Random &random, int64_t ranks) {
  List grid;
  while (grid.size() < 3 && ranks > 1 && random.get(0, 3) != 0) {
    int64_t size = random.get(1, ranks);
    if (ranks % size != 0)
      continue;
    grid.push_back(size);
    ranks /= size;
  }
  grid.push_back(ranks);
  std::shuffle(grid.begin(), grid.end(), random.engine);
  return grid;
}

static List chooseOffsets(Random &random, int64_t size, int64_t shards) {
  List offsets = {0, size};
  for (int64_t i = 1; i < shards; ++i)
    offsets.push_back(random.get(0, size));
  std::sort(offsets.begin(), offsets.end());
  return offsets;
}

static TestLayout chooseLayout(Random &random, const List &grid,
                               const List &sizes) {
  TestLayout layout;
  layout.axes.resize(sizes.size());
  layout.root.assign(grid.size(), -1);
  std::vector<size_t> order(grid.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::shuffle(order.begin(), order.end(), random.engine);
  bool isRooted = random.get(0, 2) == 0;
  for (size_t axis : order) {
    if (!sizes.empty() && random.get(0, isRooted ? 3 : 2) != 0 &&
        (!isRooted || random.coin()))
      layout.axes[random.get(0, sizes.size() - 1)].push_back(axis);
    else if (isRooted && random.get(0, 4) != 0)
      layout.root[axis] = random.get(0, grid[axis] - 1);
  }
  for (size_t i = 0; i < sizes.size(); ++i) {
    int64_t shards = 1;
    for (int64_t axis : layout.axes[i])
      shards *= grid[axis];
    layout.isDefault.push_back(random.get(0, 2) != 0);
    layout.offsets.push_back(layout.isDefault.back()
                                 ? getDefaultOffsets(sizes[i], shards)
                                 : chooseOffsets(random, sizes[i], shards));
  }
  return layout;
}

static Case chooseCase(Random &random, int64_t ranks) {
  Case result;
  result.bytes = List{1, 2, 4, 8, 16, 3}[random.get(0, 5)];
  result.grid = chooseGrid(random, ranks);
  int64_t rank = random.get(0, 9) == 0 ? 0 : random.get(1, 4);
  int64_t most = List{1, 40, 14, 7, 5}[rank];
  for (int64_t i = 0; i < rank; ++i)
    result.sizes.push_back(random.get(random.get(0, 9) != 0, most));
  result.from = chooseLayout(random, result.grid, result.sizes);
  result.to = random.get(0, 7) == 0
                  ? result.from
                  : chooseLayout(random, result.grid, result.sizes);
  return result;
}

/// Byte `i` of the element with number `index`, different in each call.
static unsigned char getByte(uint64_t salt, int64_t index, int64_t i) {
  uint64_t hash = (salt + static_cast<uint64_t>(index) * 16 +
                   static_cast<uint64_t>(i) + 1) *
                  0x9e3779b97f4a7c15;
  return static_cast<unsigned char>(hash >> 56);
}

/// The coordinates of the rank that `receiver` gets an element from, if it
/// lacks it: its own, but for axes that shard the source and those with a root.
static List findSender(const Case &test, const List &receiver,
                       const List &position) {
  for (int64_t rank = 0; rank < product(test.grid); ++rank) {
    List sender = getPosition(rank, test.grid);
    if (!test.from.has(test.grid, sender, position))
      continue;
    bool isOwn = true;
    for (size_t axis = 0; axis < sender.size(); ++axis) {
      bool isUsed = test.from.root[axis] >= 0;
      for (const List &axes : test.from.axes)
        isUsed |= std::count(axes.begin(), axes.end(), axis) != 0;
      isOwn &= isUsed || sender[axis] == receiver[axis];
    }
    if (isOwn)
      return sender;
  }
  return {};
}

/// Messages and bytes that `self` must send: each element that another rank
/// lacks, once.
static List countLeast(const Case &test, const List &self) {
  List counts = {0, 0};
  for (int64_t rank = 0; rank < product(test.grid); ++rank) {
    List receiver = getPosition(rank, test.grid);
    int64_t elements = 0;
    for (int64_t i = 0; i < product(test.sizes); ++i) {
      List position = getPosition(i, test.sizes);
      elements += test.to.has(test.grid, receiver, position) &&
                  !test.from.has(test.grid, receiver, position) &&
                  findSender(test, receiver, position) == self;
    }
    counts[0] += elements != 0;
    counts[1] += elements * test.bytes;
  }
  return counts;
}

static void addLayout(const TestLayout &layout, List &constants) {
  for (const List &axes : layout.axes) {
    constants.push_back(static_cast<int64_t>(axes.size()));
    constants.insert(constants.end(), axes.begin(), axes.end());
  }
}

static void addOffsets(const TestLayout &layout, List &values) {
  for (size_t i = 0; i < layout.axes.size(); ++i)
    if (!layout.isDefault[i])
      values.insert(values.end(), layout.offsets[i].begin(),
                    layout.offsets[i].end());
}

static List getConstants(const Case &test) {
  List constants = {test.bytes, static_cast<int64_t>(test.grid.size())};
  constants.insert(constants.end(), test.grid.begin(), test.grid.end());
  constants.push_back(static_cast<int64_t>(test.sizes.size()));
  addLayout(test.from, constants);
  addLayout(test.to, constants);
  for (const TestLayout *layout : {&test.from, &test.to})
    for (bool isDefault : layout->isDefault)
      constants.push_back(!isDefault);
  return constants;
}

static List getValues(const Case &test, TestOperand &source,
                      TestOperand &target, const List &self) {
  List values;
  size_t rank = test.sizes.size();
  List invalid(1 + 2 * rank, -7);
  invalid[0] = 0;
  if (test.from.isAtRoot(self))
    source.addTo(values);
  else
    values = invalid;
  if (test.to.isAtRoot(self))
    target.addTo(values);
  else
    values.insert(values.end(), invalid.begin(), invalid.end());
  values.insert(values.end(), test.sizes.begin(), test.sizes.end());
  for (const TestLayout *layout : {&test.from, &test.to})
    values.insert(values.end(), layout->root.begin(), layout->root.end());
  addOffsets(test.from, values);
  addOffsets(test.to, values);
  return values;
}

/// Writes the elements that `self` holds by the formula, or the ones it should
/// get.
static void fill(const Case &test, const TestLayout &layout, const List &self,
                 uint64_t salt, TestOperand &operand) {
  if (!layout.isAtRoot(self))
    return;
  List begin = layout.getBegin(test.grid, self);
  for (int64_t i = 0; i < product(operand.sizes); ++i) {
    List local = getPosition(i, operand.sizes);
    int64_t index = 0;
    for (size_t j = 0; j < local.size(); ++j)
      index = index * test.sizes[j] + local[j] + begin[j];
    for (int64_t byte = 0; byte < test.bytes; ++byte)
      operand.get(local)[byte] = getByte(salt, index, byte);
  }
}

/// What the library and the counter have counted so far.
static List getCounts() {
  using Function = void (*)(long long *);
  static auto get =
      reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, "mpi_counter_get"));
  List counts(2);
  split_mpi_statistics(&counts[0], &counts[1]);
  long long others[4];
  get(others);
  counts.push_back(others[0]);
  counts.push_back(others[1]);
  return counts;
}

static int runCase(Random &random, const Case &test, uint64_t salt) {
  List self = getPosition(split_mpi_rank(split_mpi_world()), test.grid);
  bool isPlain = random.coin();
  // Ranks may choose different strides.
  Random own(salt + static_cast<uint64_t>(split_mpi_rank(split_mpi_world())));
  TestOperand source(own, test.from.getSizes(test.grid, self), test.bytes,
                     isPlain);
  TestOperand target(own, test.to.getSizes(test.grid, self), test.bytes,
                     isPlain);
  TestOperand expected = target;
  fill(test, test.from, self, salt, source);
  fill(test, test.to, self, salt, expected);
  std::vector<unsigned char> before = source.memory;
  List constants = getConstants(test);
  List values = getValues(test, source, target, self);

  List counts = getCounts();
  int32_t status = split_mpi_redistribute(split_mpi_world(), constants.data(),
                                          values.data());
  CHECK(status == 0, "%s: %s", split_mpi_last_error(), test.text().c_str());
  CHECK(target.memory == expected.memory, "%s", test.text().c_str());
  CHECK(source.memory == before, "%s", test.text().c_str());
  List least = countLeast(test, self);
  List now = getCounts();
  for (int i = 0; i < 4; ++i)
    CHECK(now[i] - counts[i] == least[i % 2], "%d: %ld, expected %ld: %s", i,
          static_cast<long>(now[i] - counts[i]),
          static_cast<long>(least[i % 2]), test.text().c_str());
  return 0;
}

int testRedistribution(uint64_t seed, int64_t count) {
  int64_t ranks = split_mpi_size(split_mpi_world());
  CHECK(dlsym(RTLD_DEFAULT, "mpi_counter_get"), "preload the counter");
  for (int64_t i = 0; i < count; ++i) {
    Random random(seed * 1000003 + static_cast<uint64_t>(i));
    Case test = chooseCase(random, ranks);
    if (int failed = runCase(random, test, random.engine()))
      return failed;
  }
  return 0;
}
