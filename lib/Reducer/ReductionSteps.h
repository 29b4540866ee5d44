//===- ReductionSteps.h - Steps that simplify modules -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step fails if it does not apply.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_REDUCER_REDUCTIONSTEPS_H
#define SPLIT_MLIR_LIB_REDUCER_REDUCTIONSTEPS_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/Tester.h"

namespace mlir::split {

/// Simplifies the module of an op, depending on that module alone. A step that
/// fails may leave the module in any state.
using ReductionStep = function_ref<LogicalResult(RewriterBase &, Operation *)>;

/// Returns whether `module` is valid and `tester` finds it interesting. Reports
/// no diagnostics.
bool isInteresting(const Tester &tester, ModuleOp module);

/// Takes `step` at `op` if a copy of the module is still interesting after it.
/// Otherwise fails and changes nothing.
LogicalResult tryStep(const Tester &tester, RewriterBase &rewriter,
                      Operation *op, ReductionStep step);

/// Erases an op without uses.
LogicalResult eraseUnused(RewriterBase &rewriter, Operation *op);

/// %r = op(%a, %b)  ->  uses of %r read %a, the first of %r's type
LogicalResult replaceByOperands(RewriterBase &rewriter, Operation *op);

/// %r = op(...)  ->  uses of %r read a new argument of the function
LogicalResult replaceByArguments(RewriterBase &rewriter, Operation *op);

/// op { %r = body(...) }  ->  %r = body(...), for the region numbered `index`
LogicalResult inlineRegion(RewriterBase &rewriter, Operation *op,
                           unsigned index);

/// cf.cond_br ...  ->  return, of new arguments where it has operands
LogicalResult returnInstead(RewriterBase &rewriter, Operation *branch);

/// cf.cond_br %c, ^bb1, ^bb2  ->  cf.br to the successor numbered `index`
LogicalResult branchAlways(RewriterBase &rewriter, Operation *op,
                           unsigned index);

/// cf.br ^bb1, if ^bb1 has no other predecessor  ->  the ops of ^bb1
LogicalResult mergeSuccessor(RewriterBase &rewriter, Operation *op);

/// func @f(...) -> (A, B) { return %a, %b }
///   ->  func @f(...) -> A { return %a }
LogicalResult dropResult(RewriterBase &rewriter, Operation *op, unsigned index);

/// func @f(%a, %unused)  ->  func @f(%a)
LogicalResult dropArgument(RewriterBase &rewriter, Operation *op,
                           unsigned index);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_REDUCER_REDUCTIONSTEPS_H
