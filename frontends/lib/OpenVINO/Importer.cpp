//===- Importer.cpp - OpenVINO models to MLIR -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Frontend/OpenVINO/Importer.h"

#include "GraphImporter.h"
#include "mlir/IR/Verifier.h"
#include "split-mlir/Support/Files.h"
#include "split-mlir/Support/Models.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

void mlir::split::frontends::registerOpenVinoImportDialects(
    DialectRegistry &registry) {
  registerModelDialects(registry);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::split::frontends::readOpenVinoWeights(StringRef model,
                                            StringRef weights) {
  SmallString<128> path(weights);
  if (weights.empty()) {
    path = model;
    llvm::sys::path::replace_extension(path, "bin");
    if (model.empty() || !llvm::sys::fs::exists(path))
      return nullptr;
  }
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> file = readFile(path);
  if (file)
    return file;
  return llvm::createStringError("cannot read '" + path +
                                 "': " + llvm::toString(file.takeError()));
}

OwningOpRef<ModuleOp> mlir::split::frontends::importOpenVinoModel(
    llvm::MemoryBufferRef model, const llvm::MemoryBuffer *weights,
    MLIRContext *context, const OpenVinoImportOptions &options) {
  loadModelDialects(context);
  if (options.keepUnknown)
    context->allowUnregisteredDialects();
  Location loc =
      NameLoc::get(StringAttr::get(context, model.getBufferIdentifier()));
  pugi::xml_document document;
  FailureOr<XmlElement> root = parseXml(model, loc, document);
  if (failed(root))
    return {};
  if (root->getName() != "net") {
    emitError(loc) << "not an OpenVINO model: the document element is '"
                   << root->getName() << "', expected 'net'";
    return {};
  }
  FailureOr<Network> network = readNetwork(*root, model, options);
  if (failed(network))
    return {};
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  GraphImporter importer(*module, *network, weights, options);
  if (failed(importer.importGraph(loc)) || failed(verify(*module)))
    return {};
  return module;
}

void mlir::split::frontends::registerOpenVinoFormat() {
  ModelFormat format{"OpenVINO", ".xml", "", registerOpenVinoImportDialects};
  format.import = [](llvm::MemoryBufferRef model, const ImportOptions &options,
                     MLIRContext *context) {
    return importOpenVinoModel(model, options.weights, context,
                               {options.keepUnknown});
  };
  format.findData = [](StringRef path, StringRef weights,
                       ImportOptions &options)
      -> llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> {
    auto file = readOpenVinoWeights(path, weights);
    if (file)
      options.weights = file->get();
    return file;
  };
  registerModelFormat(std::move(format));
}
