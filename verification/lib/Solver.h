//===- Solver.h - Solvers, and what their models show -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_VERIFICATION_LIB_SOLVER_H
#define SPLIT_MLIR_VERIFICATION_LIB_SOLVER_H

#include "Claims.h"
#include "mlir/Dialect/SMT/IR/SMTOps.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::split::verification {

enum class Verdict { Satisfiable, Unsatisfiable, Unknown };

/// Values of variables by their names, of 256 bits. A boolean is 0 or 1.
using Model = llvm::StringMap<llvm::APInt>;

/// The program that decides SMT-LIB scripts, with the options of z3.
class Solver {
public:
  /// Each claim has `timeout` seconds; then, the process is killed. Errors are
  /// reported at `loc`.
  Solver(Location loc, StringRef program, unsigned timeout)
      : loc(loc), program(program), timeout(timeout) {}

  /// Decides each `smt.solver` of `claims`, in order.
  FailureOr<SmallVector<Verdict>>
  decide(ModuleOp claims, ArrayRef<StringRef> options = {}) const;

  /// Options to decide claims by linear arithmetic alone: products of variables
  /// are any numbers.
  static ArrayRef<StringRef> getLinearOptions();

  /// Finds values of `variables` that satisfy the one `smt.solver` of `claims`.
  /// Unless it is satisfiable, `model` does not change.
  Verdict findModel(ModuleOp claims, ArrayRef<std::string> variables,
                    Model &model) const;

private:
  struct Output {
    std::string text;
    /// "status 1", or the name of a signal.
    std::string ending;
    /// Whether the time limit ended the solver.
    bool isCut = false;
  };

  /// Returns what the solver prints about a script within its time.
  FailureOr<Output> run(StringRef script, ArrayRef<StringRef> options) const;
  FailureOr<SmallVector<Verdict>> decideSome(ArrayRef<smt::SolverOp> claims,
                                             ArrayRef<StringRef> options) const;

  Location loc;
  StringRef program;
  unsigned timeout;
};

/// Returns arguments that break a refuted claim, in words: "axis 0 of size 3,
/// lengths [2, 2]; argument 0 of sizes [3], argument 1 = [2, 2]; expected sizes
/// [2], found sizes [1]". Data exists. Returns none if the solver finds none
/// within its time. Unless `areSmall`, the sizes may not fit memory.
std::optional<std::string>
describeCounterexample(const Solver &solver, ClaimScripts &scripts,
                       const Comparison &comparison, Terms &terms,
                       const Claim &claim, bool areSmall);

} // namespace mlir::split::verification

#endif // SPLIT_MLIR_VERIFICATION_LIB_SOLVER_H
