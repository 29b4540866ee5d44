//===- Canonicalization.h - patterns that simplify splits -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect's canonicalizer has all of these patterns: some are rooted at ops
// of other dialects, and no op's own list could hold those.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_CANONICALIZATION_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_CANONICALIZATION_H

namespace mlir {
class RewritePatternSet;

namespace split {

/// Patterns that look at one split: at what defines its operands and at what
/// uses its results.
void populateSplitCanonicalizationPatterns(RewritePatternSet &patterns);

/// Those of them that are rooted at `tensor.dim` and `tensor.extract_slice` of
/// a piece.
void populatePieceUsePatterns(RewritePatternSet &patterns);

/// Those of them that replace a split by ops that are simpler.
void populatePieceReplacementPatterns(RewritePatternSet &patterns);

/// Patterns that take data for the `tensor.concat` of all of its pieces.
void populateConcatOfSplitsPatterns(RewritePatternSet &patterns);

/// Patterns that take the inputs of a `tensor.concat` for the pieces that it is
/// split into.
void populateSplitOfConcatPatterns(RewritePatternSet &patterns);

/// Patterns that split once what is split, and a piece of it split again.
void populateNestedSplitPatterns(RewritePatternSet &patterns);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_CANONICALIZATION_H
