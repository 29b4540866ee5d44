//===- Host.cpp - Functions for hosts -------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <cstdlib>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

/// Returns true between MPI_Init and MPI_Finalize.
static bool isRunning() {
  int isInitialized = 0;
  int isFinalized = 0;
  MPI_Initialized(&isInitialized);
  MPI_Finalized(&isFinalized);
  return isInitialized && !isFinalized;
}

extern "C" int32_t split_mpi_initialize(void) {
  int isInitialized = 0;
  MPI_Initialized(&isInitialized);
  if (isInitialized)
    return SPLIT_MPI_SUCCESS;
  int provided = 0;
  return checkMpi(
      MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided),
      "MPI_Init_thread");
}

extern "C" int32_t split_mpi_finalize(void) {
  return isRunning() ? checkMpi(MPI_Finalize(), "MPI_Finalize")
                     : SPLIT_MPI_SUCCESS;
}

/// Waits at most a second until mpirun has read what this rank has written to
/// standard error. MPICH's mpirun drops what it has not read when a rank
/// aborts.
static void waitForReader() {
  constexpr int kMicroseconds = 1000;
  struct stat file = {};
  if (fstat(STDERR_FILENO, &file) || !S_ISFIFO(file.st_mode))
    return;
  int unread = 0;
  for (int i = 0; i < 1000; ++i) {
    if (ioctl(STDERR_FILENO, FIONREAD, &unread) || unread == 0)
      return;
    usleep(kMicroseconds);
  }
}

extern "C" void split_mpi_abort(int32_t code) {
  if (isRunning()) {
    waitForReader();
    MPI_Abort(MPI_COMM_WORLD, code);
  }
  exit(code);
}

extern "C" int32_t split_mpi_world(void) {
  return isRunning() ? MPI_Comm_c2f(MPI_COMM_WORLD) : -1;
}

extern "C" int32_t split_mpi_rank(int32_t communicator) {
  Context *context = nullptr;
  return findContext(communicator, context) ? -1 : context->rank;
}

extern "C" int32_t split_mpi_size(int32_t communicator) {
  Context *context = nullptr;
  return findContext(communicator, context) ? -1 : context->size;
}
