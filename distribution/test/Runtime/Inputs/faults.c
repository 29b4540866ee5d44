//===- faults.c - Faults of MPI that libSplitMpi works around -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what MPI itself computes on two ranks: `NAME: RESULT, expected
// EXPECTED`. With an argument, reduces in place instead.
//
//===----------------------------------------------------------------------===//

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

static int rank;

static void report(const char *name, long long got, long long expected) {
  if (rank == 0)
    printf("%s: %lld, expected %lld\n", name, got, expected);
}

/// Reduces OWN of rank 0 and OTHER of rank 1: elements enough for vectors.
#define REDUCE(NAME, TYPE, MPI_TYPE, OP, OWN, OTHER, EXPECTED)                 \
  do {                                                                         \
    TYPE elements[64];                                                         \
    for (int i = 0; i < 64; ++i)                                               \
      elements[i] = (TYPE)(rank ? (OTHER) : (OWN));                            \
    MPI_Allreduce(MPI_IN_PLACE, elements, 64, MPI_TYPE, OP, MPI_COMM_WORLD);   \
    report(NAME, (long long)elements[0], EXPECTED);                            \
  } while (0)

static void reduce(void) {
  REDUCE("sum i8", int8_t, MPI_INT8_T, MPI_SUM, 100, 100, -56);
  REDUCE("sum i16", int16_t, MPI_INT16_T, MPI_SUM, 30000, 30000, -5536);
  REDUCE("sum u8", uint8_t, MPI_UINT8_T, MPI_SUM, 200, 100, 44);
  REDUCE("sum u16", uint16_t, MPI_UINT16_T, MPI_SUM, 60000, 10000, 4464);
  REDUCE("max u8", uint8_t, MPI_UINT8_T, MPI_MAX, 1, 200, 200);
  REDUCE("max u32", uint32_t, MPI_UINT32_T, MPI_MAX, 1, 1u << 31, 1LL << 31);
  REDUCE("max u64", uint64_t, MPI_UINT64_T, MPI_MAX, 1, 1ull << 63, INT64_MIN);
  REDUCE("max long", unsigned long, MPI_UNSIGNED_LONG, MPI_MAX, 1, 1ull << 63,
         INT64_MIN);
  REDUCE("min long", unsigned long, MPI_UNSIGNED_LONG, MPI_MIN, 1, 1ull << 63,
         1);
}

/// Packs four bytes backwards.
static void packBackwards(void) {
  char bytes[] = "abcdefgh", packed[16] = "";
  int position = 0;
  MPI_Datatype type;
  MPI_Type_create_hvector(4, 1, -1, MPI_BYTE, &type);
  MPI_Type_commit(&type);
  MPI_Pack(bytes + 6, 1, type, packed, sizeof(packed), &position,
           MPI_COMM_SELF);
  if (rank == 0)
    printf("bytes at distance -1: %.4s, expected gfed\n", packed);
  MPI_Type_free(&type);
}

/// Reduces more than 2 KiB in place at a root that is not rank 0.
static void reduceInPlace(void) {
  int32_t elements[1000] = {0}, unused[1000];
  elements[999] = rank + 1;
  MPI_Reduce(rank == 1 ? MPI_IN_PLACE : elements, rank == 1 ? elements : unused,
             1000, MPI_INT32_T, MPI_SUM, 1, MPI_COMM_WORLD);
  if (rank == 1)
    printf("in place: %d, expected 3\n", elements[999]);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 1) {
    reduceInPlace();
  } else {
    reduce();
    packBackwards();
  }
  MPI_Finalize();
  return 0;
}
