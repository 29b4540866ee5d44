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
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::split {

struct ImportOptions {
  /// Whether warnings about ONNX models are errors.
  bool onnxStrict = false;
  /// Whether to import what is not supported as unregistered ops.
  bool keepUnknown = false;
  /// The folder below which the external data of an ONNX model is read. If it
  /// is empty, external data is refused.
  std::string folder;
  /// If not null, the paths of files with external data are appended.
  std::vector<std::string> *dataFiles = nullptr;
  /// The weights of an OpenVINO model; null if it has none.
  const llvm::MemoryBuffer *weights = nullptr;
};

/// A tensor with its elements.
struct FileTensor {
  /// Statically shaped.
  RankedTensorType type;
  /// Row-major and little-endian, in the storage of compiled MLIR.
  std::vector<char> data;
};

/// A format of models besides MLIR, and how to read it. A component or a
/// project registers each of its formats.
struct ModelFormat {
  /// What users call the format, such as `ONNX`.
  std::string name;
  /// How files of the format end, such as `.onnx`, in upper or lower case.
  std::string ending;
  /// How files with one tensor in the format end; empty if there are none.
  std::string tensorEnding{};
  /// Registers the dialects of imported models; may be null.
  std::function<void(DialectRegistry &registry)> registerDialects{};
  /// Imports a model as importModel does. `model` is gone afterwards, so
  /// attributes must not refer to it. Empty if the build lacks the importer.
  std::function<OwningOpRef<ModuleOp>(llvm::MemoryBufferRef model,
                                      const ImportOptions &options,
                                      MLIRContext *context)>
      import{};
  /// Finds data beside the model as findModelData does; may be null. `path` is
  /// empty for standard input.
  std::function<llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>(
      StringRef path, StringRef weights, ImportOptions &options)>
      findData{};
  /// Reads a file with one tensor.
  std::function<llvm::Expected<FileTensor>(llvm::MemoryBufferRef file,
                                           MLIRContext *context)>
      importTensor{};
};

/// Makes importModel read models of `format`, in the whole process; replaces
/// the format of the same name. If formats have the same ending, the last one
/// is used. Not thread-safe: call it before the first import.
void registerModelFormat(ModelFormat format);

/// Returns the formats that are registered, and those of this project whose
/// importers the build lacks: `import` is empty.
const std::deque<ModelFormat> &getModelFormats();

/// Returns the name of the format of a file of this name; `MLIR` if no format
/// has its ending.
StringRef getModelFormat(StringRef path);

/// Sets the folder and the weights of `options` to those of the model in the
/// file `path`. `weights` is the path of the weights, or empty for the `.bin`
/// file beside an OpenVINO model, if it exists. Returns the weights, which must
/// live as long as `options`, or an error if they cannot be read.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
findModelData(StringRef path, StringRef weights, ImportOptions &options);

/// Imports `model`, whose format is called `name`. Its buffer's name is
/// the file in locations. `sources` keeps text for diagnostics. Emits errors as
/// diagnostics and returns null on failure. Returns an error if no importer of
/// the format is registered.
llvm::Expected<OwningOpRef<ModuleOp>>
importModel(std::unique_ptr<llvm::MemoryBuffer> model, StringRef name,
            const ImportOptions &options, llvm::SourceMgr &sources,
            MLIRContext *context);

/// Reads a file with one tensor, whose name ends as that of a format. Returns
/// an error if it is invalid, or if no format with the ending is registered.
llvm::Expected<FileTensor> importTensor(llvm::MemoryBufferRef file,
                                        MLIRContext *context);

} // namespace mlir::split

#endif // SPLIT_MLIR_SUPPORT_MODELS_H
