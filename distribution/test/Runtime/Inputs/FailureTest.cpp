//===- FailureTest.cpp - Invalid calls, and ranks that fail ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <csignal>
#include <functional>

static int getRank() { return split_mpi_rank(split_mpi_world()); }

static int64_t getAddress(const void *pointer) {
  return reinterpret_cast<int64_t>(pointer);
}

static char memory[4096];

namespace {
/// A valid call of split_mpi_redistribute on 2 ranks, from rows to columns of a
/// tensor of 4x6, which tests make invalid.
struct Redistribution {
  List bytes = {4};
  List grid = {1, 2};
  List rank = {2};
  List from = {1, 0, 0};
  List to = {0, 1, 0};
  List flags = {0, 0, 0, 0};
  List source = {getAddress(memory), 2, 6, 6, 1};
  List target = {getAddress(memory + 2048), 4, 3, 3, 1};
  List sizes = {4, 6};
  List fromRoot = {-1};
  List toRoot = {-1};
  List offsets;

  int32_t call() const {
    List constants;
    List values;
    for (const List *list : {&bytes, &grid, &rank, &from, &to, &flags})
      constants.insert(constants.end(), list->begin(), list->end());
    for (const List *list :
         {&source, &target, &sizes, &fromRoot, &toRoot, &offsets})
      values.insert(values.end(), list->begin(), list->end());
    return split_mpi_redistribute(split_mpi_world(), constants.data(),
                                  values.data());
  }
};

/// A valid call of split_mpi_all_reduce or split_mpi_reduce_scatter.
struct Reduction {
  List type = {SPLIT_MPI_F32, SPLIT_MPI_SUM};
  List grid = {1, 2};
  List axes = {1, 0};
  List rank = {1};
  List dimension;
  List source = {getAddress(memory), 4, 1};
  List target = {getAddress(memory + 2048), 4, 1};
  List root = {-1};

  int32_t call() const {
    List constants;
    List values;
    for (const List *list : {&type, &grid, &axes, &rank, &dimension})
      constants.insert(constants.end(), list->begin(), list->end());
    for (const List *list : {&source, &target, &root})
      values.insert(values.end(), list->begin(), list->end());
    return dimension.empty()
               ? split_mpi_all_reduce(split_mpi_world(), constants.data(),
                                      values.data())
               : split_mpi_reduce_scatter(split_mpi_world(), constants.data(),
                                          values.data());
  }
};
} // namespace

static int32_t getGlobalSize(int64_t local,
                             const List &constants = {1, 2, 1, 0}) {
  int64_t global;
  return split_mpi_global_size(split_mpi_world(), constants.data(), local,
                               &global);
}

/// Runs a body as compiled code does, and prints how the call ends.
static void run(const char *name, const std::function<int32_t()> &body,
                const char *message = "", List grid = {1, 2}) {
  char agreed[4096];
  int32_t world = split_mpi_world();
  int32_t status = split_mpi_begin(world, grid.data());
  if (!status)
    status = body();
  int32_t result =
      split_mpi_finish(world, status, message, agreed, sizeof(agreed));
  printf("%s: %d %s\n", name, result, agreed);
  fflush(stdout);
}

/// Changes a valid call on all ranks, or on rank 1 only.
template <typename Call>
static void tryAll(const char *name,
                   const std::function<void(Call &)> &change) {
  Call call;
  change(call);
  run(name, [&] { return call.call(); });
}
template <typename Call>
static void tryLast(const char *name,
                    const std::function<void(Call &)> &change) {
  Call call;
  if (getRank() == 1)
    change(call);
  run(name, [&] { return call.call(); });
}

static void tryRedistributions() {
  using R = Redistribution;
  constexpr int64_t big = int64_t{1} << 62;
  tryAll<R>("valid", [](R &) {});
  tryLast<R>("sizes of source", [](R &c) { c.source[1] = 3; });
  tryLast<R>("sizes of target", [](R &c) { c.target[2] = -3; });
  tryLast<R>("null source", [](R &c) { c.source[0] = 0; });
  tryLast<R>("stride 0", [](R &c) { c.target[3] = 0; });
  tryLast<R>("large stride", [](R &c) { c.source[3] = big; });
  tryLast<R>("least stride", [](R &c) { c.target[3] = INT64_MIN; });
  tryAll<R>("negative size", [](R &c) { c.sizes[0] = -4; });
  tryAll<R>("large sizes", [](R &c) { c.sizes = {big, 4}; });
  tryAll<R>("size of elements", [](R &c) { c.bytes = {0}; });
  tryAll<R>("rank 65", [](R &c) { c.rank = {65}; });
  tryAll<R>("number of axes", [](R &c) { c.from = {2, 0, 0, 0}; });
  tryAll<R>("axis out of range", [](R &c) { c.from = {1, 1, 0}; });
  tryAll<R>("axis used twice", [](R &c) { c.to = {1, 0, 1, 0}; });
  tryAll<R>("grid", [](R &c) { c.grid = {1, 3}; });
  tryAll<R>("large grid", [](R &c) { c.grid = {2, big, 4}; });
  tryAll<R>("offsets", [](R &c) {
    c.flags = {1, 0, 0, 0};
    c.offsets = {0, 5, 4};
  });
  tryAll<R>("first offset", [](R &c) {
    c.flags = {0, 0, 0, 1};
    c.offsets = {1, 5, 6};
  });
  tryAll<R>("root out of range", [](R &c) { c.toRoot = {2}; });
  tryAll<R>("root of a sharded axis", [](R &c) { c.fromRoot = {0}; });
  tryLast<R>("other sizes", [](R &c) {
    c.sizes = {4, 8};
    c.source = {getAddress(memory), 2, 8, 8, 1};
    c.target = {getAddress(memory + 2048), 4, 4, 4, 1};
  });
}

