//===- TestedStep.h - a change that a test has agreed to --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_REDUCER_TESTEDSTEP_H
#define SPLIT_MLIR_LIB_REDUCER_TESTEDSTEP_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/Tester.h"

namespace mlir {
namespace split {

/// Makes the module that the op stands in simpler, by what that module alone
/// tells, or fails; it may then leave anything behind.
using ReductionStep = function_ref<LogicalResult(RewriterBase &, Operation *)>;

/// Whether `module` is valid and `tester` finds it interesting. Prints nothing.
bool isInteresting(const Tester &tester, ModuleOp module);

/// Takes `step` at `op` if a copy of the module is still interesting after it,
/// else fails and changes nothing.
LogicalResult tryStep(const Tester &tester, RewriterBase &rewriter,
                      Operation *op, ReductionStep step);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_REDUCER_TESTEDSTEP_H
