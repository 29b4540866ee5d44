//===- Passes.h - Passes and pipelines for C ----------------------*- C -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each pass has a function that creates it with default options, and one that
// registers it by name:
//
//   MlirPass mlirCreateSplitConversionConvertSplitToLinalgPass(void);
//   void mlirRegisterSplitConversionConvertSplitToLinalgPass(void);
//
// The caller owns a created pass and transfers it with
// mlirPassManagerAddOwnedPass or mlirOpPassManagerAddOwnedPass. Passes with
// options, and pipelines, can be added as text once they are registered:
//
//   mlirSplitRegisterCorePasses();
//   mlirOpPassManagerAddPipeline(manager, text, callback, userData);
//
// where text is, for example, `convert-split-to-linalg{materialize=results}`.
// RegisterAll.h adds passes and pipelines of other components. For invalid
// text, the function returns failure and reports the reason to `callback`.
// Errors of a running pass go to the context's handlers, and
// mlirPassManagerRunOnOp returns failure.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_C_PASSES_H
#define SPLIT_MLIR_C_PASSES_H

#include "mlir-c/Pass.h"

#include "split-mlir/Conversion/Passes.capi.h.inc"
#include "split-mlir/Dialect/Split/Transforms/Passes.capi.h.inc"

#ifdef __cplusplus
extern "C" {
#endif

/// Registers the passes of the core for the whole process.
/// Further calls have no effect. Not thread-safe, like all functions that
/// register passes.
MLIR_CAPI_EXPORTED void mlirSplitRegisterCorePasses(void);

#ifdef __cplusplus
}
#endif

#endif // SPLIT_MLIR_C_PASSES_H
