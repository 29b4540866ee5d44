//===- MpiPasses.h - Passes of distribution for C -----------------*- C -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What split-mlir-c/Passes.h says of the core's passes is true of these, too.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_C_MPIPASSES_H
#define SPLIT_MLIR_C_MPIPASSES_H

#include "mlir-c/Pass.h"

#include "split-mlir/Distribution/Passes.capi.h.inc"

#endif // SPLIT_MLIR_C_MPIPASSES_H
