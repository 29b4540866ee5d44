//===- Communicator.h - The communicator of a function ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLITMPI_IR_COMMUNICATOR_H
#define SPLIT_MLIR_DIALECT_SPLITMPI_IR_COMMUNICATOR_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::split {

/// On an i32 argument of a function: a unit attribute that says that it is the
/// communicator, in Fortran's form.
inline constexpr llvm::StringLiteral kCommunicatorAttrName =
    "split_mpi.communicator";

/// On a module or a function: the shape of the grid, an array of i64.
inline constexpr llvm::StringLiteral kGridAttrName = "split_mpi.grid";

/// On an argument or a result of a function: the type of the whole tensor, the
/// lists of axes that shard it, and the offsets of its shards, an array of i64.
inline constexpr llvm::StringLiteral kGlobalTypeAttrName =
    "split_mpi.global_type";
inline constexpr llvm::StringLiteral kAxesAttrName = "split_mpi.axes";
inline constexpr llvm::StringLiteral kOffsetsAttrName = "split_mpi.offsets";

/// Returns the communicator of `function`; null if it has none.
Value getCommunicator(func::FuncOp function);

/// Returns the communicator of `function`, which has a body. If it has none, it
/// gets one as its last argument, as do all direct and indirect callers in the
/// module, which pass it on. Emits an error if `function` or a caller is used
/// other than by direct calls in functions.
FailureOr<Value> getOrAddCommunicator(func::FuncOp function);

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLITMPI_IR_COMMUNICATOR_H
