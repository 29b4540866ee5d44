//===- SplitCopyToLinalg.h - split.copy to copies of slices -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_SPLITTOLINALG_SPLITCOPYTOLINALG_H
#define SPLIT_MLIR_CONVERSION_SPLITTOLINALG_SPLITCOPYTOLINALG_H

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace mlir::split {

/// A conversion pattern from `split.copy`, on tensors and on memrefs, to a
/// `linalg.copy` of a slice for each destination, as
/// `convert-split-copy-to-linalg` describes.
void populateSplitCopyToLinalgPatterns(RewritePatternSet &patterns);

} // namespace mlir::split

#endif // SPLIT_MLIR_CONVERSION_SPLITTOLINALG_SPLITCOPYTOLINALG_H
