//===- main.cpp - Tests of libSplitMpi on a number of ranks ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mpirun -n RANKS split-mpi-test-NAME TEST [SEED COUNT]
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <cstring>

static int run(const std::string &test, uint64_t seed, int64_t count) {
  if (test == "redistribute")
    return testRedistribution(seed, count);
  if (test == "reduce")
    return testReductions(seed, count);
  if (test == "sizes")
    return testSizes(seed, count);
  if (test == "agree")
    return testAgreement(seed, count);
  if (test == "communicators")
    return testCommunicators(seed, count);
  if (test == "failures")
    return testFailures();
  if (test == "no-communicator")
    return testNoCommunicator();
  if (test == "kill")
    return testKill();
  if (test == "large-distances")
    return testLargeDistances();
  if (test == "large-counts")
    return testLargeCounts();
  fprintf(stderr, "no test %s\n", test.c_str());
  return 2;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  bool needsNone = strcmp(argv[1], "no-communicator") == 0;
  if (needsNone)
    testNoCommunicator();
  if (split_mpi_initialize())
    return 2;
  uint64_t seed = argc > 2 ? strtoull(argv[2], nullptr, 10) : 1;
  int64_t count = argc > 3 ? atoll(argv[3]) : 1;
  int failed = run(argv[1], seed, count);
  if (failed)
    split_mpi_abort(failed);
  bool isFirst = split_mpi_rank(split_mpi_world()) == 0;
  int32_t size = split_mpi_size(split_mpi_world());
  if (split_mpi_finalize())
    return 1;
  if (needsNone)
    testNoCommunicator();
  if (isFirst)
    printf("%s: passed on %d ranks\n", argv[1], size);
  return 0;
}
