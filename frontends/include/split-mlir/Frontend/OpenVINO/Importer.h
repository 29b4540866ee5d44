//===- Importer.h - OpenVINO models to MLIR ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTEND_OPENVINO_IMPORTER_H
#define SPLIT_MLIR_FRONTEND_OPENVINO_IMPORTER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir {
class DialectRegistry;
class MLIRContext;
} // namespace mlir

namespace mlir::split::frontends {

struct OpenVinoImportOptions {
  /// Keeps layers that cannot be imported as unregistered ops
  /// `"openvino.Type"`, instead of errors, and allows unregistered dialects in
  /// the context. A Split or VariadicSplit that breaks a rule stays an error.
  bool keepUnknown = false;
};

/// Imports a model in OpenVINO's IR, version 10 or 11, as a module with one
/// public function.
///
/// `model` is the .xml file. `weights` is the .bin file with the data of Const
/// layers, or null for a model without such data. The function is named after
/// the net, with `_` for control characters, or `main` if the net has no name.
/// Its arguments are the Parameter layers, its results the Result layers, both
/// in file order; the argument and result attribute `openvino.name` keeps their
/// names. Element types map to the MLIR types of the same meaning (u8 is ui8,
/// i8 is i8, boolean is i1). Dimensions and ranks may be dynamic. The type of a
/// layer's output combines the type of the value and the type in the file;
/// `split.assert` checks at run time what only the file states.
///
/// Each layer is imported as the version that its operation set selects; Split
/// and VariadicSplit follow rules N1 to N4. Unsupported models are errors.
///
/// Diagnostics go through the context's engine, at a location that names the
/// file (the buffer's identifier) and the layer. Returns null after an error.
OwningOpRef<ModuleOp>
importOpenVinoModel(llvm::MemoryBufferRef model,
                    const llvm::MemoryBuffer *weights, MLIRContext *context,
                    const OpenVinoImportOptions &options = {});

/// Reads the file `weights`. If `weights` is empty, reads the .bin file beside
/// the file `model`, or returns null if there is none or `model` is empty.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readOpenVinoWeights(StringRef model, StringRef weights);

/// Makes importModel of Support/Models.h read OpenVINO models.
void registerOpenVinoFormat();

/// Registers the dialects that an imported model consists of.
void registerOpenVinoImportDialects(DialectRegistry &registry);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTEND_OPENVINO_IMPORTER_H
