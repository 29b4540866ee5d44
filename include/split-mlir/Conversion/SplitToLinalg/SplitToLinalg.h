//===- SplitToLinalg.h - Split ops to tensor and linalg ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_SPLITTOLINALG_SPLITTOLINALG_H
#define SPLIT_MLIR_CONVERSION_SPLITTOLINALG_SPLITTOLINALG_H

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace mlir::split {

/// Which pieces are copied to storage of their own.
enum class Materialize {
  /// Only those of unranked data. All others are views of the data.
  None,
  /// Also those that a function returns, passes to a call or casts to an
  /// unranked type.
  Results,
  /// Also those that a `bufferization.materialize_in_destination` copies to a
  /// destination. With upstream's `eliminate-empty-tensors`, the `split.copy`
  /// writes there.
  Destinations,
  /// All of them.
  All
};

/// Conversion patterns from every op with SplitOpInterface to slices and
/// `split.copy`, as `convert-split-to-linalg` describes. They use the operands
/// of the conversion, so they compose with others in one conversion. That must
/// not fold (DialectConversionFoldingMode::Never): a fold would replace a piece
/// that needs its own storage by the data.
void populateSplitToLinalgPatterns(RewritePatternSet &patterns,
                                   Materialize materialize = Materialize::None);

/// A conversion pattern from `split.copy`, on tensors and on memrefs, to a
/// `linalg.copy` of a slice for each destination, as
/// `convert-split-copy-to-linalg` describes.
void populateSplitCopyToLinalgPatterns(RewritePatternSet &patterns);

} // namespace mlir::split

#endif // SPLIT_MLIR_CONVERSION_SPLITTOLINALG_SPLITTOLINALG_H
