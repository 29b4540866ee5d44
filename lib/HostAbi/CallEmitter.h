//===- CallEmitter.h - Reading of operands, and the call --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_HOSTABI_CALLEMITTER_H
#define SPLIT_MLIR_LIB_HOSTABI_CALLEMITTER_H

#include "HostTypes.h"
#include "LibraryCalls.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split {

/// Builds the body of a function that takes what a host passes. It checks that
/// (R7), calls `callee`, a function of the program, and stores the results.
/// `passed` holds the arguments and then a pointer per result. `packed` is a
/// pointer to the list of packed arguments, see split_mlir_pack. Without
/// `hasChecks`, the code assumes that descriptors are as the types state and in
/// row-major order.
void emitHostCall(ImplicitLocOpBuilder &builder, LibraryCalls &calls,
                  const LLVMTypeConverter &converter, bool hasChecks,
                  func::FuncOp callee, const HostTypes &signature,
                  ValueRange passed, Value packed);

/// Stores `result`, the result with this index, to `pointer`, the memory that
/// the host passes for it.
void emitResult(ImplicitLocOpBuilder &builder, LibraryCalls &calls,
                const LLVMTypeConverter &converter, unsigned index,
                Value result, Value pointer);

/// Returns the layout in which `function` reads its argument `index`, one of
/// SPLIT_MLIR_LAYOUT_*.
int64_t getHostLayout(func::FuncOp function, unsigned index);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_HOSTABI_CALLEMITTER_H
