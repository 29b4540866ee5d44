//===- MpiAgreement.h - Calls that all ranks make together ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_LIB_HOSTABI_MPIAGREEMENT_H
#define SPLIT_MLIR_DISTRIBUTION_LIB_HOSTABI_MPIAGREEMENT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/HostAbi/RuntimeCalls.h"
#include <optional>

namespace mlir::split::mpi {

/// The communicator and the grid of a function that several ranks call.
struct MpiArguments {
  /// The index of the argument that is the communicator.
  unsigned communicator;
  /// The shape of the grid.
  SmallVector<int64_t> grid;
};

/// Returns what the attributes of `function` say, or none if it has no
/// communicator. Emits an error if it has one but no grid.
FailureOr<std::optional<MpiArguments>> getMpiArguments(func::FuncOp function);

/// Builds the body of `host`, which calls `local` of the same type between
/// split_mpi_begin and split_mpi_finish.
void emitAgreement(ImplicitLocOpBuilder &builder, native::RuntimeCalls &calls,
                   func::FuncOp host, func::FuncOp local,
                   const MpiArguments &mpi);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_LIB_HOSTABI_MPIAGREEMENT_H
