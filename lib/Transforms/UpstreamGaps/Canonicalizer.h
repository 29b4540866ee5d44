//===- Canonicalizer.h - Canonicalization without a pattern -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TRANSFORMS_UPSTREAMGAPS_CANONICALIZER_H
#define SPLIT_MLIR_LIB_TRANSFORMS_UPSTREAMGAPS_CANONICALIZER_H

#include "mlir/Support/LLVM.h"
#include <memory>

namespace mlir {
class Pass;
} // namespace mlir

namespace mlir::split {

/// Creates a canonicalizer without an upstream pattern in an anonymous
/// namespace, which compilers name in two ways, and without the pattern of the
/// GPU dialect that crashes on a memref.dim of a negative constant.
/// PatternNamesTest checks that the names of those that this project disables
/// exist.
std::unique_ptr<Pass> createCanonicalizerPassWithout(StringRef pattern);

/// Creates a canonicalizer for tensors: without the pattern that gives loops
/// the sizes of their initial values, which their bodies may change.
std::unique_ptr<Pass> createTensorCanonicalizerPass();

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_TRANSFORMS_UPSTREAMGAPS_CANONICALIZER_H
