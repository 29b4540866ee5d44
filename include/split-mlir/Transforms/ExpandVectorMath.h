//===- ExpandVectorMath.h - Functions of vectors ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_EXPANDVECTORMATH_H
#define SPLIT_MLIR_TRANSFORMS_EXPANDVECTORMATH_H

namespace mlir {
class RewritePatternSet;

namespace split {

/// Conversion patterns from functions of the math dialect on vectors to
/// polynomials, as `split-expand-vector-math` describes.
void populateVectorMathExpansionPatterns(RewritePatternSet &patterns);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TRANSFORMS_EXPANDVECTORMATH_H
