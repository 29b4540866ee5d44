//===- Claims.h - Claims of proofs ------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_VERIFICATION_LIB_CLAIMS_H
#define SPLIT_MLIR_VERIFICATION_LIB_CLAIMS_H

#include "Encoder.h"
#include "mlir/IR/BuiltinOps.h"

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

// The messages of test/Diagnostics/messages.md, written for a solver. As in
// Rules.h, nothing here may use the code that generates checks.

/// Returns whether `format`, filled in with `values`, is a true statement about
/// a split: whether its numbers are those that it names, and the rule is broken
/// in the way that it says. Returns null for an unknown message.
Value isTrueMessage(Terms &terms, StringRef format, ArrayRef<Symbol> values,
                    const SplitRules &rules);

/// Wherever `assumption` holds, `goal` does.
struct Claim {
  Location loc;
  std::string name;
  Value assumption;
  /// Implies `exactGoal`.
  Value goal;
  /// What the claim is about, or null if that is `goal`.
  Value exactGoal = nullptr;
  /// The lowering may be right even if the claim does not hold.
  bool isNote = false;
  /// Only if the assumption can hold is anything claimed.
  bool needsAssumption = false;
  /// Why it is unknown if it is not proven, or empty if it may be refuted.
  std::string reason = {};
  /// What a counterexample shows, such as expected and found values.
  std::vector<std::pair<std::string, SmallVector<Value>>> values = {};

  Value getExactGoal() const { return exactGoal ? exactGoal : goal; }
};

/// A function and its lowering, over the same arguments.
struct Comparison {
  Comparison(Terms &terms, func::FuncOp function, func::FuncOp lowered,
             bool assumesRules, const Case &fixed);

  /// Adds the claims about the function, in this case.
  void addClaims();
  /// Returns a condition that holds if the original does nothing undefined and
  /// none of its checks and rules fails.
  Value getSuccess();
  /// Returns one case for each value of the axis of the only split, if it is an
  /// argument, and one for all values that are no axis. If data is of unknown
  /// rank, a constant axis is a case, too. Claims with products are about these
  /// cases.
  SmallVector<Case> getAxisCases() const;
  /// Adds the claims that the function has no check that fails, and returns the
  /// pieces of its first argument that O7 states. Fails if it has no such
  /// argument, dimension or results.
  LogicalResult addUneven(int64_t axis, int64_t count);
  bool hasPieces() const { return original.hasPieces || lowered.hasPieces; }

  Arguments arguments;
  Encoder original;
  Encoder lowered;
  SmallVector<Claim> claims;

private:
  /// Adds a claim about `op`, or about the function.
  void add(std::string name, Value assumption, Value goal,
           Operation *op = nullptr);
  void addChecks();
  bool areChecksNamed() const;
  void addOtherChecks();
  void addRule(RuleId id, Value before);
  void addMessages();
  void addRequirements();
  void addResults();
  void addTensor(std::string name, const TensorSymbol &expected,
                 const TensorSymbol &got);
  Value getDefined();

  Terms &terms;
  func::FuncOp function;
  bool assumesRules;
  Case fixed;
};

/// The assertions of a script.
using Assertions = SmallVector<Value>;

/// Makes modules with an `smt.solver` for each script, which has the terms that
/// its assertions depend on.
class ClaimScripts {
public:
  ClaimScripts(const Comparison &comparison, Terms &terms)
      : comparison(comparison), terms(terms) {}

  /// Returns what can hold only if the claim does not. With `exists`, data has
  /// fewer than 2^63 elements.
  Assertions refute(const Claim &claim, Value goal, bool exists);
  /// The same for the assumption of a claim.
  Assertions assume(const Claim &claim);

  /// With `logic`, the scripts name it, as other solvers than z3 need it.
  OwningOpRef<ModuleOp> getModule(ArrayRef<Assertions> scripts,
                                  StringRef logic = "");

  /// Returns an op that the claim depends on and the encoder does not know, or
  /// null.
  Operation *findUnknown(const Claim &claim);

  /// Returns whether no product that the claim depends on has two variables.
  static bool isLinear(const Claim &claim);

  /// Returns the free variables that the claim depends on.
  static SmallVector<Value> getVariables(const Claim &claim);

private:
  void append(OpBuilder &builder, ArrayRef<Value> assertions, StringRef logic);

  const Comparison &comparison;
  Terms &terms;
};

} // namespace mlir::split::verification

#endif // SPLIT_MLIR_VERIFICATION_LIB_CLAIMS_H
