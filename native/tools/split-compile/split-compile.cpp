//===- split-compile.cpp - Compiles a model to a file ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/Compiler.h"
#include "InitTools.h"
#include "Progress.h"
#include "Ranks.h"
#include "common/NamedLocationHandler.h"
#include "split-mlir/HostAbi/HostNames.h"
#include "split-mlir/Support/Files.h"
#include "split-mlir/Target/Native/Processors.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
struct CommandLine : ModelOptions {
  CommandLine() : ModelOptions("Basic options", /*defaultCpu=*/"portable") {}

  cl::opt<std::string> output{
      "o", cl::value_desc("FILE"), cl::Required,
      cl::desc("The output file, or - for standard output (required)"),
      cl::cat(category)};
  cl::opt<Emit> emit{
      "emit", cl::init(Emit::ByEnding),
      cl::desc("The kind of output (default: by the ending of FILE)"),
      cl::values(
          clEnumValN(Emit::Split, "split", "the model in MLIR (.mlir)"),
          clEnumValN(Emit::Linalg, "linalg", "split ops lowered to linalg"),
          clEnumValN(Emit::LLVMDialect, "llvm", "MLIR's LLVM dialect"),
          clEnumValN(Emit::LLVMIR, "llvm-ir", "optimised LLVM IR (.ll)"),
          clEnumValN(Emit::Assembly, "asm", "assembly (.s)"),
          clEnumValN(Emit::Object, "obj", "an object file (.o)"),
          clEnumValN(Emit::Shared, "shared", "a shared library (.so)"),
          clEnumValN(Emit::Header, "header",
                     "a C header for the last two (.h)")),
      cl::cat(category)};
  cl::list<std::string> names{
      "name", cl::value_desc("[FUNCTION=]NAME"),
      cl::desc("A new name for the only public function or for FUNCTION "
               "(default: the name of the function as a C identifier)"),
      cl::cat(category)};
  cl::list<std::string> filePrefixMaps{
      "file-prefix-map", cl::value_desc("OLD=NEW"),
      cl::desc(
          "Replace the beginning of paths in compiled code (default: paths "
          "below the current folder are relative, others are file "
          "names)"),
      cl::cat(category)};
  cl::opt<std::string> dependencyFile{
      "dependency-file", cl::value_desc("FILE"),
      cl::desc(
          "Also write which files the output depends on to FILE, as a rule "
          "of Make (default: no)"),
      cl::cat(category)};
  cl::opt<bool> report{
      "report",
      cl::desc("Print the memory that each function uses to standard output"),
      cl::cat(category)};
  cl::opt<std::string, /*ExternalStorage=*/true> triple{
      "target", cl::value_desc("TRIPLE"), cl::location(target),
      cl::desc("The machine to compile for: x86_64-linux-gnu, "
               "aarch64-linux-gnu or riscv64-linux-gnu (default: this one)"),
      cl::cat(category)};
  cl::opt<ExternalWeights> externalWeights{
      "external-weights", cl::init(ExternalWeights::Auto),
      cl::desc(
          "Whether code reads constants of 16 KiB or more from FILE.weights, "
          "which must stay in its folder (default: if all constants together "
          "have 64 MiB or more)"),
      cl::values(clEnumValN(ExternalWeights::Always, "always",
                            "for models of any size"),
                 clEnumValN(ExternalWeights::Auto, "auto", "the default"),
                 clEnumValN(ExternalWeights::Never, "never",
                            "the code contains all constants")),
      cl::cat(category)};
  std::unique_ptr<CompileRankOptions> ranks =
      getRankExtension().createCompileOptions(category);

  Emit getKind() const {
    if (emit != Emit::ByEnding)
      return emit;
    return getEmitKind(output);
  }

  /// Returns Debian's name for the machine of `--target`; empty for this one.
  std::string getForeign() const {
    return llvm::cantFail(getForeignMachine(target));
  }

  /// Returns an error that parsing does not find, or an empty string.
  std::string findMistake() const {
    if (output.getNumOccurrences() > 1)
      return "-o is given more than once";
    if (output.empty())
      return "-o needs the name of a file, or - for standard output";
    if (auto chosen = parseChosenNames(names); !chosen)
      return llvm::toString(chosen.takeError());
    if (auto paths = SourcePaths::create(filePrefixMaps, model); !paths)
      return llvm::toString(paths.takeError());
    if (getKind() == Emit::ByEnding)
      return "the ending of '" + output +
             "' does not tell what to write, expected --emit or .mlir, .ll, "
             ".s, .o, .so or .h";
    for (const std::string &file :
         {output.getValue(), debugInfo ? getListingPath(output) : "",
          getWeights()})
      if (llvm::Error error = checkOutput(file, listModelFiles()))
        return llvm::toString(std::move(error));
    if (getKind() == Emit::Shared && output == "-")
      return "--emit=shared needs a file to write, not -";
    if (getKind() == Emit::Shared && threads > 1 && !getForeign().empty())
      return "no OpenMP runtime to link a shared library for another machine "
             "with, expected --threads=1 or --emit=obj";
    if (std::string mistake = findRankMistake(); !mistake.empty())
      return mistake;
    if (std::string mistake = findDependencyMistake(); !mistake.empty())
      return mistake;
    return findReportMistake();
  }

