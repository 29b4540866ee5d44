//===- Importer.h - ONNX models to MLIR -------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTEND_ONNX_IMPORTER_H
#define SPLIT_MLIR_FRONTEND_ONNX_IMPORTER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace mlir {
class DialectRegistry;
class MLIRContext;
} // namespace mlir

namespace mlir::split::frontends {

struct OnnxImportOptions {
  /// Turns the warnings of rules O4 and O7 into errors.
  bool strict = false;
  /// Keeps nodes that cannot be imported as unregistered ops in the generic
  /// form of onnx-mlir, instead of errors, and allows unregistered dialects in
  /// the context. A Split that breaks a rule stays an error.
  bool keepUnknown = false;
  /// The folder of the model file, below which external data is read. If it is
  /// empty, external data is refused.
  std::string folder;
  /// If not null, the paths of files with external data are appended.
  std::vector<std::string> *dataFiles = nullptr;
};

/// Returns the folder of the file at `path`, for `OnnxImportOptions`.
std::string getModelFolder(llvm::StringRef path);

/// Imports a serialized ONNX model as a module with one public function.
///
/// The function is named after the graph, with `_` for control characters, or
/// `main` if the graph has no name. Its arguments are the graph's inputs
/// without an initializer, its results the graph's outputs, both in file order;
/// the argument and result attribute `onnx.name` keeps their names. Element
/// types map to the MLIR types of the same meaning (uint8 is ui8, int8 is i8,
/// bool is i1); string is refused (O11). A dimension is static if the file
/// gives its value, and `?` if it gives a symbol or nothing. A tensor without a
/// shape is unranked. A result's type combines the type of the value and the
/// type in the file; `split.assert` checks at run time what only the file
/// states.
///
/// Each operator is imported as the version that the model's import of the
/// default operator set selects; Split follows rules O1 to O11. Other operators
/// become linalg and tensor ops. Small integer tensors are computed as scalars
/// and folded, so computed shapes become static where possible. Unsupported
/// models are errors.
///
/// Diagnostics go through the context's engine, at a location that names the
/// file (the buffer's identifier) and the node. Returns null after an error.
OwningOpRef<ModuleOp> importOnnxModel(llvm::MemoryBufferRef buffer,
                                      MLIRContext *context,
                                      const OnnxImportOptions &options = {});

/// Makes importModel of Support/Models.h read ONNX models.
void registerOnnxFormat();

/// Registers the dialects that an imported model consists of.
void registerOnnxImportDialects(DialectRegistry &registry);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTEND_ONNX_IMPORTER_H
