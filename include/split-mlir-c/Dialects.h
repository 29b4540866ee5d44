//===-- split-mlir-c/Dialects.h - the split dialect for C ---------*- C -*-===//
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

/// `mlirGetDialectHandle__split__`: the dialect, as upstream's handles are.
/// Whatever way the handle brings it into a registry or context, all that
/// mlirSplitRegisterAll adds comes with it.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Split, split);

/// Adds to `registry`, which stays the caller's, the split dialect, a model of
/// every interface that it promises, and its ops of the transform dialect.
/// Passes of upstream need models of other dialects too, which
/// mlirRegisterAllDialects of mlir-c/RegisterEverything.h adds.
MLIR_CAPI_EXPORTED void mlirSplitRegisterAll(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif // SPLIT_MLIR_C_DIALECTS_H
