//===- FastPath.h - Fast path of calls by the host --------------*- C++ -*-===//
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

/// Returns whether calls of a function can take the fast path. The function
/// must have few buffers, each with a static shape and at least one element.
/// All results must be such buffers, and all other arguments must be passed by
/// value.
bool canHaveFastPath(const HostTypes &signature);

/// Builds the body of a function that takes what a host passes, as emitHostCall
/// does. If all descriptors describe row-major order from offset 0 and pass all
/// checks (R7), the function calls `callee`, a function of the program.
/// Otherwise, it calls `slow`, which reports a failed check or copies
/// arguments. The checks are those of emitHostCall, but they take few
/// instructions because they do not determine what is wrong.
void emitFastPath(ImplicitLocOpBuilder &builder,
                  const LLVMTypeConverter &converter, func::FuncOp callee,
                  const HostTypes &signature, ValueRange passed,
                  func::FuncOp slow);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_HOSTABI_FASTPATH_H
