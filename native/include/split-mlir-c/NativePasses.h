//===- NativePasses.h - Passes of native for C --------------------*- C -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each pass has the functions that split-mlir-c/Passes.h describes.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_C_NATIVEPASSES_H
#define SPLIT_MLIR_C_NATIVEPASSES_H

#include "mlir-c/Pass.h"

#include "split-mlir/Conversion/NativePasses.capi.h.inc"
#include "split-mlir/HostAbi/Passes.capi.h.inc"
#include "split-mlir/Transforms/Passes.capi.h.inc"

#endif // SPLIT_MLIR_C_NATIVEPASSES_H
