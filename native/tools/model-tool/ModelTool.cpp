//===- ModelTool.cpp - Options and models of compiling tools --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelTool.h"

#include "Progress.h"
#include "common/ToolSetup.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "split-mlir/InitAll.h"
#include "split-mlir/Support/Files.h"
#include "split-mlir/Target/Native/Processors.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

StringRef mlir::split::native::removeForeignOptions(StringRef title) {
  static constexpr StringLiteral kKept[] = {"debug", "debug-only", "help",
                                            "help-list", "version"};
  SmallVector<cl::Option *> foreign;
  for (auto &entry : cl::getRegisteredOptions())
    if (!entry.second->Categories.empty() &&
        !llvm::is_contained(kKept, entry.first))
      foreign.push_back(entry.second);
  for (cl::Option *option : foreign)
    option->removeArgument();
  return title;
}

ModelOptions::ModelOptions(StringRef title, StringRef defaultCpu)
    : category(removeForeignOptions(title)),
      cpuHelp(("The processor to compile for: native for this machine's, "
               "portable for all of the architecture, or a name; help lists "
               "the names (default: " +
               defaultCpu + ")")
                  .str()) {
  cpu.setInitialValue(defaultCpu.str());
  cpu.setDescription(cpuHelp);
  if (!cl::getRegisteredOptions().contains("debug-only"))
    missingDebugOnly.emplace("debug-only", cl::Hidden, cl::cat(category));
  // --mlir-print-ir-after=PASS accepts passes that are registered.
  mlir::registerAllPasses();
  mlir::split::registerAllPasses();
  registerAsmPrinterCLOptions();
  registerPassManagerCLOptions();
  registerDefaultTimingManagerCLOptions();
}

NativeOptions ModelOptions::getNativeOptions() const {
  NativeOptions native;
  native.target = target;
  native.cpu = cpu;
  native.runtimeChecks = !noRuntimeChecks;
  native.orderedReductions = orderedReductions;
  native.threads = threads;
  native.debugInfo = debugInfo;
  native.views = results == ResultKind::Views;
  native.configurePasses = configurePasses;
  return native;
}

std::string mlir::split::native::findThreadsMistake(unsigned threads) {
  if (threads < 1 || threads > NativeOptions::kMaxThreads)
    return "--threads needs a number from 1 to " +
           std::to_string(NativeOptions::kMaxThreads);
  return "";
}

static std::string findModelMistake(const ModelOptions &options) {
  std::string mistake = findThreadsMistake(options.threads);
  if (!mistake.empty())
    return mistake;
  if (!options.weights.empty() &&
      !StringRef(options.model).ends_with_insensitive(".xml"))
    return "--weights goes with an OpenVINO model, FILE.xml";
  if (options.optimize.getNumOccurrences() != 0)
    return "-O is not an option, as code is always optimized; see --cpu, "
           "--threads and --ordered-reductions";
  if (options.verbose)
    return "-v is not an option; --version prints the version, --mlir-timing "
           "the stages and their times";
  if (options.missingDebugOnly &&
      options.missingDebugOnly->getNumOccurrences() != 0)
    return "--debug-only needs LLVM with assertions, which this one lacks";
  auto foreign = getForeignMachine(options.target);
  if (!foreign)
    return "--target: " + llvm::toString(foreign.takeError());
  if (llvm::Error error = checkProcessor(options.cpu, options.target))
    return "--cpu: " + llvm::toString(std::move(error));
  return "";
}

ExitStatus mlir::split::native::fail(const Twine &message) {
  makeRoomForMessage();
  llvm::WithColor::error(llvm::errs(), getToolName()) << message << '\n';
  return WrongInput;
}

ExitStatus mlir::split::native::fail(llvm::Error error) {
  return fail(llvm::toString(std::move(error)));
}

void mlir::split::native::warn(const Twine &message) {
  makeRoomForMessage();
  llvm::WithColor::warning(llvm::errs(), getToolName()) << message << '\n';
}

