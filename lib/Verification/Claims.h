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
  /// Claims that hold together exactly if this one does, or none.
  std::vector<Claim> parts = {};
  /// What the claim is about, without the facts that hold for all claims.
  Value subject = nullptr;
};

/// A function and its lowering, over the same arguments.
struct Comparison {
  Comparison(Terms &terms, func::FuncOp function, func::FuncOp lowered,
             bool assumesRules, const Case &fixed = {});

  /// Returns the claims about the function, in this case.
  SmallVector<Claim> getClaims();
  /// Returns the cases that claims with products of sizes are about: each value
  /// in range of an axis that is an argument. If data is of unknown rank, its
  /// rank is the one that results state, or else the axis is in range and has
  /// one of both signs.
  SmallVector<Case> getCases() const;
  /// Replaces claims that the cases are about by claims that each case is one
  /// of these.
  void leaveToCases(SmallVectorImpl<Claim> &claims, ArrayRef<Case> cases) const;
  /// Returns whether sizes of data of unknown rank are terms.
  bool hasUnknownRank() const { return !arguments.unranked.empty(); }
  /// Adds the claims that the function has no check that fails, and returns the
  /// pieces of its first argument that O7 states. Fails if it has no such
  /// argument, dimension or results.
  LogicalResult addUneven(SmallVectorImpl<Claim> &claims, int64_t axis,
                          int64_t count);

  Arguments arguments;
  Encoder original;
  Encoder lowered;

private:
  void assumeAxis();
  bool isAboutProducts(const Claim &claim) const;
  SmallVector<Claim> getAllClaims();
  void addChecks(SmallVectorImpl<Claim> &claims);
  void addOtherChecks(SmallVectorImpl<Claim> &claims);
  void addRule(SmallVectorImpl<Claim> &claims, RuleId id, Value before);
  void addMessages(SmallVectorImpl<Claim> &claims);
  void addRequirements(SmallVectorImpl<Claim> &claims);
  void joinRequirements(SmallVectorImpl<Claim> &claims);
  void addPieces(SmallVectorImpl<Claim> &claims);
  void addResults(SmallVectorImpl<Claim> &claims);
  Value getDefined();
  bool hasPlace(const TensorSymbol *tensor) const;
  Value areSame(const TensorSymbol &expected, const TensorSymbol &got);
  Value arePieces(const SplitRules &rules, unsigned first);

  Terms &terms;
  func::FuncOp function;
  bool assumesRules;
  Case fixed;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_VERIFICATION_CLAIMS_H
