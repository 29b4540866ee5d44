//===- Canonicalize.h - Parts of split-canonicalize -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_CANONICALIZE_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_CANONICALIZE_H

#include "mlir/IR/PatternMatch.h"
#include <memory>

namespace mlir::split::native {

/// An upstream canonicalization pattern: the op at its root, or "" for patterns
/// that match several ops, and its name without namespaces and template
/// arguments.
struct ListedPattern {
  StringLiteral root;
  StringLiteral name;
};

/// Returns whether `pattern` is the one that `listed` describes.
bool isNamed(const Pattern &pattern, const ListedPattern &listed);

/// The upstream ops that split-canonicalize folds.
ArrayRef<StringLiteral> getListedFolds();

/// The upstream patterns that split-canonicalize applies.
ArrayRef<ListedPattern> getListedPatterns();

/// Adds a pattern that folds `math.atan2`, which upstream folds to NaN if both
/// operands are 0.
void populateFoldAnglePattern(RewritePatternSet &patterns);

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

/// Adds patterns that replace slices, concatenations, paddings and reshapes by
/// `tensor.empty` if types state that the result has no elements, drop operands
/// of concatenations that have none, and replace the padding of a tensor that
/// has none by `tensor.generate`.
void populateEmptyPiecePatterns(RewritePatternSet &patterns);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_CANONICALIZE_H
