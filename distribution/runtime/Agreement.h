//===- Agreement.h - Agreement of all ranks on a call -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_AGREEMENT_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_AGREEMENT_H

#include "Context.h"

namespace mlir::split::mpi {

/// Mixes numbers into one that is almost surely another one for other numbers.
class Fingerprint {
public:
  explicit Fingerprint(const char *function) {
    while (*function)
      add(*function++);
  }
  void add(int64_t number);
  void add(int64_t count, const int64_t *numbers);
  uint64_t get() const { return state; }

private:
  uint64_t state = 0;
};

/// The properties of a call that all ranks of a communicator, or all members of
/// this rank's group, must have in common.
struct Call {
  explicit Call(const char *function) : function(function), common(function) {}

  /// The name of the function.
  const char *function;
  /// The sizes that the function is called with, for messages.
  int64_t rank = 0;
  const int64_t *sizes = nullptr;
  /// What is the same on all ranks.
  Fingerprint common;
  /// What is the same on all members.
  uint64_t inGroup = 0;
  int64_t groupSize = 1;
  int64_t groupPosition = 0;
};

/// Takes part in an agreement: `status` is that of this rank, with its message.
/// Returns success if all ranks have succeeded so far and agree on the call. If
/// the ranks have agreed on a failure in this call before, returns its status,
/// without communication.
int32_t agree(Context &context, int32_t status, const Call &call);

/// Agrees, and finds the communicator of the ranks that differ from this one
/// only on some axes. If this is the only one, does not communicate.
int32_t agreeOnGroup(Context &context, int32_t status, const Call &call,
                     const Grid &grid, const AxisSet &axes, MPI_Comm &group);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_AGREEMENT_H
