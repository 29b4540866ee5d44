//===- Redistribute.cpp - Copies between layouts of a tensor --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collective.h"
#include "Exchange.h"
#include "Statistics.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"

#include <algorithm>

using namespace mlir::split;
using namespace mlir::split::mpi;

/// Returns true if at least half of the pairs of shards have an index in
/// common: if most ranks need something of most others. All ranks return the
/// same.
static bool isDense(const Redistribution &move) {
  double density = 1;
  for (int64_t i = 0; i < move.rank; ++i) {
    auto from = static_cast<double>(countShards(move.grid, move.from.axes[i]));
    auto to = static_cast<double>(countShards(move.grid, move.to.axes[i]));
    // Shards that follow each other meet at most this often.
    density *= std::min(1.0, (from + to - 1) / (from * to));
  }
  for (int64_t axis = 0; axis < move.grid.rank; ++axis)
    if (move.from.roots[axis] >= 0)
      return false;
  return density > 0.5;
}

/// Counts what this rank sends to others.
static void countParts(const Redistribution &move,
                       const GroupMembers &members) {
  int64_t messages = 0;
  int64_t bytes = 0;
  Box part;
  for (int64_t i = 0; i < members.getSize(); ++i) {
    int64_t coordinates[kMaxRank];
    members.getCoordinates(i, coordinates);
    if (i == members.getSelf() ||
        !move.getPart(move.grid.coordinates, coordinates, part))
      continue;
    ++messages;
    bytes += move.countBytes(part);
  }
  countSent(messages, bytes);
}

/// Runs a collective or an exchange: prepares it, agrees, and communicates.
template <typename Kind, typename Run>
static int32_t runAgreed(Context &context, const Redistribution &move,
                         const Call &call, const AxisSet &axes,
                         const GroupMembers &members, Kind &kind, Run run) {
  int32_t status = checkOperands(move);
  if (!status)
    status = kind.prepare();
  MPI_Comm group = MPI_COMM_NULL;
  status = agreeOnGroup(context, status, call, move.grid, axes, group);
  if (status)
    return status;
  copyOwnPart(move);
  countParts(move, members);
  return run(group);
}

static int32_t redistribute(Context &context, const Redistribution &move,
                            const Call &call) {
  AxisSet axes = getExchangeAxes(move);
  GroupMembers members(move.grid, axes);
  Collective collective(move, members);
  if (collective.isPossible())
    return runAgreed(context, move, call, axes, members, collective,
                     [&](MPI_Comm group) { return collective.run(group); });
  Exchange exchange(move, members);
  bool isCollective = isDense(move);
  return runAgreed(context, move, call, axes, members, exchange,
                   [&](MPI_Comm group) {
                     return isCollective ? exchange.runCollective(group)
                                         : exchange.runSingle(group);
                   });
}

extern "C" int32_t split_mpi_redistribute(int32_t communicator,
                                          const int64_t *constants,
                                          const int64_t *values) {
  Context *context = nullptr;
  if (int32_t status = openContext(communicator, context))
    return status;
  Call call("split_mpi_redistribute");
  Redistribution move;
  if (int32_t status =
          readRedistribution(*context, constants, values, move, call))
    return agree(*context, status, call);
  if (!isLocal(move))
    return redistribute(*context, move, call);
  if (int32_t status = checkOperands(move))
    return agree(*context, status, call);
  copyOwnPart(move);
  return SPLIT_MPI_SUCCESS;
}
