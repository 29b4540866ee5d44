//===- InitFrontends.h - Registration of frontends --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_INITFRONTENDS_H
#define SPLIT_MLIR_INITFRONTENDS_H

#include "split-mlir/Conversion/ForeignPasses.h"
#include "split-mlir/InitCore.h"

namespace mlir::split::frontends {

/// Adds the dialects and models that the frontends need: those of the core.
inline void registerFrontends(DialectRegistry &registry) {
  registerCore(registry);
}

/// Registers the passes of the frontends by name.
inline void registerFrontendsPasses() { registerSplitForeignPasses(); }

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_INITFRONTENDS_H
