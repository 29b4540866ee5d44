//===- LegalizeComplex.h - Functions of complex numbers ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_LEGALIZECOMPLEX_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_LEGALIZECOMPLEX_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::split::native {

/// Whether `op` is on complex numbers, and upstream's conversion to LLVM either
/// rejects it or overflows although the result does not.
bool isComplexFunction(Operation *op);

/// Replaces such an op on numbers whose parts have less than 64 bits by one on
/// f64, and a conjugate by arithmetic.
void widenComplexFunction(RewriterBase &rewriter, Operation *op);

/// Adds patterns that convert the rest to calls and arithmetic.
void populateComplexFunctionPatterns(RewritePatternSet &patterns);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_LEGALIZECOMPLEX_H
