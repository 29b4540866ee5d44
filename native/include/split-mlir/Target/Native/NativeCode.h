//===- NativeCode.h - Modules compiled to files -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TARGET_NATIVE_NATIVECODE_H
#define SPLIT_MLIR_TARGET_NATIVE_NATIVECODE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/Timing.h"
#include "split-mlir/HostAbi/NativeOptions.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Memory.h"
#include <functional>
#include <memory>

namespace mlir::split::native {

/// The output formats of writeNativeCode. LLVMIR is optimized LLVM IR. All
/// formats except objects are text. A shared library is linked from a
/// LibraryObject, which defines `split_mlir_signature`; two objects of one
/// program must not both define it. A LoadedObject is a LibraryObject that may
/// only be loaded into this process.
enum class CodeKind {
  LLVMDialect,
  LLVMIR,
  Assembly,
  Object,
  LibraryObject,
  LoadedObject
};

/// The source of compiled code.
struct CodeOrigin {
  /// The path of the model for the signature.
  std::string source;
  /// Rewrites the locations of the module, which messages of compiled code
  /// contain. It is called after the module is checked and before it is
  /// lowered.
  std::function<void()> mapLocations;
  /// Writes the listing of a model, and returns its path in line tables.
  std::function<llvm::Expected<std::string>(StringRef text)> writeListing;
  /// Writes the file of weights by calling `write`, and returns its name. If
  /// this is null, a file of code contains all constants.
  std::function<llvm::Expected<std::string>(
      llvm::function_ref<void(llvm::raw_ostream &)> write)>
      writeWeights;
};

/// The symbols of compiled code that concern a linker.
struct CodeSymbols {
  /// The names of the functions that a host program calls.
  SmallVector<std::string> functions;
  /// Whether the code calls LLVM's OpenMP runtime.
  bool needsOpenMP = false;
  /// Whether the code calls the runtime library of an MPI.
  bool needsMpi = false;
  /// The constants of code that is loaded here, which must outlive it.
  std::unique_ptr<llvm::sys::OwningMemoryBlock> weights;
};

/// Lowers `module` in place with the pipeline split-to-llvm and the host ABI,
/// and writes position-independent code to `os`. The code exports only the
/// public functions and, for each, the function that returns its signature.
/// Arguments and results of public functions must be tensors and scalars; call
/// nameHostFunctions before. Emits errors as diagnostics.
FailureOr<CodeSymbols> writeNativeCode(ModuleOp module,
                                       const NativeOptions &options,
                                       CodeKind kind, const CodeOrigin &origin,
                                       llvm::raw_pwrite_stream &os,
                                       TimingScope &timing);

/// Prints `module` as `options` say.
void printModule(ModuleOp module, const NativeOptions &options,
                 llvm::raw_ostream &os);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_TARGET_NATIVE_NATIVECODE_H
