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

/// The places of words in a descriptor.
inline constexpr int64_t kAlignedWord = 1, kOffsetWord = 2, kSizesWord = 3;

/// Builds functions by which a host calls `callee`, a function of the program.
struct HostBuilder {
  ImplicitLocOpBuilder builder;
  RuntimeCalls &calls;
  const LLVMTypeConverter &converter;
  func::FuncOp callee;
  const HostTypes &signature;

  /// Returns `value` as a value of `type`; one of the types is the conversion
  /// of the other one to LLVM.
  Value convert(Type type, Value value);

  /// Tells LLVM that `size`, an i64 that has been checked, is not negative.
  void assumeSize(Value size);

  /// Returns the address of a new `type` on the stack.
  Value allocate(Type type);

  Value callRuntime(RuntimeFunction function, ValueRange operands);

  /// Stores `result`, the result with this index, to `pointer`, the memory that
  /// the host passes for it.
  void emitResult(unsigned index, Value result, Value pointer);

  // The runtime library checks what a host passes against a constant
  // description. It gets a table of pointers and makes another table, of
  // contiguous operands.
  //
  // A function with thousands of arguments and results takes LLVM minutes to
  // compile if each descriptor is read and passed by code of its own. Such a
  // function takes both tables instead.

  /// Stores the arguments of the function that the host calls to a new table on
  /// the stack, and returns the table's address. The table has a pointer for
  /// each argument: the argument itself, or the address of a copy if the
  /// argument is passed by value.
  Value createOperandTable(ValueRange arguments);
};

/// Builds the body of a function that takes the address of such a table. It
/// checks what the host passes (R7), unless `hasChecks` is false, calls the
/// callee, and stores the results. `packed` is a pointer to the list of packed
/// arguments, see split_mlir_pack.
///
/// With `takesTables`, changes the callee, which nothing may call yet, to a
/// function of two pointers, without results: to the table, and to the operands
/// that the runtime library has prepared (split_mlir_prepare_operands).
void emitTableCall(HostBuilder host, bool hasChecks, bool takesTables,
                   Value passed, Value packed);

/// Builds the body of a function that takes what a host passes: the arguments
/// and then a pointer per result. If all descriptors pass all checks (R7) and
/// describe row-major order, the function calls the callee, and stores the
/// results. Otherwise, it calls `slow`, which reports a failed check or copies
/// arguments. The checks take few instructions because they do not determine
/// what is wrong; they also reject descriptors of dynamic shape without
/// elements.
///
/// If `slow` is null, the function checks nothing.
void emitFastPath(const HostBuilder &host, ValueRange passed,
                  func::FuncOp slow);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_HOSTABI_EMITHOSTFUNCTIONS_H
