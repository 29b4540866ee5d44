//===- Passes.h - Passes for splits on GPUs ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_GPU_PASSES_H
#define SPLIT_MLIR_GPU_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::split::device {

#define GEN_PASS_DECL
#include "split-mlir/GPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "split-mlir/GPU/Passes.h.inc"

} // namespace mlir::split::device

#endif // SPLIT_MLIR_GPU_PASSES_H
