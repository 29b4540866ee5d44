//===- SizeTest.cpp - Sizes of dimensions, and large operands -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <sys/mman.h>

int testSizes(uint64_t seed, int64_t count) {
  int32_t world = split_mpi_world();
  int64_t rank = split_mpi_rank(world);
  int64_t ranks = split_mpi_size(world);
  for (int64_t i = 0; i < count; ++i) {
    Random random(seed * 1000003 + static_cast<uint64_t>(i));
    int64_t first = random.get(1, ranks);
    if (ranks % first != 0)
      continue;
    List grid = {first, ranks / first};
    List self = getPosition(rank, grid);
    // Along the first axis, the second one, or both; other ranks may have
    // another size.
    int64_t axis = random.get(0, 2);
    int64_t other = axis == 2 ? 0 : self[1 - axis];
    int64_t shards = axis == 2 ? ranks : grid[axis];
    int64_t shard = axis == 2 ? self[1] * grid[0] + self[0] : self[axis];
    int64_t size = random.get(0, 30) + other;
    List offsets = getDefaultOffsets(size, shards);
    List constants = {2, grid[0], grid[1], 1, axis};
    if (axis == 2)
      constants = {2, grid[0], grid[1], 2, 1, 0};
    int64_t global = -1;
    int32_t status = split_mpi_global_size(
        world, constants.data(), offsets[shard + 1] - offsets[shard], &global);
    CHECK(status == 0, "%s", split_mpi_last_error());
    CHECK(global == size, "%ld, expected %ld", static_cast<long>(global),
          static_cast<long>(size));
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Large operands
//===----------------------------------------------------------------------===//

/// Reserves zeroed memory that becomes real where it is touched.
static unsigned char *reserve(int64_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<unsigned char *>(memory);
}

static int64_t getAddress(const unsigned char *memory) {
  return reinterpret_cast<int64_t>(memory);
}

static constexpr int64_t kFar = int64_t{3} << 30;

/// Moves a tensor of 4x6 bytes on 2 ranks. Rows of the source and columns of
/// the target are 3 GiB apart.
static int moveFar(const List &from, const List &to, const List &sourceSizes,
                   const List &targetSizes, const List &targetBegin) {
  int64_t rank = split_mpi_rank(split_mpi_world());
  unsigned char *source = reserve(kFar * 4);
  unsigned char *target = reserve(kFar * 6);
  CHECK(source && target, "no memory");
  for (int64_t i = 0; i < sourceSizes[0]; ++i)
    for (int64_t j = 0; j < sourceSizes[1]; ++j)
      source[i * kFar + j] = static_cast<unsigned char>(
          10 * (i + (sourceSizes[0] == 2 ? 2 * rank : 0)) + j + 1);
  List constants = {1, 1, 2, 2};
  constants.insert(constants.end(), from.begin(), from.end());
  constants.insert(constants.end(), to.begin(), to.end());
  constants.insert(constants.end(), 4, 0);
  List values = {getAddress(source),
                 sourceSizes[0],
                 sourceSizes[1],
                 kFar,
                 1,
                 getAddress(target),
                 targetSizes[0],
                 targetSizes[1],
                 1,
                 kFar,
                 4,
                 6,
                 -1,
                 -1};
  CHECK(!split_mpi_redistribute(split_mpi_world(), constants.data(),
                                values.data()),
        "%s", split_mpi_last_error());
  for (int64_t i = 0; i < targetSizes[0]; ++i)
    for (int64_t j = 0; j < targetSizes[1]; ++j)
      CHECK(target[i + j * kFar] ==
                10 * (i + targetBegin[0]) + j + targetBegin[1] + 1,
            "%ld %ld: %d", static_cast<long>(i), static_cast<long>(j),
            target[i + j * kFar]);
  munmap(source, kFar * 4);
  munmap(target, kFar * 6);
  return 0;
}

int testLargeDistances() {
  int64_t rank = split_mpi_rank(split_mpi_world());
  return moveFar({1, 0, 0}, {0, 0}, {2, 6}, {4, 6}, {0, 0}) ||
         moveFar({1, 0, 0}, {0, 1, 0}, {2, 6}, {4, 3}, {0, 3 * rank});
}

/// Sends one byte, repeated by a stride of 0, from rank 0 to rank 1 or to both.
static int sendMany(int64_t count, int64_t toRoot) {
  int64_t rank = split_mpi_rank(split_mpi_world());
  unsigned char byte = 0x5a;
  bool hasTarget = toRoot < 0 || toRoot == rank;
  unsigned char *target = reserve(count);
  CHECK(target, "no memory");
  List constants = {1, 1, 2, 1, 0, 0, 0, 0};
  List values = {getAddress(&byte),
                 count,
                 0,
                 getAddress(target),
                 count,
                 1,
                 count,
                 0,
                 toRoot};
  CHECK(!split_mpi_redistribute(split_mpi_world(), constants.data(),
                                values.data()),
        "%s", split_mpi_last_error());
  for (int64_t i = 0; i < count && hasTarget; ++i)
    CHECK(target[i] == byte, "%ld", static_cast<long>(i));
  munmap(target, count);
  return 0;
}

/// Gathers shards that are together larger than 2^31 bytes.
static int gatherMany(int64_t count) {
  int64_t rank = split_mpi_rank(split_mpi_world());
  List offsets = getDefaultOffsets(count, 2);
  int64_t own = offsets[rank + 1] - offsets[rank];
  unsigned char byte = rank == 0 ? 3 : 4;
  unsigned char *target = reserve(count);
  CHECK(target, "no memory");
  List constants = {1, 1, 2, 1, 1, 0, 0, 0, 0};
  List values = {
      getAddress(&byte), own, 0, getAddress(target), count, 1, count, -1, -1};
  CHECK(!split_mpi_redistribute(split_mpi_world(), constants.data(),
                                values.data()),
        "%s", split_mpi_last_error());
  for (int64_t i = 0; i < count; ++i)
    CHECK(target[i] == (i < offsets[1] ? 3 : 4), "%ld", static_cast<long>(i));
  munmap(target, count);
  return 0;
}

/// Adds more bytes than MPI counts.
static int addMany(int64_t count) {
  unsigned char byte = 7;
  unsigned char *target = reserve(count);
  CHECK(target, "no memory");
  List constants = {SPLIT_MPI_I8, SPLIT_MPI_SUM, 1, 2, 1, 0, 1};
  List values = {getAddress(&byte), count, 0, getAddress(target), count, 1, -1};
  CHECK(
      !split_mpi_all_reduce(split_mpi_world(), constants.data(), values.data()),
      "%s", split_mpi_last_error());
  for (int64_t i = 0; i < count; ++i)
    CHECK(target[i] == 14, "%ld", static_cast<long>(i));
  constants.push_back(0);
  List offsets = getDefaultOffsets(count, 2);
  int64_t rank = split_mpi_rank(split_mpi_world());
  values[4] = offsets[rank + 1] - offsets[rank];
  CHECK(!split_mpi_reduce_scatter(split_mpi_world(), constants.data(),
                                  values.data()),
        "%s", split_mpi_last_error());
  munmap(target, count);
  return 0;
}

int testLargeCounts() {
  int64_t count = (int64_t{1} << 31) + 9;
  return addMany(count) || sendMany(count, 1) || sendMany(count, -1) ||
         gatherMany(count);
}
