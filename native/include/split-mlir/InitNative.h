//===- InitNative.h - Registration of native --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_INITNATIVE_H
#define SPLIT_MLIR_INITNATIVE_H

#include "split-mlir/Conversion/NativePasses.h"
#include "split-mlir/HostAbi/Passes.h"
#include "split-mlir/InitCore.h"
#include "split-mlir/Pipelines/Pipelines.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {

/// Adds the dialects and models that native code needs: those of the core.
inline void registerNative(DialectRegistry &registry) {
  registerCore(registry);
}

/// Registers the passes and pipelines of native by name.
inline void registerNativePasses() {
  registerSplitNativePasses();
  registerSplitHostAbiPasses();
  registerSplitTransformsPasses();
  registerSplitPipelines();
}

} // namespace mlir::split::native

#endif // SPLIT_MLIR_INITNATIVE_H
