//===- Models.h - Models of all formats -------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_SUPPORT_MODELS_H
#define SPLIT_MLIR_SUPPORT_MODELS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <functional>
#include <string>
#include <vector>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::split {

/// The formats of models: MLIR as text or bytecode, ONNX, and OpenVINO's IR.
enum class ModelFormat { MLIR, ONNX, OpenVINO };

/// Returns the format of a file of this name: ONNX for `.onnx`, OpenVINO for
/// `.xml`, MLIR for all others.
ModelFormat getModelFormat(StringRef path);

struct ImportOptions {
  /// Whether warnings about ONNX models are errors.
  bool onnxStrict = false;
  /// The folder below which the external data of an ONNX model is read. If it
  /// is empty, external data is refused.
  std::string folder;
  /// If not null, the paths of files with external data are appended.
  std::vector<std::string> *dataFiles = nullptr;
  /// The weights of an OpenVINO model; null if it has none.
  const llvm::MemoryBuffer *weights = nullptr;
};

/// How an importer reads models of a format.
struct ModelImporter {
  /// Imports a model as importModel does.
  std::function<OwningOpRef<ModuleOp>(llvm::MemoryBufferRef model,
                                      const ImportOptions &options,
                                      MLIRContext *context)>
      import;
  /// Finds data beside the model as findModelData does.
  std::function<llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>(
      StringRef path, StringRef weights, ImportOptions &options)>
      findData;
};

/// Makes importModel read models of `format`, in the whole process. Not
/// thread-safe: call it before the first import.
void registerModelFormat(ModelFormat format, ModelImporter importer);

/// Sets the folder and the weights of `options` to those of the model in the
/// file `path`. `weights` is the path of the weights, or empty for the `.bin`
/// file beside an OpenVINO model, if it exists. Returns the weights, which must
/// live as long as `options`, or an error if they cannot be read.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
findModelData(StringRef path, StringRef weights, ImportOptions &options);

/// Imports `model`. Its buffer's name is the file in locations. `sources` keeps
/// text for diagnostics. Emits errors as diagnostics and returns null on
/// failure. Returns an error if no importer of the format is registered.
llvm::Expected<OwningOpRef<ModuleOp>>
importModel(std::unique_ptr<llvm::MemoryBuffer> model, ModelFormat format,
            const ImportOptions &options, llvm::SourceMgr &sources,
            MLIRContext *context);

} // namespace mlir::split

#endif // SPLIT_MLIR_SUPPORT_MODELS_H
