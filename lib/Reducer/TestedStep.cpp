//===- TestedStep.cpp - a change that a test has agreed to ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestedStep.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlir;

bool mlir::split::isInteresting(const Tester &tester, ModuleOp module) {
  // The tester verifies the module, which is to be silent.
  ScopedDiagnosticHandler silence(module.getContext(),
                                  [](Diagnostic &) { return success(); });
  return tester.isInteresting(module).first == Tester::Interestingness::True;
}

/// The outermost op that `op` stands in.
static ModuleOp getModule(Operation *op) {
  while (Operation *parent = op->getParentOp())
    op = parent;
  return cast<ModuleOp>(op);
}

LogicalResult mlir::split::tryStep(const Tester &tester, RewriterBase &rewriter,
                                   Operation *op, ReductionStep step) {
  IRMapping mapping;
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(getModule(op)->clone(mapping));
  Operation *copyOfOp = mapping.lookup(op);
  IRRewriter copyRewriter(copyOfOp);
  if (failed(step(copyRewriter, copyOfOp)) || !isInteresting(tester, *copy))
    return failure();
  rewriter.setInsertionPoint(op);
  return step(rewriter, op);
}
