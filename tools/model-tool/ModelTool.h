//===- ModelTool.h - What tools that compile models share -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_MODEL_TOOL_MODELTOOL_H
#define SPLIT_MLIR_TOOLS_MODEL_TOOL_MODELTOOL_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "split-mlir/HostAbi/NativeOptions.h"
#include "split-mlir/Pipelines/Pipelines.h"
#include "llvm/Support/CommandLine.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir {
class DialectRegistry;

namespace split {

/// The process's exit statuses.
enum ExitStatus { Success = 0, WrongInput = 1, WrongCommandLine = 2 };

/// The options of a tool that compiles a model, besides those of LLVM's
/// libraries that `kept` names. The others are not understood: accepting and
/// ignoring those, or clashing with one, would mislead.
class ModelOptions {
public:
  ModelOptions(StringRef title, StringRef defaultCpu,
               ArrayRef<StringRef> kept = {});

  llvm::cl::OptionCategory category;
  /// Where code is going to run, as NativeOptions has it.
  std::string target;
  llvm::cl::opt<std::string> model;
  llvm::cl::opt<std::string> cpu;
  llvm::cl::opt<unsigned> threads;
  llvm::cl::opt<bool> noRuntimeChecks;
  llvm::cl::opt<ResultKind> results;
  llvm::cl::opt<bool> onnxStrict;
  llvm::cl::opt<std::string> weights;

  NativeOptions getNativeOptions() const;
};

/// Parses the command line. `findMistake` tells what parsing alone does not
/// find, or nothing. Prints an error and returns false when something is wrong.
/// `--cpu=help` prints the processors and ends the process.
bool parseCommandLine(int argc, char **argv, StringRef overview,
                      ModelOptions &options,
                      llvm::function_ref<std::string()> findMistake);

/// Prints `TOOL: error: MESSAGE`.
ExitStatus fail(const Twine &message);
ExitStatus fail(llvm::Error error);

/// All that models are made of.
DialectRegistry getModelDialects();

/// Reads the model; `sources` keeps the text for diagnostics. Prints an error
/// and returns null when that fails.
OwningOpRef<ModuleOp> loadModel(const ModelOptions &options,
                                llvm::SourceMgr &sources, MLIRContext *context);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TOOLS_MODEL_TOOL_MODELTOOL_H
