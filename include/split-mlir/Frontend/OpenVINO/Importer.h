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

namespace split {

/// Imports a model in OpenVINO's IR, version 10 or 11: a module with one public
/// function.
///
/// `model` is the .xml file, `weights` the .bin file with the data of Const
/// layers or null; a model with such data needs it. The function is named after
/// the net when that is a C identifier which begins with a letter and is no
/// name of the C library, else `main`. Its arguments are the Parameter layers,
/// its results the Result layers, both in file order; the argument and result
/// attribute `openvino.name` keeps their names. Element types map to the MLIR
/// types of the same meaning (u8 is ui8, i8 is i8, boolean is i1). Dimensions
/// and ranks may be dynamic. The type of a layer's output is what is known of
/// the value refined by what the file claims; what only the file claims is
/// checked at run time by `split.assert`.
///
/// Each layer is imported as the version that its operation set selects; Split
/// and VariadicSplit follow rules N1 to N4. Everything not supported is an
/// error.
///
/// Diagnostics go through the context's engine, at a location that names the
/// file (the buffer's identifier) and the layer. Returns null after an error.
OwningOpRef<ModuleOp> importOpenVinoModel(llvm::MemoryBufferRef model,
                                          const llvm::MemoryBuffer *weights,
                                          MLIRContext *context);

/// Reads the file `weights`; if that is empty, the .bin file of the name of
/// `model`, or null where there is none.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readOpenVinoWeights(StringRef model, StringRef weights);

/// Registers the dialects that an imported model consists of.
void registerOpenVinoImportDialects(DialectRegistry &registry);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_FRONTEND_OPENVINO_IMPORTER_H
