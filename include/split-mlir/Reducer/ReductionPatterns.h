//===- ReductionPatterns.h - simpler split ops for reducers -----*- C++ -*-===//
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

/// Gives the split dialect upstream's DialectReductionPatternInterface. Only a
/// tool that reduces modules needs it, so `registerAll` does without.
void registerReductionPatterns(DialectRegistry &registry);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_REDUCER_REDUCTIONPATTERNS_H
