//===- Elements.h - Compare the elements of tensors -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_VERIFICATION_ELEMENTS_H
#define SPLIT_MLIR_LIB_VERIFICATION_ELEMENTS_H

#include "Encoder.h"

namespace mlir::split {

/// Returns whether two tensors of the same sizes, which are not empty, have the
/// same elements. Those of `expected` that are undefined may be any in `got`.
Value haveSameElements(Terms &terms, Arguments &arguments,
                       const TensorSymbol &expected, const TensorSymbol &got);

/// Returns whether two parts of the same data of unknown rank have the same
/// sizes, along any dimension, and the same elements, if they have any.
Value areSameParts(Terms &terms, Arguments &arguments,
                   const TensorSymbol &expected, const TensorSymbol &got);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_VERIFICATION_ELEMENTS_H
