//===- RegisterAll.h - All components of a build for C ------------*- C -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These functions, those of Compiler.h, and those that create passes of other
// components than the core, are in libSplitMLIRCompiler-C.so, which needs
// libSplitMLIR-C.so and the libraries that read models.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_C_REGISTERALL_H
#define SPLIT_MLIR_C_REGISTERALL_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Adds what mlirSplitRegisterCore adds, and the dialects and models of all
/// other components of the build, to `registry`. Registers the formats of
/// models for the whole process. The caller keeps ownership of `registry`.
MLIR_CAPI_EXPORTED void mlirSplitRegisterAll(MlirDialectRegistry registry);

/// Registers the passes and pipelines of all components, such as
/// `split-to-llvm`, for the whole process. Further calls have no effect. Not
/// thread-safe, like all functions that register passes.
MLIR_CAPI_EXPORTED void mlirSplitRegisterAllPasses(void);

#ifdef __cplusplus
}
#endif

#endif // SPLIT_MLIR_C_REGISTERALL_H
