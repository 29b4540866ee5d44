//===- Communicator.h - The communicator of a function ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLITMPI_IR_COMMUNICATOR_H
#define SPLIT_MLIR_DIALECT_SPLITMPI_IR_COMMUNICATOR_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::split::mpi {

/// A unit attribute of an i32 argument of a function: the argument is the
/// communicator, as MPI_Comm_c2f returns it.
inline constexpr llvm::StringLiteral kCommunicatorAttrName =
    "split_mpi.communicator";

/// An attribute of a module or a function: the shape of the grid, as an array
/// of i64.
inline constexpr llvm::StringLiteral kGridAttrName = "split_mpi.grid";

/// Attributes of an argument or a result of a function: the type of the whole
/// tensor, the lists of axes that shard it, and the offsets of its shards, as
/// an array of i64.
inline constexpr llvm::StringLiteral kGlobalTypeAttrName =
    "split_mpi.global_type";
inline constexpr llvm::StringLiteral kAxesAttrName = "split_mpi.axes";
inline constexpr llvm::StringLiteral kOffsetsAttrName = "split_mpi.offsets";

/// A unit attribute of a split.assert whose only value is the status that a
/// function of libSplitMpi has returned. If the assert fails, this becomes the
/// status of the call, and the message of split_mpi_last_error replaces the
/// format. convert-split-mpi-to-calls sets the attribute.
inline constexpr llvm::StringLiteral kStatusAttrName = "split_mpi.status";

/// Returns the communicator of `function`; null if it has none.
Value getCommunicator(func::FuncOp function);

/// Returns the communicator of `function`, which has a body. If it has none,
/// adds one as the last argument to it and to all its direct and indirect
/// callers in the module, which pass it on. Emits an error if `function` or a
/// caller is used other than by direct calls in functions.
FailureOr<Value> getOrAddCommunicator(func::FuncOp function);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DIALECT_SPLITMPI_IR_COMMUNICATOR_H
