//===- EmitHostFunctions.h - Parts of split-emit-host-functions -*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_HOSTABI_EMITHOSTFUNCTIONS_H
#define SPLIT_MLIR_NATIVE_LIB_HOSTABI_EMITHOSTFUNCTIONS_H

#include "HostTypes.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/HostAbi/RuntimeCalls.h"

namespace mlir::split::native {

/// Returns `value` as a value of `type`; one of the types is the conversion of
/// the other one to LLVM.
Value convertValue(ImplicitLocOpBuilder &builder, Type type, Value value);

/// Tells LLVM that `size`, an i64 that has been checked, is not negative.
void assumeSize(ImplicitLocOpBuilder &builder, Value size);

/// Stores `result`, the result with this index, to `pointer`, the memory that
/// the host passes for it.
void emitResult(ImplicitLocOpBuilder &builder, RuntimeCalls &calls,
                const LLVMTypeConverter &converter, unsigned index,
                Value result, Value pointer);

// The runtime library checks what a host passes against a constant description.
// It gets a table of pointers and makes another table, of contiguous operands.
//
// A function with thousands of arguments and results takes LLVM minutes to
// compile if each descriptor is read and passed by code of its own. Such a
// function takes both tables instead.

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

/// Builds the body of a function that takes what a host passes: the arguments
/// and then a pointer per result. If all descriptors pass all checks (R7) and
/// describe row-major order, the function calls `callee`, a function of the
/// program, and stores the results. Otherwise, it calls `slow`, which reports a
/// failed check or copies arguments. The checks take few instructions because
/// they do not determine what is wrong; they also reject descriptors of dynamic
/// shape without elements.
///
/// If `slow` is null, the function checks nothing.
void emitFastPath(ImplicitLocOpBuilder &builder, RuntimeCalls &calls,
                  const LLVMTypeConverter &converter, func::FuncOp callee,
                  const HostTypes &signature, ValueRange passed,
                  func::FuncOp slow);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_HOSTABI_EMITHOSTFUNCTIONS_H
