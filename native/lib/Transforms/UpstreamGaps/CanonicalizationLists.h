//===- CanonicalizationLists.h - Chosen folds and patterns ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_CANONICALIZATIONLISTS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_CANONICALIZATIONLISTS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

namespace mlir {
class Pattern;
} // namespace mlir

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

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_CANONICALIZATIONLISTS_H
