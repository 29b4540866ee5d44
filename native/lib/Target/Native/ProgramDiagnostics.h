//===- ProgramDiagnostics.h - Errors in terms of the program ----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_PROGRAMDIAGNOSTICS_H
#define SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_PROGRAMDIAGNOSTICS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::split::native {

/// Runs `lower`, which changes `module`, and returns its result. An error about
/// an op that the program does not contain, or of the verifier, becomes an
/// internal error at the part of the program that the op stands for. Emits an
/// error if `lower` fails without one, as some upstream passes do.
LogicalResult reportFailure(ModuleOp module,
                            llvm::function_ref<LogicalResult()> lower);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_PROGRAMDIAGNOSTICS_H
