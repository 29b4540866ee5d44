//===- Rules.h - Rules of splits as terms -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_VERIFICATION_LIB_RULES_H
#define SPLIT_MLIR_VERIFICATION_LIB_RULES_H

#include "Terms.h"
#include "mlir/IR/Value.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
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

// The rules of docs/Semantics.md, written for a solver. Nothing here may use
// the code that checks, infers or lowers splits: a fault of that code must not
// hide in both. The ops are read only by the accessors that TableGen generates.

/// The rules that checks are named after, in the order in which each relies on
/// those before it. Rank: the data has the rank that a result type states (R6).
enum class RuleId { Rank, R1, R2, R3, R4, R6 };
constexpr unsigned kNumRules = 6;
StringRef getName(RuleId id);

/// The operands of a split as terms.
struct SplitOperands {
  TensorSymbol data;
  /// The axis as given: an element or a scalar.
  Value axis;
  /// The lengths as given. Empty for equal pieces.
  SmallVector<Value> lengths;
  /// Whether a length is an index value, which is never -1 (V7).
  SmallVector<bool> areIndexValues;
};

/// What the rules state about a split. Integers have no bounds.
struct SplitRules {
  SplitRules(Terms &terms, Operation *op, const SplitOperands &operands);

  /// No check before the split fails.
  Value passedBefore;
  /// The split runs.
  Value path;
  /// Whether the split obeys each rule, given that it obeys those before.
  Value rules[kNumRules];
  /// The axis and the lengths as given, and the axis counted from the front.
  Value givenAxis;
  SmallVector<Value> givenLengths;
  /// Whether a length is an index value.
  SmallVector<bool> areIndexValues;
  /// The rank of the data, and the one that result types state.
  int64_t rank;
  std::optional<int64_t> statedRank;
  Value axis;
  Value axisSize;
  SmallVector<Value> offsets;
  SmallVector<Value> sizes;
  SmallVector<TensorSymbol> pieces;
  /// The sizes that the type of each result states.
  SmallVector<SmallVector<int64_t>> statedSizes;

private:
  void readAxis(Operation *op, const SplitOperands &operands);
  void readEqualPieces(int64_t count);
  void readLengths(const SplitOperands &operands);
  void placePieces(const TensorSymbol &data);
  void readResultTypes(Operation *op);

  Terms &terms;
};

/// Returns the pieces that O7 states for `count` outputs along dimension
/// `axis`.
SmallVector<TensorSymbol> getUnevenPieces(Terms &terms,
                                          const TensorSymbol &data,
                                          int64_t axis, int64_t count);

} // namespace mlir::split::verification

#endif // SPLIT_MLIR_VERIFICATION_LIB_RULES_H
