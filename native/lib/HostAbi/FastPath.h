//===- FastPath.h - Fast path of calls by the host --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_HOSTABI_FASTPATH_H
#define SPLIT_MLIR_NATIVE_LIB_HOSTABI_FASTPATH_H

#include "HostTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/HostAbi/RuntimeCalls.h"

namespace mlir::split::native {

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

#endif // SPLIT_MLIR_NATIVE_LIB_HOSTABI_FASTPATH_H
