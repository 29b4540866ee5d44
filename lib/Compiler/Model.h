//===- Model.h - Models of all formats --------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_COMPILER_MODEL_H
#define SPLIT_MLIR_LIB_COMPILER_MODEL_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <string>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::split {

/// Returns the dialects and extensions that models may use.
DialectRegistry getModelDialects();

/// The formats of models: MLIR as text or bytecode, ONNX, and OpenVINO's IR.
enum class ModelFormat { MLIR, ONNX, OpenVINO };

/// Returns the format of a file of this name: ONNX for `.onnx`, OpenVINO for
/// `.xml`, MLIR for all others.
ModelFormat getModelFormat(StringRef path);

struct ImportOptions {
  /// OnnxImportOptions::strict.
  bool onnxStrict = false;
  /// The folder below which the external data of an ONNX model is read. If it
  /// is empty, external data is refused.
  std::string folder;
  /// OnnxImportOptions::dataFiles.
  std::vector<std::string> *dataFiles = nullptr;
  /// The weights of an OpenVINO model; null if it has none.
  const llvm::MemoryBuffer *weights = nullptr;
};

/// Sets the folder and the weights of `options` to those of the model in the
/// file `path`. `weights` is the path of the weights, or empty for the `.bin`
/// file beside an OpenVINO model, if it exists. Returns the weights, which must
/// live as long as `options`, or an error if they cannot be read.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
findModelData(StringRef path, StringRef weights, ImportOptions &options);

/// Imports `model`. Its buffer's name is the file in locations. `sources` keeps
/// text for diagnostics. Emits errors as diagnostics and returns null on
/// failure. Returns an error if split-mlir was built without the format.
llvm::Expected<OwningOpRef<ModuleOp>>
importModel(std::unique_ptr<llvm::MemoryBuffer> model, ModelFormat format,
            const ImportOptions &options, llvm::SourceMgr &sources,
            MLIRContext *context);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_COMPILER_MODEL_H
