//===- Counterexample.h - Arguments that break a claim ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_VERIFICATION_LIB_COUNTEREXAMPLE_H
#define SPLIT_MLIR_VERIFICATION_LIB_COUNTEREXAMPLE_H

#include "ClaimScripts.h"
#include "Solver.h"

namespace mlir::split::verification {

/// Returns arguments that break a refuted claim, in words: "axis 0 of size 3,
/// lengths [2, 2]; argument 0 of sizes [3], argument 1 = [2, 2]; expected sizes
/// [2], found sizes [1]". Data exists. Returns none if the solver finds none
/// within its time. Unless `areSmall`, the sizes may not fit memory.
std::optional<std::string>
describeCounterexample(const Solver &solver, ClaimScripts &scripts,
                       const Comparison &comparison, Terms &terms,
                       const Claim &claim, bool areSmall);

} // namespace mlir::split::verification

#endif // SPLIT_MLIR_VERIFICATION_LIB_COUNTEREXAMPLE_H
