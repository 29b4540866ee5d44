//===- Exchange.cpp - Parts that ranks send to each other -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exchange.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"

#include <cstdlib>

using namespace mlir::split;
using namespace mlir::split::mpi;

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

int32_t Exchange::createType(const Box &part, bool isSent,
                             MPI_Datatype &type) const {
  int64_t begin[kMaxRank];
  if (isSent)
    move.getSourceBegin(part, begin);
  else
    move.getTargetBegin(part, begin);
  const Operand &operand = isSent ? move.source : move.target;
  return createPartType(move.rank, begin, part.sizes, operand.strides,
                        move.bytes, type);
}

/// Adds what this rank exchanges with the member at a position.
int32_t Exchange::addParts(int64_t position) {
  int64_t coordinates[kMaxRank];
  const int64_t *own = move.grid.coordinates;
  members.getCoordinates(position, coordinates);
  Box part;
  if (move.getPart(own, coordinates, part)) {
    if (int32_t status =
            createType(part, /*isSent=*/true, sent.types[position]))
      return status;
    sent.counts[position] = 1;
  }
  if (!move.getPart(coordinates, own, part))
    return SPLIT_MPI_SUCCESS;
  if (int32_t status =
          createType(part, /*isSent=*/false, received.types[position]))
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
  int error = MPI_Alltoallw(move.source.address, sent.counts, displacements,
                            sent.types, move.target.address, received.counts,
                            displacements, received.types, group);
  return checkMpi(error, "MPI_Alltoallw");
}

int32_t Exchange::runSingle(MPI_Comm group) {
  int count = 0;
  int size = static_cast<int>(members.getSize());
  for (int i = 0; i < size; ++i)
    if (received.counts[i])
      if (int32_t status =
              checkMpi(MPI_Irecv(move.target.address, 1, received.types[i], i,
                                 kTag, group, &requests[count++]),
                       "MPI_Irecv"))
        return status;
  for (int i = 0; i < size; ++i)
    if (sent.counts[i])
      if (int32_t status =
              checkMpi(MPI_Isend(move.source.address, 1, sent.types[i], i, kTag,
                                 group, &requests[count++]),
                       "MPI_Isend"))
        return status;
  return checkMpi(MPI_Waitall(count, requests, MPI_STATUSES_IGNORE),
                  "MPI_Waitall");
}
