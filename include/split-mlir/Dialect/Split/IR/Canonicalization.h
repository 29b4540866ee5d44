//===- Canonicalization.h - Patterns that simplify splits -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect registers all of these patterns, because some are rooted at ops
// of other dialects and so cannot belong to a split op.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_CANONICALIZATION_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_CANONICALIZATION_H

#include "mlir/IR/OpDefinition.h"

namespace mlir {
class RewriterBase;
} // namespace mlir

namespace mlir::split {

class VariadicSplitOp;

/// Gives `op` a list of lengths (V7), unless that breaks a rule.
LogicalResult setLengths(RewriterBase &rewriter, VariadicSplitOp op,
                         ArrayRef<OpFoldResult> lengths);

/// Adds the patterns that simplify a single split, including those of the next
/// two functions.
void populateSplitCanonicalizationPatterns(RewritePatternSet &patterns);

/// Adds the patterns that fold `tensor.dim` and `tensor.extract_slice` of a
/// piece into ops on the data.
void populatePieceUsePatterns(RewritePatternSet &patterns);

/// Adds the patterns that replace a split by simpler ops.
void populatePieceReplacementPatterns(RewritePatternSet &patterns);

/// Adds the patterns that replace a `tensor.concat` of all pieces of a split by
/// the data.
void populateConcatOfSplitsPatterns(RewritePatternSet &patterns);

/// Adds the patterns that replace the pieces of a `tensor.concat` by its
/// inputs.
void populateSplitOfConcatPatterns(RewritePatternSet &patterns);

/// Adds the patterns that merge a split with the splits of its pieces.
void populateNestedSplitPatterns(RewritePatternSet &patterns);

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_CANONICALIZATION_H
