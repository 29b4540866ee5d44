//===- Solver.h - Decide claims by z3 ---------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_VERIFICATION_SOLVER_H
#define SPLIT_MLIR_LIB_VERIFICATION_SOLVER_H

#include "mlir/Dialect/SMT/IR/SMTOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::split {

enum class Verdict { Satisfiable, Unsatisfiable, Unknown };

/// Values of variables by their names, of 256 bits. A boolean is 0 or 1.
using Model = llvm::StringMap<llvm::APInt>;

/// The program that decides SMT-LIB scripts, with the options of z3.
class Solver {
public:
  /// Errors are reported at `loc`.
  Solver(Location loc, StringRef program, unsigned timeout)
      : loc(loc), program(program), timeout(timeout) {}

  /// Decides each `smt.solver` of `claims`, in order.
  FailureOr<SmallVector<Verdict>>
  decide(ModuleOp claims, ArrayRef<StringRef> options = {}) const;

  /// Options to decide claims by linear arithmetic alone: products of variables
  /// are any numbers.
  static ArrayRef<StringRef> getLinearOptions();

  /// Returns a model of `variables` that satisfies the one `smt.solver` of
  /// `claims`, or none if there is none or it takes too long.
  std::optional<Model> findModel(ModuleOp claims,
                                 ArrayRef<std::string> variables) const;

private:
  struct Output {
    std::string text;
    /// "status 1", or the name of a signal.
    std::string ending;
  };

  /// Returns what the solver prints about a script.
  FailureOr<Output> run(StringRef script, unsigned numClaims,
                        ArrayRef<StringRef> options = {}) const;
  /// Reads a verdict for each claim.
  FailureOr<SmallVector<Verdict>> parse(const Output &output,
                                        unsigned numClaims) const;

  Location loc;
  StringRef program;
  unsigned timeout;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_VERIFICATION_SOLVER_H
