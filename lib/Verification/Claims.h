//===- Claims.h - What is proven about a function ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_VERIFICATION_CLAIMS_H
#define SPLIT_MLIR_LIB_VERIFICATION_CLAIMS_H

#include "Encoder.h"

namespace mlir::split {

/// Wherever `assumption` holds, `goal` does.
struct Claim {
  Location loc;
  std::string name;
  Value assumption;
  Value goal;
  /// Whether it needs that data exists.
  bool usesProducts = false;
};

/// A function and its lowering, over the same arguments.
struct Comparison {
  Comparison(Terms &terms, func::FuncOp function, func::FuncOp lowered,
             bool assumesRules, const Case &fixed = {});

  /// Returns all claims about the function. Those with products of sizes along a
  /// run-time axis only state that the axis is in range, for each of the cases.
  SmallVector<Claim> getClaims();
  /// Returns the cases of an axis that is an argument: each in range.
  SmallVector<Case> getCases() const;
  /// Returns the claims with products of sizes.
  SmallVector<Claim> getProductClaims();
  /// Adds the claims that the function has no check that fails, and returns the
  /// pieces of its first argument that O7 states. Fails if it has no such
  /// argument, dimension or results.
  LogicalResult addUneven(SmallVectorImpl<Claim> &claims, int64_t axis,
                          int64_t count);

  Arguments arguments;
  Encoder original;
  Encoder lowered;

private:
  SmallVector<Claim> getAllClaims();
  void addChecks(SmallVectorImpl<Claim> &claims);
  void addRule(SmallVectorImpl<Claim> &claims, RuleId id, Value before);
  void addRequirements(SmallVectorImpl<Claim> &claims);
  void addPieces(SmallVectorImpl<Claim> &claims);
  void addResults(SmallVectorImpl<Claim> &claims);
  Value haveSameElements(const TensorSymbol &expected, const TensorSymbol &got);
  Value areSame(const TensorSymbol &expected, const TensorSymbol &got);
  Value arePieces(const SplitRules &rules, unsigned first);

  Terms &terms;
  func::FuncOp function;
  bool assumesRules;
  Case fixed;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_VERIFICATION_CLAIMS_H
