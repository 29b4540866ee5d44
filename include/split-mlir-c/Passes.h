//===-- split-mlir-c/Passes.h - passes and pipelines for C --------*- C -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For every pass there is a function that creates it, with default options, and
// one that makes it known by name:
//
//   MlirPass mlirCreateSplitConversionConvertSplitToLinalgPass(void);
//   void mlirRegisterSplitConversionConvertSplitToLinalgPass(void);
//
// The caller owns a pass that is created, and gives it away by
// mlirPassManagerAddOwnedPass or mlirOpPassManagerAddOwnedPass. Passes with
// options, and pipelines, come by name and text once they are registered:
//
//   mlirSplitRegisterAllPasses();
//   mlirOpPassManagerAddPipeline(manager, text, callback, userData);
//
// with `convert-split-to-linalg{materialize=results}` or `split-to-llvm` as
// text. That returns a failure, and tells `callback` why, for a text that is
// wrong. What a pass reports when it runs goes to the context's handlers, and
// mlirPassManagerRunOnOp fails.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_C_PASSES_H
#define SPLIT_MLIR_C_PASSES_H

#include "mlir-c/Pass.h"

#include "split-mlir/Conversion/Passes.capi.h.inc"
#include "split-mlir/Dialect/Split/Transforms/Passes.capi.h.inc"
#include "split-mlir/HostAbi/Passes.capi.h.inc"
#include "split-mlir/Transforms/Passes.capi.h.inc"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes all passes and pipelines of split-mlir known by name, for the whole
/// process. To call it again changes nothing; it must not run in two threads at
/// once, as nothing may that registers passes.
MLIR_CAPI_EXPORTED void mlirSplitRegisterAllPasses(void);

#ifdef __cplusplus
}
#endif

#endif // SPLIT_MLIR_C_PASSES_H
