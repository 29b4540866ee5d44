//===- CommunicatorTest.cpp - Communicators of the program ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

/// Adds up the ranks of a communicator along each axis of a grid.
static int addRanks(MPI_Comm communicator, const List &grid) {
  int32_t handle = MPI_Comm_c2f(communicator);
  int64_t rank = split_mpi_rank(handle);
  List self = getPosition(rank, grid);
  for (size_t axis = 0; axis < grid.size(); ++axis) {
    int64_t sum = -1;
    List constants = {SPLIT_MPI_I64, SPLIT_MPI_SUM,
                      static_cast<int64_t>(grid.size())};
    constants.insert(constants.end(), grid.begin(), grid.end());
    constants.insert(constants.end(), {1, static_cast<int64_t>(axis), 0});
    List values = {reinterpret_cast<int64_t>(&rank),
                   reinterpret_cast<int64_t>(&sum)};
    values.insert(values.end(), grid.size(), -1);
    CHECK(!split_mpi_all_reduce(handle, constants.data(), values.data()), "%s",
          split_mpi_last_error());
    int64_t expected = 0;
    for (int64_t i = 0; i < product(grid); ++i) {
      List other = getPosition(i, grid);
      other[axis] = self[axis];
      expected += other == self ? i : 0;
    }
    CHECK(sum == expected, "%ld", static_cast<long>(sum));
  }
  return 0;
}

/// Splits the ranks, uses the parts, and frees them.
static int useParts(Random &random) {
  int rank = split_mpi_rank(split_mpi_world());
  int size = split_mpi_size(split_mpi_world());
  int64_t numParts = random.get(1, size);
  int key = random.coin() ? rank : -rank;
  MPI_Comm part;
  MPI_Comm_split(MPI_COMM_WORLD, static_cast<int>(rank % numParts), key, &part);
  int partSize = split_mpi_size(MPI_Comm_c2f(part));
  MPI_Comm copy;
  if (addRanks(part, {partSize}) || addRanks(part, {1, partSize, 1}) ||
      addRanks(MPI_COMM_WORLD, {size}))
    return 1;
  // A duplicate is a communicator of its own.
  MPI_Comm_dup(part, &copy);
  if (addRanks(copy, {partSize}))
    return 1;
  MPI_Comm_free(&part);
  if (addRanks(copy, {partSize, 1}))
    return 1;
  // Some communicators last until MPI_Finalize.
  if (random.get(0, 9) != 0)
    MPI_Comm_free(&copy);
  return 0;
}

/// Checks that an intercommunicator is rejected.
static int tryInter(int rank) {
  MPI_Comm half;
  MPI_Comm inter;
  MPI_Comm_split(MPI_COMM_WORLD, rank != 0, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 0, 0, &inter);
  CHECK(split_mpi_rank(MPI_Comm_c2f(inter)) == -1, "expected an error");
  if (rank == 0)
    printf("%s\n", split_mpi_last_error());
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
  return 0;
}

int testCommunicators(uint64_t seed, int64_t count) {
  int size = split_mpi_size(split_mpi_world());
  for (int64_t i = 0; i < count; ++i) {
    Random random(seed * 1000003 + static_cast<uint64_t>(i));
    if (useParts(random))
      return 1;
  }
  if (size == 4 &&
      (addRanks(MPI_COMM_WORLD, {2, 2}) || addRanks(MPI_COMM_WORLD, {2, 1, 2})))
    return 1;
  return size > 1 ? tryInter(split_mpi_rank(split_mpi_world())) : 0;
}
