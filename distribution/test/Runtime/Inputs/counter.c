//===- counter.c - Counts what goes to other ranks, by PMPI ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shared library for LD_PRELOAD. It counts the messages and bytes that a
// process gives to MPI for other ranks, as the standard says who gets what: one
// message for each rank that gets something. An agreement of libSplitMpi, an
// MPI_Allreduce of two MPI_UINT64_T, is counted by itself, and so are
// reductions. With MPI_COUNTER=FILE, MPI_Finalize appends a line to FILE. With
// MPI_COUNTER_FAIL, MPI_Alltoallw fails.
//
//===----------------------------------------------------------------------===//

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static long long messages, bytes, agreements, reductions;

/// What the process has given to MPI so far: messages, bytes, agreements and
/// reductions.
void mpi_counter_get(long long *counts) {
  counts[0] = messages;
  counts[1] = bytes;
  counts[2] = agreements;
  counts[3] = reductions;
}

static int getRank(MPI_Comm communicator) {
  int rank;
  PMPI_Comm_rank(communicator, &rank);
  return rank;
}

static int getSize(MPI_Comm communicator) {
  int size;
  PMPI_Comm_size(communicator, &size);
  return size;
}

static void count(long long ranks, long long elements, MPI_Datatype type) {
  MPI_Count size;
  if (elements == 0 || ranks == 0)
    return;
  PMPI_Type_size_x(type, &size);
  messages += size ? ranks : 0;
  bytes += ranks * elements * size;
}

int MPI_Isend(const void *buffer, int elements, MPI_Datatype type, int target,
              int tag, MPI_Comm communicator, MPI_Request *request) {
  count(target != getRank(communicator), elements, type);
  return PMPI_Isend(buffer, elements, type, target, tag, communicator, request);
}

int MPI_Alltoallw(const void *source, const int *counts, const int *offsets,
                  const MPI_Datatype *types, void *target,
                  const int *targetCounts, const int *targetOffsets,
                  const MPI_Datatype *targetTypes, MPI_Comm communicator) {
  if (getenv("MPI_COUNTER_FAIL"))
    return MPI_ERR_INTERN;
  for (int i = 0; i < getSize(communicator); ++i)
    count(i != getRank(communicator), counts[i], types[i]);
  return PMPI_Alltoallw(source, counts, offsets, types, target, targetCounts,
                        targetOffsets, targetTypes, communicator);
}

/// The library gathers in place: what a rank sends is in its target.
int MPI_Allgatherv(const void *source, int elements, MPI_Datatype type,
                   void *target, const int *counts, const int *offsets,
                   MPI_Datatype targetType, MPI_Comm communicator) {
  if (source == MPI_IN_PLACE)
    count(getSize(communicator) - 1, counts[getRank(communicator)], targetType);
  else
    count(getSize(communicator) - 1, elements, type);
  return PMPI_Allgatherv(source, elements, type, target, counts, offsets,
                         targetType, communicator);
}

int MPI_Gatherv(const void *source, int elements, MPI_Datatype type,
                void *target, const int *counts, const int *offsets,
                MPI_Datatype targetType, int root, MPI_Comm communicator) {
  count(getRank(communicator) != root, elements, type);
  return PMPI_Gatherv(source, elements, type, target, counts, offsets,
                      targetType, root, communicator);
}

int MPI_Scatterv(const void *source, const int *counts, const int *offsets,
                 MPI_Datatype type, void *target, int elements,
                 MPI_Datatype targetType, int root, MPI_Comm communicator) {
  for (int i = 0; i < getSize(communicator); ++i)
    if (getRank(communicator) == root)
      count(i != root, counts[i], type);
  return PMPI_Scatterv(source, counts, offsets, type, target, elements,
                       targetType, root, communicator);
}

int MPI_Bcast(void *buffer, int elements, MPI_Datatype type, int root,
              MPI_Comm communicator) {
  if (getRank(communicator) == root)
    count(getSize(communicator) - 1, elements, type);
  return PMPI_Bcast(buffer, elements, type, root, communicator);
}

int MPI_Allreduce(const void *source, void *target, int elements,
                  MPI_Datatype type, MPI_Op op, MPI_Comm communicator) {
  if (elements == 2 && type == MPI_UINT64_T && op == MPI_SUM)
    ++agreements;
  else
    ++reductions;
  return PMPI_Allreduce(source, target, elements, type, op, communicator);
}

int MPI_Reduce(const void *source, void *target, int elements,
               MPI_Datatype type, MPI_Op op, int root, MPI_Comm communicator) {
  ++reductions;
  return PMPI_Reduce(source, target, elements, type, op, root, communicator);
}

int MPI_Reduce_scatter(const void *source, void *target, const int *counts,
                       MPI_Datatype type, MPI_Op op, MPI_Comm communicator) {
  ++reductions;
  return PMPI_Reduce_scatter(source, target, counts, type, op, communicator);
}

int MPI_Finalize(void) {
  const char *name = getenv("MPI_COUNTER");
  int rank = getRank(MPI_COMM_WORLD);
  int error = PMPI_Finalize();
  FILE *file = name ? fopen(name, "a") : NULL;
  if (!file)
    return error;
  fprintf(file,
          "rank %d: %lld messages, %lld bytes, %lld agreements, %lld "
          "reductions\n",
          rank, messages, bytes, agreements, reductions);
  fclose(file);
  return error;
}
