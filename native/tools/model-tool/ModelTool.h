//===- ModelTool.h - Options and models of compiling tools ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_MODEL_TOOL_MODELTOOL_H
#define SPLIT_MLIR_NATIVE_TOOLS_MODEL_TOOL_MODELTOOL_H

#include "Compiler/Compiler.h"
#include "split-mlir/HostAbi/NativeOptions.h"
#include "split-mlir/Pipelines/Pipelines.h"
#include "split-mlir/Support/Models.h"
#include "llvm/Support/CommandLine.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::split::native {

namespace cl = llvm::cl;

/// The process's exit statuses.
enum ExitStatus { Success = 0, WrongInput = 1, WrongCommandLine = 2 };

/// Removes the options of LLVM's libraries, because tools would ignore them,
/// and their names may clash. Returns `title`, so that the initializer of a
/// first member can call this function.
StringRef removeForeignOptions(StringRef title);

/// The options of a tool that compiles a model. The constructor removes the
/// options of LLVM's libraries, except those for debugging LLVM, and adds
/// MLIR's options for pass managers, times and printed IR.
class ModelOptions {
public:
  ModelOptions(StringRef title, StringRef defaultCpu);

  cl::OptionCategory category;
  /// NativeOptions::target.
  std::string target;
  cl::opt<std::string> model{cl::Positional, cl::Required,
                             cl::desc("<FILE.mlir|FILE.onnx|FILE.xml|->"),
                             cl::cat(category)};
  cl::opt<std::string> cpu{"cpu", cl::value_desc("NAME"), cl::cat(category)};
  cl::opt<unsigned> threads{
      "threads", cl::value_desc("N"), cl::init(1),
      cl::desc("Number of threads that compiled code may use; above 1, it "
               "needs libomp.so.5 (default: 1)"),
      cl::cat(category)};
  cl::opt<bool> noRuntimeChecks{
      "no-runtime-checks",
      cl::desc("Omit run-time checks; a violation is then undefined "
               "behaviour"),
      cl::cat(category)};
  cl::opt<bool> debugInfo{
      "g",
      cl::desc("Add line tables, by which debuggers and profilers show "
               "the lines of the model, or its nodes"),
      cl::cat(category)};
  cl::opt<bool> orderedReductions{
      "ordered-reductions",
      cl::desc("Add and multiply floats in the order of the program, "
               "which is slower"),
      cl::cat(category)};
  cl::opt<ResultKind> results{
      "results", cl::desc("How to return parts of arguments (default: copies)"),
      cl::values(
          clEnumValN(ResultKind::Copies, "copies", "copies"),
          clEnumValN(ResultKind::Views, "views", "views of the arguments")),
      cl::init(ResultKind::Copies), cl::cat(category)};
  cl::opt<bool> onnxStrict{
      "onnx-strict", cl::desc("Turn warnings about ONNX models into errors"),
      cl::cat(category)};
  cl::opt<std::string> weights{
      "weights", cl::value_desc("FILE.bin"),
      cl::desc("The weights of an OpenVINO model (default: the .bin file "
               "beside it)"),
      cl::cat(category)};

  cl::opt<std::string> machineProfile{
      "machine-profile", cl::value_desc("FILE"),
      cl::desc("A profile from split-tune of the machine to compile for, "
               "or none (default: with --cpu=native the profile of this "
               "machine if it has one, else none)"),
      cl::cat(category)};

  /// Options of other compilers, which parsing rejects in words.
  cl::opt<std::string> optimize{"O", cl::Prefix, cl::ValueOptional, cl::Hidden,
                                cl::cat(category)};
  cl::opt<bool> verbose{"v", cl::Hidden, cl::cat(category)};

  /// The description of `--cpu`.
  std::string cpuHelp;
  /// `--debug-only` where LLVM lacks it, which parsing rejects in words.
  std::optional<cl::opt<std::string>> missingDebugOnly;

  NativeOptions getNativeOptions() const;
  /// Returns the files of the model that the command line names.
  std::vector<std::string> listModelFiles() const;
};

/// Parses the command line. `findMistake` returns an error that parsing does
/// not find, or an empty string. Prints an error and returns false if the
/// command line is invalid. `--cpu=help` prints the processors and ends the
/// process.
bool parseCommandLine(int argc, char **argv, StringRef overview,
                      ModelOptions &options,
                      llvm::function_ref<std::string()> findMistake);

/// Returns an error if `--threads=threads` is invalid, or an empty string.
std::string findThreadsMistake(unsigned threads);

/// Prints `TOOL: error: MESSAGE`.
ExitStatus fail(const Twine &message);
ExitStatus fail(llvm::Error error);

/// Prints `TOOL: warning: MESSAGE`.
void warn(const Twine &message);

/// Adds the machine profile for `options` to the target spec of `module`.
llvm::Error addMachineProfile(const ModelOptions &options, ModuleOp module);

/// Returns the dialects and extensions that models may use, and registers the
/// importers that are built.
DialectRegistry getModelDialects();

/// Reads the model; `sources` keeps the text for diagnostics. Prints an error
/// and returns null on failure, also if one of `outputs` is a file that the
/// model has its data in. If `dataFiles` is not null, these files are appended.
OwningOpRef<ModuleOp> loadModel(const ModelOptions &options,
                                ArrayRef<std::string> outputs,
                                llvm::SourceMgr &sources, MLIRContext *context,
                                std::vector<std::string> *dataFiles = nullptr);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_MODEL_TOOL_MODELTOOL_H
