//===- Redistribute.cpp - Copies between layouts of a tensor --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Redistribution.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <algorithm>
#include <cstdlib>

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

namespace {
/// A redistribution as parts, each of which a member of a group sends to
/// another one: the general case.
class Exchange {
public:
  Exchange(const Redistribution &move, const GroupMembers &members)
      : move(move), members(members) {}
  Exchange(const Exchange &) = delete;
  ~Exchange();

  /// Creates the datatypes. Does not communicate.
  int32_t prepare();
  /// Sends and receives the parts by one MPI_Alltoallw.
  int32_t runCollective(MPI_Comm group);
  /// Sends and receives each part by itself.
  int32_t runSingle(MPI_Comm group);

private:
  /// What this rank sends to a member, or receives from it: `counts` datatypes,
  /// 0 or 1.
  struct Direction {
    int *counts;
    MPI_Datatype *types;
  };
  int32_t addParts(int64_t position);

  const Redistribution &move;
  const GroupMembers &members;
  void *memory = nullptr;
  int *displacements = nullptr;
  MPI_Request *requests = nullptr;
  Direction sent = {};
  Direction received = {};
};
} // namespace

/// The tag of messages. The library's communicators have no others.
static constexpr int kTag = 0;

Exchange::~Exchange() {
  int64_t size = memory ? members.getSize() : 0;
  for (int64_t i = 0; i < size; ++i) {
    if (sent.counts[i])
      MPI_Type_free(&sent.types[i]);
    if (received.counts[i])
      MPI_Type_free(&received.types[i]);
  }
  free(memory);
}

/// Adds what this rank exchanges with the member at a position.
int32_t Exchange::addParts(int64_t position) {
  int64_t coordinates[kMaxRank];
  const int64_t *own = move.grid.coordinates;
  members.getCoordinates(position, coordinates);
  Box part;
  if (move.getPart(own, coordinates, part)) {
    if (int32_t status =
            move.createType(move.source, part, sent.types[position]))
      return status;
    sent.counts[position] = 1;
  }
  if (!move.getPart(coordinates, own, part))
    return SPLIT_MPI_SUCCESS;
  if (int32_t status =
          move.createType(move.target, part, received.types[position]))
    return status;
  received.counts[position] = 1;
  return SPLIT_MPI_SUCCESS;
}

int32_t Exchange::prepare() {
  auto size = static_cast<size_t>(members.getSize());
  // Arrays of handles, and then of numbers, which need no greater alignment.
  size_t bytes = size * (2 * sizeof(MPI_Datatype) + 2 * sizeof(MPI_Request) +
                         3 * sizeof(int));
  memory = calloc(1, bytes);
  if (!memory)
    return failAllocation(static_cast<int64_t>(bytes));
  sent.types = static_cast<MPI_Datatype *>(memory);
  received.types = sent.types + size;
  requests = reinterpret_cast<MPI_Request *>(received.types + size);
  sent.counts = reinterpret_cast<int *>(requests + 2 * size);
  received.counts = sent.counts + size;
  displacements = received.counts + size;
  for (size_t i = 0; i < 2 * size; ++i)
    sent.types[i] = MPI_BYTE;
  for (int64_t i = 0; i < members.getSize(); ++i)
    if (i != members.getSelf())
      if (int32_t status = addParts(i))
        return status;
  return SPLIT_MPI_SUCCESS;
}

int32_t Exchange::runCollective(MPI_Comm group) {
  int error =
      MPI_Alltoallw(move.source.operand.address, sent.counts, displacements,
                    sent.types, move.target.operand.address, received.counts,
                    displacements, received.types, group);
  return checkMpi(error, "MPI_Alltoallw");
}

int32_t Exchange::runSingle(MPI_Comm group) {
  int count = 0;
  int size = static_cast<int>(members.getSize());
  for (int i = 0; i < size; ++i)
    if (received.counts[i])
      if (int32_t status = checkMpi(MPI_Irecv(move.target.operand.address, 1,
                                              received.types[i], i, kTag, group,
                                              &requests[count++]),
                                    "MPI_Irecv"))
        return status;
  for (int i = 0; i < size; ++i)
    if (sent.counts[i])
      if (int32_t status =
              checkMpi(MPI_Isend(move.source.operand.address, 1, sent.types[i],
                                 i, kTag, group, &requests[count++]),
                       "MPI_Isend"))
        return status;
  return checkMpi(MPI_Waitall(count, requests, MPI_STATUSES_IGNORE),
                  "MPI_Waitall");
}

/// Returns true if at least half of the pairs of shards have an index in
/// common: if most ranks need something of most others. All ranks return the
/// same.
static bool isDense(const Redistribution &move) {
  double density = 1;
  for (int64_t i = 0; i < move.rank; ++i) {
    auto from =
        static_cast<double>(countShards(move.grid, move.source.layout.axes[i]));
    auto to =
        static_cast<double>(countShards(move.grid, move.target.layout.axes[i]));
    // Shards that follow each other meet at most this often.
    density *= std::min(1.0, (from + to - 1) / (from * to));
  }
  for (int64_t axis = 0; axis < move.grid.rank; ++axis)
    if (move.source.layout.roots[axis] >= 0)
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
