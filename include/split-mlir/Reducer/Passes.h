//===- Passes.h - Passes that shrink failing modules ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_REDUCER_PASSES_H
#define SPLIT_MLIR_REDUCER_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::split {

#define GEN_PASS_DECL
#include "split-mlir/Reducer/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "split-mlir/Reducer/Passes.h.inc"

/// Adds upstream's DialectReductionPatternInterface to the split dialect. Only
/// tools that reduce modules need it, so `registerAll` does not register it.
void registerReductionPatterns(DialectRegistry &registry);

} // namespace mlir::split

#endif // SPLIT_MLIR_REDUCER_PASSES_H