/// Returns whether the command line has `--cpu=help` or `--cpu help`.
static bool asksForProcessors(ArrayRef<char *> words) {
  return llvm::any_of(llvm::enumerate(words), [&](auto numbered) {
    StringRef word = numbered.value(), option = word.ltrim('-');
    bool isLast = numbered.index() + 1 == words.size();
    return word.starts_with("-") &&
           (option == "cpu=help" ||
            (option == "cpu" && !isLast &&
             StringRef(words[numbered.index() + 1]) == "help"));
  });
}

/// Makes the model and the output optional.
static void expectNoFiles(ModelOptions &options) {
  options.model.setNumOccurrencesFlag(cl::Optional);
  for (auto &entry : cl::getRegisteredOptions())
    if (entry.second->getNumOccurrencesFlag() == cl::Required)
      entry.second->setNumOccurrencesFlag(cl::Optional);
}

bool mlir::split::native::parseCommandLine(
    int argc, char **argv, StringRef overview, ModelOptions &options,
    llvm::function_ref<std::string()> findMistake) {
  setUpTool(argv[0]);
  if (asksForProcessors(ArrayRef(argv, argc)))
    expectNoFiles(options);
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &llvm::errs()))
    return false;
  if (options.cpu == "help") {
    llvm::Error error = printProcessors(options.target, llvm::outs());
    if (!error)
      std::exit(Success);
    fail("--target: " + llvm::toString(std::move(error)));
    return false;
  }
  std::string mistake = findModelMistake(options);
  if (mistake.empty())
    mistake = findMistake();
  if (mistake.empty())
    return true;
  fail(mistake);
  return false;
}

llvm::Error mlir::split::native::addMachineProfile(const ModelOptions &options,
                                                   ModuleOp module) {
  return addMachineProfile(module, options.machineProfile,
                           options.getNativeOptions(), warn);
}

std::vector<std::string> ModelOptions::listModelFiles() const {
  std::vector<std::string> files{model, weights};
  if (machineProfile != "none")
    files.push_back(machineProfile);
  SmallString<128> data(model);
  llvm::sys::path::replace_extension(data, "bin");
  if (getModelFormat(model) == "OpenVINO")
    files.push_back(data.str().str());
  return files;
}

/// Returns an error if a file in `outputs` is also one in `inputs`.
static llvm::Error checkOutputs(ArrayRef<std::string> outputs,
                                ArrayRef<std::string> inputs) {
  for (StringRef output : outputs)
    if (llvm::Error error = checkOutput(output, inputs))
      return error;
  return llvm::Error::success();
}

DialectRegistry mlir::split::native::getModelDialects() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAll(registry);
  registerAllModelFormats();
  return registry;
}

OwningOpRef<ModuleOp>
mlir::split::native::loadModel(const ModelOptions &options,
                               ArrayRef<std::string> outputs,
                               llvm::SourceMgr &sources, MLIRContext *context,
                               std::vector<std::string> *readFiles) {
  StringRef path = options.model;
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> file =
      path == "-" ? llvm::errorOrToExpected(llvm::MemoryBuffer::getSTDIN())
                  : readFile(path);
  if (!file) {
    fail("cannot read '" + path + "': " + llvm::toString(file.takeError()));
    return nullptr;
  }
  std::vector<std::string> dataFiles;
  ImportOptions import;
  import.onnxStrict = options.onnxStrict;
  import.dataFiles = &dataFiles;
  auto weights = findModelData(path, options.weights, import);
  if (!weights) {
    fail(weights.takeError());
    return nullptr;
  }
  auto module = importModel(std::move(*file), getModelFormat(path), import,
                            sources, context);
  llvm::Error error =
      module ? checkOutputs(outputs, dataFiles) : module.takeError();
  if (readFiles)
    llvm::append_range(*readFiles, dataFiles);
  if (!error)
    return std::move(*module);
  fail(std::move(error));
  return nullptr;
}
