//===- Model.cpp - Models of all formats ----------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "split-mlir/InitAll.h"
#ifdef SPLIT_MLIR_ENABLE_ONNX
#include "split-mlir/Frontend/ONNX/Importer.h"
#endif
#ifdef SPLIT_MLIR_ENABLE_OPENVINO
#include "split-mlir/Frontend/OpenVINO/Importer.h"
#endif
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::split;

DialectRegistry mlir::split::getModelDialects() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAll(registry);
  return registry;
}

ModelFormat mlir::split::getModelFormat(StringRef path) {
  if (path.ends_with(".onnx"))
    return ModelFormat::ONNX;
  return path.ends_with(".xml") ? ModelFormat::OpenVINO : ModelFormat::MLIR;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::split::findModelData(StringRef path, StringRef weights,
                           ImportOptions &options) {
#ifdef SPLIT_MLIR_ENABLE_ONNX
  options.folder = getModelFolder(path);
#endif
#ifdef SPLIT_MLIR_ENABLE_OPENVINO
  if (getModelFormat(path) == ModelFormat::OpenVINO) {
    auto file = readOpenVinoWeights(path, weights);
    if (file)
      options.weights = file->get();
    return file;
  }
#endif
  return nullptr;
}

static llvm::Expected<OwningOpRef<ModuleOp>>
importOnnx(llvm::MemoryBufferRef model, const ImportOptions &options,
           MLIRContext *context) {
#ifdef SPLIT_MLIR_ENABLE_ONNX
  OnnxImportOptions onnx;
  onnx.strict = options.onnxStrict;
  onnx.folder = options.folder;
  onnx.dataFiles = options.dataFiles;
  return importOnnxModel(model, context, onnx);
#else
  return llvm::createStringError(
      "built without ONNX, .onnx files are not read");
#endif
}

static llvm::Expected<OwningOpRef<ModuleOp>>
importOpenVino(llvm::MemoryBufferRef model, const ImportOptions &options,
               MLIRContext *context) {
#ifdef SPLIT_MLIR_ENABLE_OPENVINO
  return importOpenVinoModel(model, options.weights, context);
#else
  return llvm::createStringError(
      "built without OpenVINO, .xml files are not read");
#endif
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::split::importModel(std::unique_ptr<llvm::MemoryBuffer> model,
                         ModelFormat format, const ImportOptions &options,
                         llvm::SourceMgr &sources, MLIRContext *context) {
  switch (format) {
  case ModelFormat::ONNX:
    return importOnnx(*model, options, context);
  case ModelFormat::OpenVINO:
    return importOpenVino(*model, options, context);
  case ModelFormat::MLIR:
    break;
  }
  sources.AddNewSourceBuffer(std::move(model), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, context);
}
