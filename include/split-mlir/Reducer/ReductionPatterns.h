//===- ReductionPatterns.h - patterns that simplify splits ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_REDUCER_REDUCTIONPATTERNS_H
#define SPLIT_MLIR_REDUCER_REDUCTIONPATTERNS_H

namespace mlir {
class DialectRegistry;

namespace split {

/// Adds upstream's DialectReductionPatternInterface to the split dialect. Only
/// tools that reduce modules need it, so `registerAll` does not register it.
void registerReductionPatterns(DialectRegistry &registry);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_REDUCER_REDUCTIONPATTERNS_H
