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
#include <map>

using namespace mlir;
using namespace mlir::split;

static std::map<ModelFormat, ModelImporter> &getImporters() {
  static std::map<ModelFormat, ModelImporter> importers;
  return importers;
}

void mlir::split::registerModelFormat(ModelFormat format,
                                      ModelImporter importer) {
  getImporters()[format] = std::move(importer);
}

/// Returns the importer of `format`; null if there is none.
static const ModelImporter *findImporter(ModelFormat format) {
  auto found = getImporters().find(format);
  return found == getImporters().end() ? nullptr : &found->second;
}

ModelFormat mlir::split::getModelFormat(StringRef path) {
  if (path.ends_with(".onnx"))
    return ModelFormat::ONNX;
  return path.ends_with(".xml") ? ModelFormat::OpenVINO : ModelFormat::MLIR;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::split::findModelData(StringRef path, StringRef weights,
                           ImportOptions &options) {
  const ModelImporter *importer = findImporter(getModelFormat(path));
  if (!importer || !importer->findData)
    return nullptr;
  return importer->findData(path, weights, options);
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::split::importModel(std::unique_ptr<llvm::MemoryBuffer> model,
                         ModelFormat format, const ImportOptions &options,
                         llvm::SourceMgr &sources, MLIRContext *context) {
  if (const ModelImporter *importer = findImporter(format))
    return importer->import(*model, options, context);
  switch (format) {
  case ModelFormat::ONNX:
    return llvm::createStringError(
        "built without ONNX, .onnx files are not read");
  case ModelFormat::OpenVINO:
    return llvm::createStringError(
        "built without OpenVINO, .xml files are not read");
  case ModelFormat::MLIR:
    break;
  }
  sources.AddNewSourceBuffer(std::move(model), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, context);
}
