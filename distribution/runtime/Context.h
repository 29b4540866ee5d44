//===- Context.h - State kept for a communicator ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_CONTEXT_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_CONTEXT_H

#include "Layout.h"
#include "Status.h"

namespace mlir::split::mpi::runtime {

/// The library's state for a communicator, stored as an attribute of it.
struct Context {
  /// The program's communicator.
  MPI_Comm user;
  /// The library's duplicate, or MPI_COMM_NULL before the first agreement.
  MPI_Comm communicator;
  int rank;
  int size;
  /// The status of the failure that all ranks know of in this call, or success.
  /// The message is this thread's.
  int32_t agreedStatus;
  /// Communicators of parts.
  struct Group *groups;
  /// The list of all contexts.
  Context *next;
};

/// Returns success, and sets `communicator`, if MPI is initialised and the
/// handle is that of an intracommunicator.
int32_t findCommunicator(int32_t handle, MPI_Comm &communicator);

/// Finds the context of a communicator, or creates it. Does not communicate.
int32_t findContext(int32_t handle, Context *&context);

/// Finds the context for a collective function. Returns the status of the
/// failure that all ranks know of in this call, if there is one.
int32_t openContext(int32_t handle, Context *&context);

/// Finds or creates the library's duplicate of the communicator.
int32_t duplicateCommunicator(Context &context);

/// Finds or creates the communicator of the ranks that differ from this one
/// only on some axes of a grid. Their order is that of GroupMembers.
int32_t findGroup(Context &context, const Grid &grid, const AxisSet &axes,
                  MPI_Comm &communicator);

/// Adds to the counts that split_mpi_statistics returns.
void countSent(int64_t messages, int64_t bytes);

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

} // namespace mlir::split::mpi::runtime

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_CONTEXT_H
