//===- InitGPU.h - Registration of the passes for GPUs ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_INITGPU_H
#define SPLIT_MLIR_INITGPU_H

#include "split-mlir/GPU/Passes.h"
#include "split-mlir/InitNative.h"

namespace mlir::split::device {

/// Adds the dialects and models that the passes need: those of native.
inline void registerGPU(DialectRegistry &registry) {
  native::registerNative(registry);
}

/// Registers the passes and the pipeline for GPUs by name.
inline void registerGPUPasses() {
  registerSplitGPUPasses();
  registerSplitToGPUPipeline();
}

} // namespace mlir::split::device

#endif // SPLIT_MLIR_INITGPU_H
