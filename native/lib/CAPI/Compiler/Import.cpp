//===- Import.cpp - Importing models for C --------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/MLIRContext.h"
#include "split-mlir/Support/Files.h"
#include "split-mlir/Support/Models.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

static MlirModule fail(MLIRContext *context, const Twine &message) {
  emitError(UnknownLoc::get(context)) << message;
  return wrap(ModuleOp());
}

static MlirModule import(MLIRContext *context,
                         std::unique_ptr<llvm::MemoryBuffer> model,
                         StringRef format, const ImportOptions &options) {
  llvm::SourceMgr sources;
  auto module =
      importModel(std::move(model), format, options, sources, context);
  if (!module)
    return fail(context, llvm::toString(module.takeError()));
  return wrap(module->release());
}

MlirModule mlirSplitImportFile(MlirContext context, MlirStringRef path,
                               MlirStringRef weights,
                               MlirSplitOptions options) {
  StringRef name = unwrap(path);
  auto model = readFile(name);
  if (!model)
    return fail(unwrap(context), "cannot read '" + name +
                                     "': " + llvm::toString(model.takeError()));
  ImportOptions import;
  import.onnxStrict = unwrap(options)->onnxStrict;
  auto data = findModelData(name, unwrap(weights), import);
  if (!data)
    return fail(unwrap(context), llvm::toString(data.takeError()));
  return ::import(unwrap(context), std::move(*model), getModelFormat(name),
                  import);
}

/// Returns the name of a format; empty for an invalid value.
static StringRef getName(MlirSplitModelFormat format) {
  switch (format) {
  case MlirSplitModelFormatMLIR:
    return "MLIR";
  case MlirSplitModelFormatONNX:
    return "ONNX";
  case MlirSplitModelFormatOpenVINO:
    return "OpenVINO";
  }
  return "";
}

MlirModule mlirSplitImportMemory(MlirContext context,
                                 MlirSplitModelFormat format,
                                 MlirStringRef data, MlirStringRef name,
                                 MlirStringRef weights,
                                 MlirSplitOptions options) {
  StringRef formatName = getName(format);
  if (formatName.empty())
    return fail(unwrap(context), "unknown model format " + Twine(int(format)));
  // The parser needs a null character after the text, and locations may refer
  // to the name.
  auto model = llvm::MemoryBuffer::getMemBufferCopy(unwrap(data), unwrap(name));
  auto weightsBuffer = llvm::MemoryBuffer::getMemBuffer(
      unwrap(weights), "weights", /*RequiresNullTerminator=*/false);
  ImportOptions import;
  import.onnxStrict = unwrap(options)->onnxStrict;
  import.weights = weights.length ? weightsBuffer.get() : nullptr;
  return ::import(unwrap(context), std::move(model), formatName, import);
}
