//===- Fuzzing.h - What the fuzzers of importers do -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_COMMON_FUZZING_H
#define SPLIT_MLIR_TOOLS_COMMON_FUZZING_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <memory>

namespace mlir::split {

/// Ends the process with the text of `module` if it cannot be parsed, does not
/// verify, or prints differently after that.
inline void requireRoundTrip(ModuleOp module) {
  std::string text, again;
  llvm::raw_string_ostream(text) << module;
  ParserConfig config(module.getContext());
  if (auto parsed = parseSourceString<ModuleOp>(text, config))
    llvm::raw_string_ostream(again) << *parsed;
  if (text == again)
    return;
  llvm::errs() << "does not parse to what was printed:\n" << text;
  std::abort();
}

/// Calls `import`, which imports a model, until it succeeds: without and with
/// operators that it keeps. In the latter case, the result must parse again.
inline void testImport(
    llvm::function_ref<OwningOpRef<ModuleOp>(MLIRContext &, bool keepUnknown)>
        import) {
  // A context keeps its attributes and types until it is gone.
  constexpr unsigned kRunsPerContext = 1000;
  static std::unique_ptr<MLIRContext> context;
  static unsigned runs = 0;
  if (runs++ % kRunsPerContext == 0)
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler handler(context.get(),
                                  [](Diagnostic &) { return success(); });
  if (import(*context, /*keepUnknown=*/false))
    return;
  if (auto module = import(*context, /*keepUnknown=*/true))
    requireRoundTrip(*module);
}

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_COMMON_FUZZING_H
