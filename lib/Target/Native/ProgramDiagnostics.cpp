//===- ProgramDiagnostics.cpp - Errors in terms of the program ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramDiagnostics.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::split;

using OpNames = DenseSet<OperationName>;

/// Returns whether `message` quotes the name of an op that is not in `ops`.
static bool namesOtherOp(StringRef message, const OpNames &ops,
                         MLIRContext *context) {
  while (!message.empty()) {
    auto [name, rest] = message.split('\'').second.split('\'');
    auto registered = RegisteredOperationName::lookup(name, context);
    if (registered && !ops.contains(*registered))
      return true;
    message = rest;
  }
  return false;
}

static bool isInvalid(ModuleOp module) {
  ScopedDiagnosticHandler ignore(module.getContext(),
                                 [](Diagnostic &) { return success(); });
  return failed(verify(module));
}

static void emitInternalError(Diagnostic &error) {
  emitError(error.getLocation(), "an internal error keeps this part of the "
                                 "program from being compiled")
          .attachNote()
      << "the error is: " << error.str();
}

LogicalResult
mlir::split::reportFailure(ModuleOp module,
                           llvm::function_ref<LogicalResult()> lower) {
  MLIRContext *context = module.getContext();
  Location location = module.getLoc();
  OpNames ops;
  module->walk([&](Operation *op) { ops.insert(op->getName()); });
  std::vector<Diagnostic> diagnostics;
  LogicalResult result = failure();
  {
    ScopedDiagnosticHandler collect(context, [&](Diagnostic &diagnostic) {
      diagnostics.push_back(std::move(diagnostic));
      return success();
    });
    result = lower();
  }
  bool isBroken = failed(result) && isInvalid(module), hasReported = false;
  for (Diagnostic &diagnostic : diagnostics) {
    bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
    hasReported |= isError;
    if (isError && (isBroken || namesOtherOp(diagnostic.str(), ops, context)))
      emitInternalError(diagnostic);
    else
      context->getDiagEngine().emit(std::move(diagnostic));
  }
  if (failed(result) && !hasReported)
    emitError(location, "the module cannot be lowered to native code");
  return result;
}
