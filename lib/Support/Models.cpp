//===- Models.cpp - Models of all formats ---------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Support/Models.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::split;

static std::deque<ModelFormat> &getFormats() {
  // Builds may lack the importers of these.
  static std::deque<ModelFormat> formats{{"ONNX", ".onnx", ".pb"},
                                         {"OpenVINO", ".xml"}};
  return formats;
}

static ModelFormat *findFormat(StringRef name) {
  for (ModelFormat &format : getFormats())
    if (format.name == name)
      return &format;
  return nullptr;
}

void mlir::split::registerModelFormat(ModelFormat format) {
  if (ModelFormat *known = findFormat(format.name))
    *known = std::move(format);
  else
    getFormats().push_back(std::move(format));
}

const std::deque<ModelFormat> &mlir::split::getModelFormats() {
  return getFormats();
}

/// Returns the format whose `ending`, a member of ModelFormat, `path` has. The
/// build may lack its importer, unless another format has one.
static const ModelFormat *findFormat(StringRef path,
                                     std::string ModelFormat::*ending) {
  const ModelFormat *found = nullptr;
  for (const ModelFormat &format : getFormats()) {
    StringRef end = format.*ending;
    if (!end.empty() && path.ends_with_insensitive(end) &&
        (!found || format.import))
      found = &format;
  }
  return found;
}

StringRef mlir::split::getModelFormat(StringRef path) {
  const ModelFormat *format = findFormat(path, &ModelFormat::ending);
  return format ? StringRef(format->name) : "MLIR";
}

static llvm::Error getMissingError(StringRef name, StringRef ending) {
  return llvm::createStringError("built without " + name + ", " + ending +
                                 " files are not read");
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::split::findModelData(StringRef path, StringRef weights,
                           ImportOptions &options) {
  const ModelFormat *format = findFormat(getModelFormat(path));
  if (!format || !format->findData)
    return nullptr;
  return format->findData(path, weights, options);
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::split::importModel(std::unique_ptr<llvm::MemoryBuffer> model,
                         StringRef name, const ImportOptions &options,
                         llvm::SourceMgr &sources, MLIRContext *context) {
  if (const ModelFormat *format = findFormat(name)) {
    if (!format->import)
      return getMissingError(format->name, format->ending);
    return format->import(*model, options, context);
  }
  sources.AddNewSourceBuffer(std::move(model), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, context);
}

llvm::Expected<FileTensor> mlir::split::importTensor(llvm::MemoryBufferRef file,
                                                     MLIRContext *context) {
  if (const ModelFormat *format =
          findFormat(file.getBufferIdentifier(), &ModelFormat::tensorEnding)) {
    if (!format->importTensor)
      return getMissingError(format->name, format->tensorEnding);
    return format->importTensor(file, context);
  }
  return llvm::createStringError("unknown kind of file, expected .npy or .pb");
}