static void tryReductions() {
  using R = Reduction;
  tryAll<R>("valid reduction", [](R &) {});
  tryAll<R>("type", [](R &c) { c.type = {15, SPLIT_MPI_SUM}; });
  tryAll<R>("kind", [](R &c) { c.type = {SPLIT_MPI_F32, 100}; });
  tryAll<R>("average of integers",
            [](R &c) { c.type = {SPLIT_MPI_I32, SPLIT_MPI_AVERAGE}; });
  tryLast<R>("target of a reduction", [](R &c) { c.target[1] = 5; });
  tryLast<R>("sizes in a group", [](R &c) { c.source[1] = c.target[1] = 5; });
  tryAll<R>("root of another axis", [](R &c) {
    c.axes = {0};
    c.root = {1};
  });
  tryAll<R>("root of some axes", [](R &c) {
    c.grid = {2, 2, 1};
    c.axes = {2, 0, 1};
    c.root = {1, -1};
  });
  tryAll<R>("dimension", [](R &c) { c.dimension = {1}; });
  tryLast<R>("no memory", [](R &c) {
    c.type[0] = SPLIT_MPI_I8;
    c.source = {getAddress(memory), int64_t{1} << 60, 0};
    c.target = {getAddress(memory), int64_t{1} << 60, 2};
  });
}

static int32_t runTwo(const std::function<int32_t()> &first,
                      const std::function<int32_t()> &last) {
  return getRank() == 0 ? first() : last();
}

static void tryMismatches() {
  auto valid = [] { return Redistribution().call(); };
  run("size of a shard", [] { return getGlobalSize(getRank() == 0 ? 4 : 3); });
  run("negative shard", [] { return getGlobalSize(getRank() - 1); });
  run("large shard", [] { return getGlobalSize(INT64_MAX); });
  run("other function",
      [&] { return runTwo(valid, [] { return getGlobalSize(3); }); });
  run("other number of functions",
      [&] { return runTwo([] { return 0; }, valid); });
  run(
      "check of the program",
      [&] { return runTwo(valid, [] { return SPLIT_MPI_CHECK_FAILED; }); },
      "model.mlir:3:5: error: index 7 is too large");
  run(
      "check of the program on both ranks",
      [&] { return SPLIT_MPI_CHECK_FAILED; }, "model.mlir:4:5: error: both");
  run("wrong grid", valid, "", {2, 2, 2});
  run("valid again", valid);
}

int testFailures() {
  tryRedistributions();
  tryReductions();
  tryMismatches();
  return 0;
}

int testNoCommunicator() {
  Redistribution call;
  for (int32_t communicator : {-1, 123456, INT32_MIN}) {
    char agreed[100];
    int64_t grid[] = {1, 1};
    int32_t status = split_mpi_begin(communicator, grid);
    if (!status)
      status = call.call();
    status = split_mpi_finish(communicator, status, "", agreed, sizeof(agreed));
    printf("communicator %d: %d %s\n", communicator, status, agreed);
  }
  return 0;
}

/// The number of functions that a call of testAgreement makes.
static constexpr int64_t kNumFunctions = 5;

/// The place of the function before which each rank fails: kNumFunctions for
/// the end of the call, and more for none.
static List choosePlaces(uint64_t seed, int64_t ranks) {
  Random random(seed);
  List places;
  for (int64_t rank = 0; rank < ranks; ++rank)
    places.push_back(random.get(0, 2) == 0 ? random.get(0, kNumFunctions)
                                           : kNumFunctions + 1);
  return places;
}

/// Makes a call in which this rank fails at a place.
static int32_t failAt(int64_t failing, char *agreed, size_t capacity) {
  int32_t world = split_mpi_world();
  int64_t grid[] = {1, split_mpi_size(world)};
  int32_t status = split_mpi_begin(world, grid);
  for (int64_t place = 0; place <= kNumFunctions && !status; ++place) {
    if (place == failing)
      status = SPLIT_MPI_CHECK_FAILED;
    else if (place < kNumFunctions)
      status = getGlobalSize(3, {1, grid[1], 1, 0});
  }
  std::string message = "failed before " + std::to_string(failing);
  return split_mpi_finish(world, status, message.c_str(), agreed, capacity);
}

int testAgreement(uint64_t seed, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    List places = choosePlaces(seed * 1000003 + static_cast<uint64_t>(i),
                               split_mpi_size(split_mpi_world()));
    auto first = std::min_element(places.begin(), places.end());
    std::string expected;
    if (*first <= kNumFunctions)
      expected = "rank " + std::to_string(first - places.begin()) +
                 ": failed before " + std::to_string(*first);
    char agreed[100];
    int32_t status = failAt(places[getRank()], agreed, sizeof(agreed));
    CHECK(agreed == expected, "%s", agreed);
    CHECK(status ==
              (expected.empty() ? SPLIT_MPI_SUCCESS : SPLIT_MPI_CHECK_FAILED),
          "%d", status);
  }
  return 0;
}

/// One rank is killed while the others wait for it.
int testKill() {
  for (int64_t i = 0;; ++i) {
    if (i == 100 && getRank() == split_mpi_size(split_mpi_world()) - 1)
      raise(SIGKILL);
    if (getGlobalSize(3, {1, split_mpi_size(split_mpi_world()), 1, 0}))
      return 1;
  }
}
