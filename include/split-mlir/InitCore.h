//===- InitCore.h - Registration of the core --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_INITCORE_H
#define SPLIT_MLIR_INITCORE_H

#include "mlir/IR/DialectRegistry.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/Interfaces/ExternalModels.h"
#include "split-mlir/Dialect/Split/Transforms/Passes.h"
#include "split-mlir/TransformOps/SplitTransformOps.h"

namespace mlir::split {

/// Adds the dialect split, the models of upstream's interfaces for its ops, its
/// conversion to LLVM, and its ops of the transform dialect to `registry`.
inline void registerCore(DialectRegistry &registry) {
  registerSplitDialect(registry);
  registerBufferizableExternalModels(registry);
  registerConvertSplitAssertToLLVMInterface(registry);
  registerRuntimeVerifiableExternalModels(registry);
  registerTilingExternalModels(registry);
  registerTransformDialectExtension(registry);
  registerValueBoundsExternalModels(registry);
}

/// Registers the passes of the core by name.
inline void registerCorePasses() {
  registerSplitPasses();
  registerSplitConversionPasses();
}

} // namespace mlir::split

#endif // SPLIT_MLIR_INITCORE_H
