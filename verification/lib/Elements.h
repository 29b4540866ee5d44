//===- Elements.h - Compare the elements of tensors -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_VERIFICATION_LIB_ELEMENTS_H
#define SPLIT_MLIR_VERIFICATION_LIB_ELEMENTS_H

#include "Encoder.h"

namespace mlir::split::verification {

/// A condition that implies another one, which may take a solver longer.
struct Condition {
  Value sufficient;
  /// Null if the first one is exact.
  Value exact = nullptr;
};

/// Returns whether two tensors of the same sizes, which are not empty, have the
/// same elements. Those of `expected` that are undefined may be any in `got`.
/// `op` is named if this is unknown.
Condition haveSameElements(Terms &terms, Arguments &arguments,
                           const TensorSymbol &expected,
                           const TensorSymbol &got, Operation *op);

} // namespace mlir::split::verification

#endif // SPLIT_MLIR_VERIFICATION_LIB_ELEMENTS_H
