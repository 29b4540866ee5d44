//===- Compile.h - Modules compiled to files of all kinds -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_COMPILER_COMPILE_H
#define SPLIT_MLIR_NATIVE_LIB_COMPILER_COMPILE_H

#include "SourcePaths.h"
#include "split-mlir/Target/Native/NativeCode.h"

namespace mlir::split::native {

/// The kinds of output that `--emit` of split-compile names.
enum class Emit {
  ByEnding,
  Split,
  Linalg,
  LLVMDialect,
  LLVMIR,
  Assembly,
  Object,
  Shared,
  Header
};

/// Returns the kind of output that the ending of `path` determines, or
/// Emit::ByEnding if it determines none.
Emit getEmitKind(StringRef path);

/// Returns whether output of this kind keeps the names of functions as they
/// are in the model.
bool keepsModelNames(Emit kind);

/// Returns whether output of this kind is compiled code.
bool isCode(Emit kind);

/// Returns the path of the model in the location of `module`.
StringRef getModelPath(ModuleOp module);

/// Writes output of the given kind to `os`; an object for a shared library.
/// `title` is that of writeHostHeader. Changes `module`: call nameHostFunctions
/// before, and addTargetEntries for code. Emits errors as diagnostics.
FailureOr<CodeSymbols> writeOutput(ModuleOp module, Emit kind,
                                   const NativeOptions &native,
                                   SourcePaths &paths, StringRef title,
                                   llvm::raw_pwrite_stream &os,
                                   TimingScope &timing);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_COMPILER_COMPILE_H
