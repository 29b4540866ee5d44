//===- Agreement.cpp - Agreement of all ranks on a call -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <cstdio>
#include <cstring>

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

void Fingerprint::add(int64_t number) {
  // The finalizer of SplitMix64.
  state += static_cast<uint64_t>(number) + 0x9e3779b97f4a7c15;
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
  state = (state ^ (state >> 27)) * 0x94d049bb133111eb;
  state ^= state >> 31;
}

void Fingerprint::add(int64_t count, const int64_t *numbers) {
  for (int64_t i = 0; i < count; ++i)
    add(numbers[i]);
}

/// A number whose sum over `size` ranks is 0 if all have the same `value`.
static uint64_t getShare(uint64_t value, int64_t size, int64_t position) {
  return position == 0 ? value * static_cast<uint64_t>(size - 1)
                       : uint64_t{0} - value;
}

/// A failure as the first rank that has failed tells it to the others.
namespace {
struct Report {
  int32_t status;
  char message[kMessageBytes];
};
} // namespace

/// Makes the failure of the first rank with `hasFailed`, or of rank 0 if there
/// is none, that of all.
static int32_t shareFailure(Context &context, bool hasFailed, int32_t status) {
  int own = hasFailed ? context.rank : context.size;
  int first = 0;
  int error =
      MPI_Allreduce(&own, &first, 1, MPI_INT, MPI_MIN, context.communicator);
  if (int32_t failure = checkMpi(error, "MPI_Allreduce"))
    return failure;
  if (first == context.size)
    first = 0;
  Report report = {};
  if (first == context.rank) {
    report.status = status;
    memcpy(report.message, getMessage(), kMessageBytes);
  }
  error =
      MPI_Bcast(&report, sizeof(report), MPI_BYTE, first, context.communicator);
  if (int32_t failure = checkMpi(error, "MPI_Bcast"))
    return failure;
  context.agreedStatus = report.status;
  return fail(report.status, "rank %d: %s", first, report.message);
}

/// Finds a rank whose call is not that of rank 0, if there is one: otherwise
/// calls differ within a group.
static int32_t reportDifference(Context &context, const Call &call) {
  uint64_t first = call.common.get();
  int error = MPI_Bcast(&first, 1, MPI_UINT64_T, 0, context.communicator);
  if (int32_t failure = checkMpi(error, "MPI_Bcast"))
    return failure;
  bool isDifferent = first != call.common.get();
  SizesText sizes(call.rank, call.sizes);
  const char *of = call.sizes ? " of " : "";
  int32_t status =
      fail(SPLIT_MPI_INVALID_ARGUMENT,
           isDifferent ? "%s%s%s does not match what rank 0 calls"
                       : "%s%s%s does not match what another rank calls",
           call.function, of, call.sizes ? sizes.text : "");
  return shareFailure(context, isDifferent, status);
}

int32_t mlir::split::mpi::runtime::agree(Context &context, int32_t status,
                                         const Call &call) {
  if (context.agreedStatus != SPLIT_MPI_SUCCESS)
    return context.agreedStatus;
  // Keep the message: none of the following calls sets one if it succeeds.
  if (int32_t failure = duplicateCommunicator(context))
    return failure;
  uint64_t shares[2] = {
      status != SPLIT_MPI_SUCCESS,
      getShare(call.common.get(), context.size, context.rank) +
          getShare(call.inGroup, call.groupSize, call.groupPosition)};
  uint64_t sums[2] = {};
  int error = MPI_Allreduce(shares, sums, 2, MPI_UINT64_T, MPI_SUM,
                            context.communicator);
  if (int32_t failure = checkMpi(error, "MPI_Allreduce"))
    return failure;
  if (sums[0] != 0)
    return shareFailure(context, status != SPLIT_MPI_SUCCESS, status);
  if (sums[1] != 0)
    return reportDifference(context, call);
  return SPLIT_MPI_SUCCESS;
}

int32_t
mlir::split::mpi::runtime::agreeOnGroup(Context &context, int32_t status,
                                        const Call &call, const Grid &grid,
                                        const AxisSet &axes, MPI_Comm &group) {
  if (!status && GroupMembers(grid, axes).getSize() == 1) {
    group = MPI_COMM_SELF;
    return SPLIT_MPI_SUCCESS;
  }
  if (int32_t agreed = agree(context, status, call))
    return agreed;
  return findGroup(context, grid, axes, group);
}

extern "C" int32_t split_mpi_begin(int32_t communicator, const int64_t *grid) {
  *getMessage() = '\0';
  Context *context = nullptr;
  if (int32_t status = findContext(communicator, context))
    return status;
  Reader reader(grid);
  Grid parsed;
  // What fails here fails on all ranks, without agreement.
  context->agreedStatus =
      readGrid(reader, context->size, context->rank, parsed);
  return context->agreedStatus;
}

/// Agrees at the end of a call.
static int32_t finish(int32_t communicator, int32_t status,
                      const char *message) {
  Context *context = nullptr;
  if (int32_t failure = findContext(communicator, context))
    return failure;
  if (context->agreedStatus == SPLIT_MPI_SUCCESS && status && !*getMessage())
    fail(status, "%s", message);
  int32_t agreed = agree(*context, status, Call("split_mpi_finish"));
  context->agreedStatus = SPLIT_MPI_SUCCESS;
  return agreed;
}

extern "C" int32_t split_mpi_finish(int32_t communicator, int32_t status,
                                    const char *message, char *agreed,
                                    size_t capacity) {
  int32_t result = finish(communicator, status, message);
  snprintf(agreed, capacity, "%s", result ? getMessage() : "");
  return result;
}
