//===- AvoidFolds.h - Ops that upstream folds to other values ---*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_AVOIDFOLDS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_AVOIDFOLDS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::split::native {

/// Adds a pattern that folds `math.atan2`, which upstream folds to NaN if both
/// operands are 0.
void populateFoldAnglePattern(RewritePatternSet &patterns);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_AVOIDFOLDS_H
