//===- ModelTool.cpp - Options and models of compiling tools --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelTool.h"

#include "../common/ToolSetup.h"
#include "Progress.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "split-mlir/Frontend/Files.h"
#include "split-mlir/InitAll.h"
#include "split-mlir/Target/Native/Processors.h"
#ifdef SPLIT_MLIR_ENABLE_ONNX
#include "split-mlir/Frontend/ONNX/Importer.h"
#endif
#ifdef SPLIT_MLIR_ENABLE_OPENVINO
#include "split-mlir/Frontend/OpenVINO/Importer.h"
#endif
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::split;
namespace cl = llvm::cl;
namespace fs = llvm::sys::fs;

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

StringRef mlir::split::removeForeignOptions(StringRef title) {
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
  registerAllPasses();
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
  native.threads = threads;
  native.views = results == ResultKind::Views;
  native.configurePasses = applyPassManagerCLOptions;
  return native;
}

std::string mlir::split::findThreadsMistake(unsigned threads) {
  // OpenMP's runtime ends the process if it cannot start the threads.
  if (threads < 1 || threads > 1024)
    return "--threads needs a number from 1 to 1024";
  return "";
}

static std::string findModelMistake(const ModelOptions &options) {
  std::string mistake = findThreadsMistake(options.threads);
  if (!mistake.empty())
    return mistake;
  if (!options.weights.empty() && !StringRef(options.model).ends_with(".xml"))
    return "--weights goes with an OpenVINO model, FILE.xml";
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

static StringRef toolName;

void mlir::split::setToolName(StringRef program) {
  toolName = llvm::sys::path::filename(program);
}

ExitStatus mlir::split::fail(const Twine &message) {
  makeRoomForMessage();
  llvm::WithColor::error(llvm::errs(), toolName) << message << '\n';
  return WrongInput;
}

ExitStatus mlir::split::fail(llvm::Error error) {
  return fail(llvm::toString(std::move(error)));
}

void mlir::split::warn(const Twine &message) {
  makeRoomForMessage();
  llvm::WithColor::warning(llvm::errs(), toolName) << message << '\n';
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

bool mlir::split::parseCommandLine(
    int argc, char **argv, StringRef overview, ModelOptions &options,
    llvm::function_ref<std::string()> findMistake) {
  setToolName(argv[0]);
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

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static llvm::Error describeWriteError(StringRef path, std::error_code code) {
  if (!code)
    return llvm::Error::success();
  return llvm::createStringError("cannot write '" + path +
                                 "': " + code.message());
}

/// Returns the error of `file`, if any, after writing what it buffers.
static llvm::Error flush(llvm::raw_fd_ostream &file, StringRef path) {
  file.flush();
  std::error_code code = file.error();
  file.clear_error();
  return describeWriteError(path, code);
}

llvm::Error mlir::split::closeFile(llvm::raw_fd_ostream &file, StringRef path) {
  file.close();
  return flush(file, path);
}

/// Writes a temporary file, and renames it to `path`.
static llvm::Error replaceFile(StringRef path, StringRef contents) {
  llvm::Expected<fs::TempFile> temporary =
      fs::TempFile::create(path + ".temp-%%%%%%", fs::all_read | fs::all_write);
  if (!temporary)
    return describeWriteError(path,
                              llvm::errorToErrorCode(temporary.takeError()));
  llvm::raw_fd_ostream os(temporary->FD, /*shouldClose=*/false);
  os << contents;
  if (llvm::Error error = flush(os, path))
    return llvm::joinErrors(std::move(error), temporary->discard());
  return describeWriteError(path,
                            llvm::errorToErrorCode(temporary->keep(path)));
}

llvm::Error mlir::split::writeFile(StringRef path, StringRef contents) {
  if (path == "-") {
    llvm::outs() << contents;
    return flush(llvm::outs(), path);
  }
  fs::file_status status;
  bool isNew = bool(fs::status(path, status, /*follow=*/false));
  if (isNew || fs::is_regular_file(status))
    return replaceFile(path, contents);
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (code)
    return describeWriteError(path, code);
  os << contents;
  return closeFile(os, path);
}

//===----------------------------------------------------------------------===//
// The machine profile
//===----------------------------------------------------------------------===//

llvm::Expected<TargetEntries> mlir::split::readMachineProfile(StringRef named,
                                                              bool isNative) {
  std::string path = named.str();
  if (named.empty() && isNative)
    path = getDefaultProfilePath();
  fs::file_status status;
  if (path.empty() || path == "none" ||
      (named.empty() && fs::status(path, status)))
    return TargetEntries();
  // Models also run without the user's own profile.
  auto reject =
      [&](const llvm::Twine &message) -> llvm::Expected<TargetEntries> {
    if (!named.empty())
      return llvm::createStringError(message);
    warn(message);
    return TargetEntries();
  };
  auto rejectFile = [&](llvm::Error error) {
    return reject("cannot read machine profile '" + path +
                  "': " + llvm::toString(std::move(error)));
  };
  // Opening a pipe may take for ever.
  if (named.empty() && !fs::is_regular_file(status))
    return rejectFile(llvm::createStringError("not a regular file"));
  auto text = readFileStart(path, MachineProfile::kMaxBytes + 1);
  if (!text)
    return rejectFile(text.takeError());
  auto profile = MachineProfile::parse(*text);
  if (!profile)
    return rejectFile(profile.takeError());
  ProcessorDescription here = ProcessorDescription::getThis();
  if (!isNative || profile->processor == here)
    return std::move(profile->fields);
  return reject("machine profile '" + path + "' holds for " +
                profile->processor.describe() + ", but this is " +
                here.describe());
}

llvm::Error mlir::split::addMachineProfile(const ModelOptions &options,
                                           ModuleOp module) {
  bool isNative = options.cpu == "native" && options.target.empty();
  auto entries = readMachineProfile(options.machineProfile, isNative);
  if (!entries)
    return entries.takeError();
  addTargetEntries(module, *entries);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

DialectRegistry mlir::split::getModelDialects() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAll(registry);
  return registry;
}

static OwningOpRef<ModuleOp> importOnnx(llvm::MemoryBufferRef model,
                                        MLIRContext *context, bool strict) {
#ifdef SPLIT_MLIR_ENABLE_ONNX
  OnnxImportOptions options;
  options.strict = strict;
  options.folder = getModelFolder(model.getBufferIdentifier());
  return importOnnxModel(model, context, options);
#else
  fail("built without ONNX, .onnx files are not read");
  return nullptr;
#endif
}

static OwningOpRef<ModuleOp> importOpenVino(llvm::MemoryBufferRef model,
                                            MLIRContext *context,
                                            StringRef weights) {
#ifdef SPLIT_MLIR_ENABLE_OPENVINO
  auto file = readOpenVinoWeights(model.getBufferIdentifier(), weights);
  if (!file) {
    fail(file.takeError());
    return nullptr;
  }
  return importOpenVinoModel(model, file->get(), context);
#else
  fail("built without OpenVINO, .xml files are not read");
  return nullptr;
#endif
}

OwningOpRef<ModuleOp> mlir::split::loadModel(const ModelOptions &options,
                                             llvm::SourceMgr &sources,
                                             MLIRContext *context) {
  StringRef path = options.model;
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> file =
      path == "-" ? llvm::errorOrToExpected(llvm::MemoryBuffer::getSTDIN())
                  : readFile(path);
  if (!file) {
    fail("cannot read '" + path + "': " + llvm::toString(file.takeError()));
    return nullptr;
  }
  if (path.ends_with(".onnx"))
    return importOnnx(**file, context, options.onnxStrict);
  if (path.ends_with(".xml"))
    return importOpenVino(**file, context, options.weights);
  sources.AddNewSourceBuffer(std::move(*file), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, context);
}
