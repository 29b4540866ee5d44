//===- OperandTable.h - Calls with many operands ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function with thousands of arguments and results takes LLVM minutes to
// compile if each descriptor is read, checked and passed by code of its own.
// Such a function takes two tables instead, and the runtime library checks what
// the host passes against a constant description.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_HOSTABI_OPERANDTABLE_H
#define SPLIT_MLIR_LIB_HOSTABI_OPERANDTABLE_H

#include "HostTypes.h"
#include "LibraryCalls.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split {

/// Returns whether `function` can take its operands from tables: nothing in
/// `module` calls it, and the sizes of all elements are the same on all
/// machines.
bool canUseOperandTable(func::FuncOp function, const HostTypes &signature,
                        ModuleOp module);

/// Stores the arguments of `host`, the function that the host calls, to a new
/// table on the stack, and returns the table's address. The table has a pointer
/// for each argument: the argument itself, or the address of a copy if the
/// argument is passed by value.
Value createOperandTable(ImplicitLocOpBuilder &builder, ValueRange arguments);

/// Builds the body of a function that takes the address of such a table. Does
/// what emitHostCall does. Changes `callee` to a function of two pointers,
/// without results: to the table, and to the descriptors that the runtime
/// library has prepared (split_mlir_prepare_operands).
void emitTableCall(ImplicitLocOpBuilder &builder, LibraryCalls &calls,
                   const LLVMTypeConverter &converter, bool hasChecks,
                   func::FuncOp callee, const HostTypes &signature,
                   Value passed, Value packed);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_HOSTABI_OPERANDTABLE_H
