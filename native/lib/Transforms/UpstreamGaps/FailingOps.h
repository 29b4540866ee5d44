//===- FailingOps.h - Ops behind checks that fail ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_FAILINGOPS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_FAILINGOPS_H

#include "mlir/IR/PatternMatch.h"
#include <memory>

namespace mlir::split::native {

/// If `pattern` moves a `tensor.cast` into the op that creates or uses the
/// tensor, returns a pattern that does so where that op stays valid: a cast
/// behind a check that fails may state sizes that the op cannot have. Returns
/// other patterns as they are.
std::unique_ptr<RewritePattern>
guardCastPattern(std::unique_ptr<RewritePattern> pattern);

/// Adds patterns for ops behind checks that fail, which other patterns and
/// bufferization would turn into invalid ops. They remove what follows a check
/// that always fails; replace paddings of negative width and concatenations
/// that are too long; replace negative offsets of slices; and replace or erase
/// ops on memrefs whose operands are cast from sizes that the op cannot have.
void populateFailingOpPatterns(RewritePatternSet &patterns);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_FAILINGOPS_H
