//===- Options.h - Options of compilations for C ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_CAPI_COMPILER_OPTIONS_H
#define SPLIT_MLIR_NATIVE_LIB_CAPI_COMPILER_OPTIONS_H

#include "../../Compiler/Compiler.h"
#include "mlir/CAPI/Wrap.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "split-mlir-c/Compiler.h"
#include "split-mlir/HostAbi/NativeOptions.h"
#include <string>

namespace mlir::split::native {

/// What MlirSplitOptions points to.
struct CompileOptions {
  NativeOptions native;
  std::string machineProfile;
  SmallVector<std::string> names, filePrefixMaps;
  bool onnxStrict = false;
};

/// Returns a copy of `module` for output of this kind: with the names of its
/// functions, and, for code, with the entries of the machine profile. Emits an
/// error and returns null if the options are invalid.
OwningOpRef<ModuleOp> prepareModule(ModuleOp module,
                                    const CompileOptions &options, Emit kind);

} // namespace mlir::split::native

DEFINE_C_API_PTR_METHODS(MlirSplitOptions, mlir::split::native::CompileOptions)

#endif // SPLIT_MLIR_NATIVE_LIB_CAPI_COMPILER_OPTIONS_H
