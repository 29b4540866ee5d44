//===- split-translate.cpp - Foreign formats to and from MLIR -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-translate with the importers of this project.
//
//===----------------------------------------------------------------------===//

#include "common/NamedLocationHandler.h"
#include "common/ToolSetup.h"
#include "mlir/InitAllTranslations.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "split-mlir/InitAll.h"
#include "split-mlir/Support/Files.h"
#include "split-mlir/Support/Models.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
namespace fs = llvm::sys::fs;

/// The file that the command line names for output, if any.
static StringRef output;

static void printError(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), split::getToolName()) << message << '\n';
}

static llvm::cl::opt<bool> keepUnknown(
    "keep-unknown",
    llvm::cl::desc("Import operators that are not supported as unregistered "
                   "ops"));
static llvm::cl::opt<bool>
    onnxStrict("onnx-strict",
               llvm::cl::desc("Turn warnings about ONNX models into errors"));
static llvm::cl::opt<std::string>
    weights("weights", llvm::cl::value_desc("FILE.bin"),
            llvm::cl::desc("The weights of an OpenVINO model; by default the "
                           ".bin file beside it"));

static OwningOpRef<Operation *> import(const split::ModelFormat &format,
                                       llvm::SourceMgr &sources,
                                       MLIRContext *context) {
  split::NamedLocationHandler handler(context);
  const llvm::MemoryBuffer *model =
      sources.getMemoryBuffer(sources.getMainFileID());
  StringRef path = model->getBufferIdentifier();
  std::vector<std::string> dataFiles;
  split::ImportOptions options;
  options.onnxStrict = onnxStrict;
  options.keepUnknown = keepUnknown;
  options.dataFiles = &dataFiles;
  std::unique_ptr<llvm::MemoryBuffer> data;
  if (format.findData) {
    auto found =
        format.findData(path == "<stdin>" ? "" : path, weights, options);
    if (!found) {
      emitError(UnknownLoc::get(context), llvm::toString(found.takeError()));
      return {};
    }
    data = std::move(*found);
  }
  OwningOpRef<ModuleOp> module = format.import(*model, options, context);
  if (llvm::Error error = split::checkOutput(output, dataFiles)) {
    printError(llvm::toString(std::move(error)));
    return {};
  }
  return module.release().getOperation();
}

/// Registers `--import-NAME` for each format.
static void registerImports() {
  split::registerAllModelFormats();
  for (const split::ModelFormat &format : split::getModelFormats())
    if (format.import)
      TranslateToMLIRRegistration(
          "import-" + StringRef(format.name).lower(),
          "import a model of this format",
          [&](llvm::SourceMgr &sources, MLIRContext *context) {
            return import(format, sources, context);
          },
          format.registerDialects);
}

/// Returns whether a word of the command line is an option, other than the one
/// for the output. `-` alone names a file.
static bool hasOption(ArrayRef<char *> words) {
  return llvm::any_of(words, [](StringRef word) {
    return word.size() > 1 && word.front() == '-' && word != "-o";
  });
}

/// Runs mlir-translate. It would empty an existing file `output` before it
/// knows all inputs, so it gets another one.
static LogicalResult translate(int argc, char **argv) {
  SmallVector<char *> words(argv, argv + argc);
  auto run = [&] {
    return mlirTranslateMain(argc, words.data(),
                             "split-mlir translation driver");
  };
  size_t position = 0;
  output = split::findOutput(words, position);
  SmallString<128> target;
  if (!split::checkOutput(words))
    return failure();
  if (fs::real_path(output, target) || !fs::is_regular_file(target))
    return run();
  auto report = [&](llvm::Error error) {
    if (!error)
      return success();
    printError("cannot write '" + output +
               "': " + llvm::toString(std::move(error)));
    return failure();
  };
  auto temporary = fs::TempFile::create(target + ".temp-%%%%%%",
                                        fs::all_read | fs::all_write);
  if (!temporary)
    return report(temporary.takeError());
  bool isNext = words[position] == output;
  std::string word = (isNext ? "" : "-o=") + temporary->TmpName;
  words[position] = word.data();
  if (succeeded(run()))
    return report(temporary->keep(target));
  llvm::consumeError(temporary->discard());
  return failure();
}

int main(int argc, char **argv) {
  split::setUpTool(argv[0]);
  registerAllTranslations();
  registerImports();
  if (!hasOption(ArrayRef(argv, argc).drop_front())) {
    printError("no translation given, expected an option that names one, such "
               "as --import-onnx FILE.onnx, --import-openvino FILE.xml or "
               "--mlir-to-llvmir FILE.mlir; --help lists all");
    return 1;
  }
  return failed(translate(argc, argv));
}
