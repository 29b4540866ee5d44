//===- ClaimScripts.h - Claims as scripts for a solver ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_VERIFICATION_CLAIMSCRIPTS_H
#define SPLIT_MLIR_LIB_VERIFICATION_CLAIMSCRIPTS_H

#include "Claims.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::split {

/// Makes an `smt.solver` of each claim that is satisfiable if and only if the
/// claim does not hold. It has the terms that the claim depends on.
class ClaimScripts {
public:
  ClaimScripts(const Comparison &comparison, Terms &terms)
      : comparison(comparison), terms(terms) {}

  OwningOpRef<ModuleOp> getAll(ArrayRef<Claim> claims);

  /// The same, but residues of addresses are any numbers below their moduli.
  /// What is proven of these holds, and what is refuted may hold.
  OwningOpRef<ModuleOp> getAbstract(ArrayRef<Claim> claims);

  /// Returns a module with the script of one claim and `constraints`.
  OwningOpRef<ModuleOp> getOne(const Claim &claim, ArrayRef<Value> constraints);

  /// Returns an op that the claim depends on and the encoder does not know, or
  /// null.
  Operation *findUnknown(const Claim &claim);

  /// Returns whether no product that the claim depends on has two variables.
  static bool isLinear(const Claim &claim);

  /// Returns whether what the claim is about has a variable that `matches`.
  static bool dependsOn(const Claim &claim, function_ref<bool(Value)> matches);

  /// Returns the free variables that the claim depends on.
  static SmallVector<Value> getVariables(const Claim &claim);

private:
  OwningOpRef<ModuleOp> getModule(ArrayRef<Claim> claims);
  void append(OpBuilder &builder, Location loc, ArrayRef<Value> assertions);
  bool hasAddress(Value value);
  std::optional<llvm::APInt> getLimit(Value value);

  const Comparison &comparison;
  Terms &terms;
  bool isAbstract = false;
  /// Whether terms depend on addresses.
  llvm::DenseMap<Value, bool> addresses;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_VERIFICATION_CLAIMSCRIPTS_H
