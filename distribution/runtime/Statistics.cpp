//===- Statistics.cpp - Counts of what this process has sent --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"

#include <atomic>

static std::atomic<int64_t> sentMessages{0};
static std::atomic<int64_t> sentBytes{0};

void mlir::split::mpi::countSent(int64_t messages, int64_t bytes) {
  sentMessages += messages;
  sentBytes += bytes;
}

extern "C" void split_mpi_statistics(int64_t *messages, int64_t *bytes) {
  *messages = sentMessages;
  *bytes = sentBytes;
}
