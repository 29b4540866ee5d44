//===- Reshapes.h - Ops on empty pieces -------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_RESHAPES_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_RESHAPES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::split::native {

/// Adds patterns that replace slices, concatenations, paddings and reshapes by
/// `tensor.empty` if types state that the result has no elements, drop operands
/// of concatenations that have none, and replace the padding of a tensor that
/// has none by `tensor.generate`.
void populateEmptyPiecePatterns(RewritePatternSet &patterns);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_RESHAPES_H
