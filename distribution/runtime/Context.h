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

namespace mlir::split::mpi {

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

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_CONTEXT_H
