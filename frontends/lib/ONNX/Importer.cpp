//===- Importer.cpp - ONNX models to MLIR ---------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Frontend/ONNX/Importer.h"

#include "GraphImporter.h"
#include "mlir/IR/Verifier.h"
#include "split-mlir/Support/Models.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;

/// Returns the version of the default operator set that the model imports. If
/// unknown operators are kept, a model may import none, which is version 0.
static FailureOr<int64_t> getOpset(const ::onnx::ModelProto &model,
                                   bool keepUnknown, Location loc) {
  std::optional<int64_t> opset;
  for (const auto &import : model.opset_import()) {
    if (!isDefaultDomain(import.domain()))
      continue;
    if (opset && *opset != import.version())
      return emitError(loc)
             << "the model imports versions " << *opset << " and "
             << import.version() << " of the default operator set";
    opset = import.version();
  }
  if (!opset && keepUnknown)
    return 0;
  if (!opset)
    return emitError(loc)
           << "the model does not import the default operator set";
  if (*opset < 1)
    return emitError(loc) << "version " << *opset
                          << " of the default operator set does not exist";
  return *opset;
}

using FunctionMap =
    DenseMap<std::pair<StringRef, StringRef>, const ::onnx::FunctionProto *>;

/// Returns the domain and the name that a function and a node that calls it
/// have in common.
static std::pair<StringRef, StringRef> getKey(StringRef domain,
                                              StringRef name) {
  return {isDefaultDomain(domain) ? "" : domain, name};
}

/// Returns a function that a node of `graph`, or of a graph in it, calls, or
/// null.
static const ::onnx::FunctionProto *
findCalledFunction(const ::onnx::GraphProto &graph,
                   const FunctionMap &functions) {
  for (const auto &node : graph.node()) {
    if (const auto *called =
            functions.lookup(getKey(node.domain(), node.op_type())))
      return called;
    for (const auto &attribute : node.attribute()) {
      if (const auto *called = findCalledFunction(attribute.g(), functions))
        return called;
      for (const auto &part : attribute.graphs())
        if (const auto *called = findCalledFunction(part, functions))
          return called;
    }
  }
  return nullptr;
}

/// Returns a function of the model that its graph calls, or null. Some
/// exporters leave functions that they have inlined.
static const ::onnx::FunctionProto *
findCalledFunction(const ::onnx::ModelProto &model) {
  FunctionMap functions;
  for (const auto &function : model.functions())
    functions.try_emplace(getKey(function.domain(), function.name()),
                          &function);
  return functions.empty() ? nullptr
                           : findCalledFunction(model.graph(), functions);
}

std::string mlir::split::frontends::getModelFolder(StringRef path) {
  StringRef folder = llvm::sys::path::parent_path(path);
  return folder.empty() ? "." : folder.str();
}

void mlir::split::frontends::registerOnnxImportDialects(
    DialectRegistry &registry) {
  registerModelDialects(registry);
}

OwningOpRef<ModuleOp>
mlir::split::frontends::importOnnxModel(llvm::MemoryBufferRef buffer,
                                        MLIRContext *context,
                                        const OnnxImportOptions &options) {
  loadModelDialects(context);
  if (options.keepUnknown)
    context->allowUnregisteredDialects();
  Location loc =
      NameLoc::get(StringAttr::get(context, buffer.getBufferIdentifier()));
  ::onnx::ModelProto model;
  if (llvm::Error error = parseMessage(buffer, "model", model)) {
    emitError(loc) << llvm::toString(std::move(error));
    return {};
  }
  if (!model.has_graph()) {
    emitError(loc) << "not an ONNX model: it has no graph";
    return {};
  }
  FailureOr<int64_t> opset = getOpset(model, options.keepUnknown, loc);
  if (failed(opset))
    return {};
  if (const ::onnx::FunctionProto *function = findCalledFunction(model);
      function && !options.keepUnknown) {
    emitError(loc) << "function '" << function->name()
                   << "': functions of a model are not supported";
    return {};
  }

  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  GraphImporter importer(*module, buffer.getBufferIdentifier(), model, *opset,
                         options);
  if (failed(importer.importGraph()) || failed(verify(*module)))
    return {};
  return module;
}

void mlir::split::frontends::registerOnnxFormat() {
  ModelFormat format{"ONNX", ".onnx", ".pb", registerOnnxImportDialects};
  format.import = [](llvm::MemoryBufferRef model, const ImportOptions &options,
                     MLIRContext *context) {
    return importOnnxModel(model, context,
                           {options.onnxStrict, options.keepUnknown,
                            options.folder, options.dataFiles});
  };
  format.findData = [](StringRef path, StringRef, ImportOptions &options)
      -> llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> {
    if (!path.empty())
      options.folder = getModelFolder(path);
    return nullptr;
  };
  format.importTensor = parseOnnxTensor;
  registerModelFormat(std::move(format));
}
