//===- FastPath.h - Calls that need no help ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_HOSTABI_FASTPATH_H
#define SPLIT_MLIR_LIB_HOSTABI_FASTPATH_H

#include "HostTypes.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split {

/// Returns whether calls of a function can take the fast path: it has few
/// buffers, all of static shape and not empty, all results are among them, and
/// its other arguments are passed by value.
bool canHaveFastPath(const HostTypes &signature);

/// Builds the body of a function that takes what a host passes, as emitHostCall
/// does. If all descriptors are in row-major order from offset 0 and pass all
/// checks (R7), it calls `callee`, a function of the program, and otherwise
/// `slow`, which finds what is wrong or copies arguments. The checks are those
/// of the usual call, in few instructions: they do not tell what is wrong.
void emitFastPath(ImplicitLocOpBuilder &builder,
                  const LLVMTypeConverter &converter, func::FuncOp callee,
                  const HostTypes &signature, ValueRange passed,
                  func::FuncOp slow);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_HOSTABI_FASTPATH_H
