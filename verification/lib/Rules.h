//===- Rules.h - The rules of splits as terms -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of docs/Semantics.md, written for a solver. Nothing here may use
// the code that checks, infers or lowers splits: a fault of that code must not
// hide in both. The ops are read only by the accessors that TableGen generates.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_VERIFICATION_LIB_RULES_H
#define SPLIT_MLIR_VERIFICATION_LIB_RULES_H

#include "Symbols.h"
#include "Terms.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split::verification {

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
