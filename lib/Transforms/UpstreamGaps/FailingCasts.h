//===- FailingCasts.h - Casts behind checks that fail -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TRANSFORMS_UPSTREAMGAPS_FAILINGCASTS_H
#define SPLIT_MLIR_LIB_TRANSFORMS_UPSTREAMGAPS_FAILINGCASTS_H

#include "mlir/IR/PatternMatch.h"
#include <memory>

namespace mlir::split {

/// Returns a pattern that applies `pattern`, which moves a `tensor.cast` into
/// the op that creates the tensor, where that op stays valid: a cast behind a
/// check that fails may state sizes that the op cannot have.
std::unique_ptr<RewritePattern>
guardCastPattern(std::unique_ptr<RewritePattern> pattern);

/// Adds patterns that replace or erase ops on memrefs whose operands are cast
/// from sizes that the op cannot have. Such ops stand behind checks that fail.
/// Folds would remove the casts, and leave invalid ops.
void populateFailingCastPatterns(RewritePatternSet &patterns);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_TRANSFORMS_UPSTREAMGAPS_FAILINGCASTS_H