  /// Returns the path of the file of weights; empty if there is none.
  std::string getWeights() const {
    return externalWeights == ExternalWeights::Never
               ? ""
               : getWeightsPath(output, getKind());
  }

  bool isForRanks() const { return ranks->isGiven(); }

private:
  std::string findRankMistake() const {
    if (isForRanks() && getKind() == Emit::Shared && !getForeign().empty())
      return "cannot link a shared library for ranks of another machine, "
             "expected --emit=obj";
    return ranks->findMistake();
  }

  std::string findDependencyMistake() const {
    if (dependencyFile.empty())
      return "";
    if (output == "-" || model == "-")
      return "--dependency-file needs files as model and output, not -";
    for (const std::string &other : {output.getValue(), getWeights()})
      if (dependencyFile == other || isSameFile(dependencyFile, other))
        return "--dependency-file and -o name the same file";
    return llvm::toString(checkOutput(dependencyFile, listModelFiles()));
  }

  std::string findReportMistake() const {
    if (!report)
      return "";
    if (output == "-")
      return "--report needs a file to write, not -, because it prints to "
             "standard output";
    if (!isCode(getKind()))
      return "--report needs compiled code, expected --emit=llvm, llvm-ir, "
             "asm, obj or shared";
    return "";
  }
};
} // namespace

/// Writes the output of the kind that the command line asks for; an object for
/// a shared library.
static FailureOr<CodeSymbols> compile(const CommandLine &options,
                                      ModuleOp module,
                                      llvm::raw_pwrite_stream &os,
                                      TimingScope &timing,
                                      WeightsFile &weights) {
  NativeOptions native = options.getNativeOptions();
  native.hasChecks = options.isForRanks();
  native.externalWeights = options.externalWeights;
  if (options.report)
    native.memoryReport = &llvm::outs();
  if (isCode(options.getKind()))
    if (llvm::Error error = addMachineProfile(options, module)) {
      fail(std::move(error));
      return failure();
    }
  SourcePaths paths =
      cantFail(SourcePaths::create(options.filePrefixMaps, options.model));
  StringRef file = options.output == "-" ? options.model : options.output;
  return writeOutput(module, options.getKind(), native, paths,
                     llvm::sys::path::stem(file), os, timing,
                     getListingPath(options.output), weights);
}

static llvm::Error writeShared(const CommandLine &options, StringRef tool,
                               StringRef object, const CodeSymbols &symbols,
                               TimingScope &timing) {
  TimingScope linking = timing.nest("Linking");
  return linkSharedLibrary(object, symbols, options.output,
                           options.getForeign(), getRuntimeFoldersOfTool(tool),
                           options.ranks->getMpi());
}

/// Writes which files the output depends on, in the syntax of Make.
static llvm::Error writeDependencies(const CommandLine &options,
                                     ArrayRef<std::string> dataFiles) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](StringRef path) {
    for (char c : path)
      os << (c == ' ' || c == '#' ? "\\" : c == '$' ? "$" : "") << c;
  };
  print(options.output);
  os << ':';
  std::vector<std::string> files = options.listModelFiles();
  llvm::append_range(files, dataFiles);
  for (StringRef file : files)
    if (!file.empty() && llvm::sys::fs::exists(file)) {
      os << " \\\n  ";
      print(file);
    }
  os << '\n';
  return writeFile(options.dependencyFile, text);
}

static ExitStatus run(const CommandLine &options, StringRef tool,
                      MLIRContext *context) {
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler diagnostics(sources, context);
  NamedLocationHandler namedDiagnostics(context);
  CompileTimer timer(options, context);
  TimingScope timing = timer.getRootScope();
  TimingScope import = timing.nest("Import");
  std::vector<std::string> dataFiles;
  OwningOpRef<ModuleOp> module = loadModel(
      options, {options.output, options.dependencyFile, options.getWeights()},
      sources, context, &dataFiles);
  if (!module)
    return WrongInput;
  Emit kind = options.getKind();
  if (llvm::Error error =
          nameHostFunctions(*module, cantFail(parseChosenNames(options.names)),
                            /*byRule=*/!keepsModelNames(kind)))
    return fail(std::move(error));
  import.stop();
  if (options.isForRanks() &&
      failed(options.ranks->partition(*module, options.getNativeOptions())))
    return WrongInput;

  SmallVector<char, 0> contents;
  llvm::raw_svector_ostream os(contents);
  WeightsFile weights(options.getWeights());
  FailureOr<CodeSymbols> symbols =
      compile(options, *module, os, timing, weights);
  if (failed(symbols))
    return WrongInput;
  llvm::Error error =
      kind == Emit::Shared
          ? writeShared(options, tool, os.str(), *symbols, timing)
          : writeFile(options.output, os.str());
  if (!error)
    error = weights.keep();
  if (!error && !options.dependencyFile.empty())
    error = writeDependencies(options, dataFiles);
  return error ? fail(std::move(error)) : Success;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerToolExtensions();
  CommandLine options;
  if (!parseCommandLine(argc, argv, "Compile a model to a file\n", options,
                        [&] { return options.findMistake(); }))
    return WrongCommandLine;

  std::string tool =
      llvm::sys::fs::getMainExecutable(argv[0], reinterpret_cast<void *>(main));
  MLIRContext context(getModelDialects(), MLIRContext::Threading::DISABLED);
  return run(options, tool, &context);
}
