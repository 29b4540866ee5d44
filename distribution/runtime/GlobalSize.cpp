//===- GlobalSize.cpp - Sizes of dimensions that are sharded --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

namespace {
/// The arguments of split_mpi_global_size.
struct SizeCall {
  Grid grid;
  AxisSet axisSet;
  Axes axes;
};
} // namespace

static int32_t readSizeCall(const Context &context, const int64_t *constants,
                            SizeCall &result, Call &call) {
  Reader reader(constants);
  if (int32_t status =
          readGrid(reader, context.size, context.rank, result.grid))
    return status;
  if (int32_t status =
          readAxes(reader, result.grid, result.axisSet, result.axes))
    return status;
  call.common.add(reader.getPosition() - constants, constants);
  return SPLIT_MPI_SUCCESS;
}

/// Checks that the size of a shard is such that the sum cannot overflow.
static int32_t checkLocal(int64_t local, int64_t shards) {
  int64_t most = INT64_MAX / shards;
  if (local >= 0 && local <= most)
    return SPLIT_MPI_SUCCESS;
  return fail(
      SPLIT_MPI_INVALID_ARGUMENT,
      "the size of the shard is %lld, expected at least 0 and at most %lld",
      local, most);
}

static int32_t checkShard(const SizeCall &arguments, int64_t local,
                          int64_t global) {
  int64_t shards = countShards(arguments.grid, arguments.axes);
  int64_t shard =
      getShard(arguments.grid, arguments.axes, arguments.grid.coordinates);
  int64_t expected = split_mpi_shard_begin(global, shards, shard + 1) -
                     split_mpi_shard_begin(global, shards, shard);
  if (local == expected)
    return SPLIT_MPI_SUCCESS;
  return fail(SPLIT_MPI_INVALID_ARGUMENT,
              "the size of the shard is %lld, expected %lld, because it is "
              "shard %lld of %lld of a dimension of size %lld",
              local, expected, shard, shards, global);
}

extern "C" int32_t split_mpi_global_size(int32_t communicator,
                                         const int64_t *constants,
                                         int64_t local, int64_t *global) {
  Context *context = nullptr;
  if (int32_t status = openContext(communicator, context))
    return status;
  Call call("split_mpi_global_size");
  SizeCall arguments;
  if (int32_t status = readSizeCall(*context, constants, arguments, call))
    return agree(*context, status, call);
  int64_t shards = countShards(arguments.grid, arguments.axes);
  int32_t status = checkLocal(local, shards);
  MPI_Comm group = MPI_COMM_NULL;
  status = agreeOnGroup(*context, status, call, arguments.grid,
                        arguments.axisSet, group);
  if (status)
    return status;
  int error = MPI_Allreduce(&local, global, 1, MPI_INT64_T, MPI_SUM, group);
  if ((status = checkMpi(error, "MPI_Allreduce")) != SPLIT_MPI_SUCCESS)
    return status;
  countSent(2 * (shards - 1),
            2 * (shards - 1) * static_cast<int64_t>(sizeof(int64_t)) / shards);
  return checkShard(arguments, local, *global);
}
