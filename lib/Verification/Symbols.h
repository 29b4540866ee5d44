//===- Symbols.h - Values of a program as terms -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_VERIFICATION_SYMBOLS_H
#define SPLIT_MLIR_LIB_VERIFICATION_SYMBOLS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::split {

/// An integer, an index or a boolean. All members are terms.
struct Symbol {
  Value term;
  /// Whether the value is poison.
  Value poison;
  /// Whether an operation that the value depends on wrapped around as a signed
  /// number. A select depends on the value that it selects.
  Value wraps;
  /// The product of a multiplication without wrap-around, else null.
  Value exact = nullptr;
};

/// A tensor of known rank: element (i, j) is element (offsets[0] + i,
/// offsets[1] + j) of another tensor, its root. A reshaped tensor has the
/// elements of such a part of its root, in row-major order.
struct TensorSymbol {
  /// Roots of different numbers are different tensors.
  unsigned root = 0;
  SmallVector<Symbol> offsets;
  SmallVector<Symbol> sizes;
  /// The shape of the root for these offsets. Empty if it is not known.
  SmallVector<Value, 0> rootSizes;
  /// The sizes of the part, for a reshaped tensor, otherwise empty.
  SmallVector<Value, 0> partSizes;
  /// The elements of a short tensor of integers, otherwise empty.
  SmallVector<Symbol> elements;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_VERIFICATION_SYMBOLS_H
