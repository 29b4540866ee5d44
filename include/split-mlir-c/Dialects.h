//===- Dialects.h - The split dialect for C -----------------------*- C -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_C_DIALECTS_H
#define SPLIT_MLIR_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Declares `mlirGetDialectHandle__split__`, the handle of the dialect. All
/// uses of the handle also register what mlirSplitRegisterCore adds.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Split, split);

/// Adds the split dialect, a model of every interface that it promises, and its
/// ops of the transform dialect to `registry`. The caller keeps ownership of
/// `registry`.
/// Upstream's passes need models of other dialects too;
/// mlirRegisterAllDialects of mlir-c/RegisterEverything.h adds them.
MLIR_CAPI_EXPORTED void mlirSplitRegisterCore(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif // SPLIT_MLIR_C_DIALECTS_H
