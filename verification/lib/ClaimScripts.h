//===- ClaimScripts.h - Claims as scripts for a solver ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_VERIFICATION_LIB_CLAIMSCRIPTS_H
#define SPLIT_MLIR_VERIFICATION_LIB_CLAIMSCRIPTS_H

#include "Claims.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::split::verification {

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

#endif // SPLIT_MLIR_VERIFICATION_LIB_CLAIMSCRIPTS_H
