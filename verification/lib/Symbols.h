//===- Symbols.h - Values of a program as terms -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_VERIFICATION_LIB_SYMBOLS_H
#define SPLIT_MLIR_VERIFICATION_LIB_SYMBOLS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::split::verification {

/// An integer, an index or a boolean. All members are terms.
struct Symbol {
  Value term;
  /// Whether the value is poison.
  Value poison;
  /// Whether an operation that the value depends on wrapped around as a signed
  /// number. A select depends on the value that it selects.
  Value wraps;
  /// For a product: the number of which `term` has the last 64 bits, else null.
  Value exact = nullptr;

  Value getExact() const { return exact ? exact : term; }
};

/// A tensor: element (i, j) is element (offsets[0] + i, offsets[1] + j) of
/// another tensor, its root. A reshaped tensor has the elements of such a part
/// of its root, in row-major order. In each case, each tensor has a rank.
struct TensorSymbol {
  /// Roots of different numbers are different tensors.
  unsigned root = 0;
  SmallVector<Symbol> offsets;
  SmallVector<Symbol> sizes;
  /// The shape of the root for these offsets. Products are exact here: that
  /// they do not wrap around is claimed where a tensor is reshaped.
  SmallVector<Value, 0> rootSizes;
  /// The sizes of the part, for a reshaped tensor, otherwise empty.
  SmallVector<Value, 0> partSizes;
  /// The elements of a short tensor of integers, otherwise empty.
  SmallVector<Symbol, 0> elements;
};

/// A part of a tensor that others make up.
struct TensorPart {
  /// Whether any element of the whole tensor comes from here.
  Value condition;
  /// Where the part starts in the whole tensor, and its sizes there.
  SmallVector<Value, 0> begin, sizes;
  TensorSymbol tensor;
  /// For each dimension of `tensor`, that of the whole one, or none where its
  /// size is 1.
  SmallVector<std::optional<unsigned>> dims;
};

/// A tensor that is no part of others, and no argument.
struct RootSymbol {
  /// The op that computes it.
  Operation *op = nullptr;
  /// An element is that of the first of these parts that has it.
  std::vector<TensorPart> parts;
  /// Its elements as numbers, in row-major order; one if all are equal.
  SmallVector<Symbol> values;
  /// Whether its elements may be anything, and others each time.
  bool isUndefined = false;
};

} // namespace mlir::split::verification

#endif // SPLIT_MLIR_VERIFICATION_LIB_SYMBOLS_H
