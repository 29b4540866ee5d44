//===- MpiCalls.h - Calls of libSplitMpi ------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_LIB_HOSTABI_MPICALLS_H
#define SPLIT_MLIR_DISTRIBUTION_LIB_HOSTABI_MPICALLS_H

#include "split-mlir/HostAbi/RuntimeCalls.h"

namespace mlir::split::mpi {

/// The functions of libSplitMpi that compiled code calls.
enum class MpiFunction {
#define MPI_FUNCTION(name, symbol) name,
#include "MpiFunctions.def"
};

LibraryFunction getMpiFunction(MpiFunction function, MLIRContext *context);

/// Checks that the program defines no symbol of libSplitMpi.
LogicalResult verifyMpiFunctions(LibraryCalls &calls, MLIRContext *context);

/// Creates a call and returns its result; null if the function is void.
Value callMpi(LibraryCalls &calls, OpBuilder &builder, Location loc,
              MpiFunction function, ValueRange operands);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_LIB_HOSTABI_MPICALLS_H
