//===- Verifier.h - Prove that lowerings of splits are right ----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_VERIFICATION_LIB_VERIFIER_H
#define SPLIT_MLIR_VERIFICATION_LIB_VERIFIER_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::split::verification {

struct VerifierOptions {
  /// Assume that the arguments obey the rules, for code without checks.
  bool assumeRules = false;
  /// Assume that data of unknown rank has at most this rank, which is at most
  /// kMaxRank. Without, ranks above kDefaultMaxRank are reported as unknown.
  std::optional<int64_t> maxRank;
  static constexpr int64_t kDefaultMaxRank = 6, kMaxRank = 20;
  /// A dimension and a number of pieces: the functions also return the pieces
  /// of their first argument that rule O7 states.
  std::optional<std::pair<int64_t, int64_t>> uneven;
  /// A program that takes the options of z3.
  std::string solver = "z3";
  /// The time limit of each claim, in seconds, at least 1.
  unsigned timeout = 10;
  /// Where to write the claims in SMT-LIB instead of deciding them, or null.
  llvm::raw_ostream *claims = nullptr;
};

/// How many claims have which verdict. A claim about several cases, such as
/// ranks, counts once.
struct Verdicts {
  unsigned proven = 0;
  unsigned refuted = 0;
  unsigned unknown = 0;
  /// Functions that are not compared, or not in all that they do.
  unsigned notCompared = 0;
};

/// Adds the dialects that claims consist of.
void registerVerifierDialects(DialectRegistry &registry);

/// Compares each function of `before` with the one of the same name in `after`,
/// for all values of its arguments, as verification/docs/Verification.md
/// states. Reports a remark for each claim that is proven, an error with a
/// counterexample for each one that is refuted, and a warning for what is
/// unknown or not compared. Changes neither module but for affine ops, which
/// become arithmetic. Fails, with an error, if the solver does not run or
/// answer.
FailureOr<Verdicts> verifyLowering(ModuleOp before, ModuleOp after,
                                   const VerifierOptions &options);

} // namespace mlir::split::verification

#endif // SPLIT_MLIR_VERIFICATION_LIB_VERIFIER_H
