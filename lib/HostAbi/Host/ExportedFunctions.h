//===- ExportedFunctions.h - Functions that hosts call ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TARGET_NATIVE_EXPORTEDFUNCTIONS_H
#define SPLIT_MLIR_LIB_TARGET_NATIVE_EXPORTEDFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir {
namespace split {

/// Checks that the types of `function` have a form in the host ABI.
LogicalResult checkSignature(func::FuncOp function);

/// The public functions with a body of `module`. Fails, with an error, when
/// there is none, or one whose types have no form in the host ABI.
FailureOr<SmallVector<func::FuncOp>> getExportedFunctions(ModuleOp module);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_TARGET_NATIVE_EXPORTEDFUNCTIONS_H
