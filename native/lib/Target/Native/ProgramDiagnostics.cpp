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
using namespace mlir::split::native;

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

using Messages = SmallVector<std::pair<Location, std::string>>;

/// Returns the errors of the verifier.
static Messages verifyAgain(ModuleOp module) {
  Messages errors;
  ScopedDiagnosticHandler collect(module.getContext(), [&](Diagnostic &error) {
    errors.emplace_back(error.getLocation(), error.str());
    return success();
  });
  (void)verify(module);
  return errors;
}

static void emitInternalError(Diagnostic &error) {
  emitError(error.getLocation(), "an internal error keeps this part of the "
                                 "program from being compiled")
          .attachNote()
      << "the error is: " << error.str();
}

LogicalResult
mlir::split::native::reportFailure(ModuleOp module,
                                   llvm::function_ref<LogicalResult()> lower) {
  MLIRContext *context = module.getContext();
  Location location = module.getLoc();
  OpNames ops;
  module->walk([&](Operation *op) { ops.insert(op->getName()); });
  std::vector<Diagnostic> errors;
  LogicalResult result = failure();
  {
    ScopedDiagnosticHandler collect(context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
        return failure();
      errors.push_back(std::move(diagnostic));
      return success();
    });
    result = lower();
  }
  Messages invalid;
  if (failed(result))
    invalid = verifyAgain(module);
  for (Diagnostic &error : errors)
    if (namesOtherOp(error.str(), ops, context) ||
        llvm::is_contained(invalid,
                           std::pair(error.getLocation(), error.str())))
      emitInternalError(error);
    else
      context->getDiagEngine().emit(std::move(error));
  if (failed(result) && errors.empty())
    emitError(location, "the module cannot be lowered to native code");
  return result;
}
