//===- OperandTable.h - Calls that pass a table of operands -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime library checks what a host passes against a constant description.
// It gets a table of pointers and makes another table, of contiguous operands.
//
// A function with thousands of arguments and results takes LLVM minutes to
// compile if each descriptor is read and passed by code of its own. Such a
// function takes both tables instead.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_HOSTABI_OPERANDTABLE_H
#define SPLIT_MLIR_NATIVE_LIB_HOSTABI_OPERANDTABLE_H

#include "HostTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/HostAbi/RuntimeCalls.h"

namespace mlir::split::native {

/// Stores the arguments of `host`, the function that the host calls, to a new
/// table on the stack, and returns the table's address. The table has a pointer
/// for each argument: the argument itself, or the address of a copy if the
/// argument is passed by value.
Value createOperandTable(ImplicitLocOpBuilder &builder, ValueRange arguments);

/// Builds the body of a function that takes the address of such a table. It
/// checks what the host passes (R7), unless `hasChecks` is false, calls
/// `callee`, a function of the program, and stores the results. `packed` is a
/// pointer to the list of packed arguments, see split_mlir_pack.
///
/// With `takesTables`, changes `callee`, which nothing may call yet, to a
/// function of two pointers, without results: to the table, and to the operands
/// that the runtime library has prepared (split_mlir_prepare_operands).
void emitTableCall(ImplicitLocOpBuilder &builder, RuntimeCalls &calls,
                   const LLVMTypeConverter &converter, bool hasChecks,
                   func::FuncOp callee, bool takesTables,
                   const HostTypes &signature, Value passed, Value packed);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_HOSTABI_OPERANDTABLE_H
