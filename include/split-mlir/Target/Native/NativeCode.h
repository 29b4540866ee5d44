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
#include <functional>

namespace mlir {
namespace split {

/// The form in which compiled code is written. LLVM IR is written after
/// optimisation. All forms except objects are text. A LibraryObject is the
/// object that a shared library is linked from: it defines
/// `split_mlir_signature`, which two objects of one program must not do.
enum class CodeKind { LLVMDialect, LLVMIR, Assembly, Object, LibraryObject };

/// Where code comes from.
struct CodeOrigin {
  /// The file that the code names as its source.
  std::string source;
  /// Rewrites the locations of the module, which messages of compiled code
  /// show. Called after the module has been checked, before it is lowered.
  std::function<void()> mapLocations;
};

/// What a linker has to know of compiled code.
struct CodeSymbols {
  /// The names of the functions that a host program calls.
  SmallVector<std::string> functions;
  /// Whether LLVM's OpenMP runtime is called.
  bool needsOpenMP = false;
};

/// Lowers `module` in place by the pipeline split-to-llvm with the host ABI,
/// and writes what it is compiled to: position-independent code in which
/// nothing can be called but the public functions and, for each, the function
/// that returns its signature. Public functions must be of tensors and scalars,
/// and have the names that nameHostFunctions gives. Errors are emitted as
/// diagnostics.
FailureOr<CodeSymbols> writeNativeCode(ModuleOp module,
                                       const NativeOptions &options,
                                       CodeKind kind, const CodeOrigin &origin,
                                       llvm::raw_pwrite_stream &os,
                                       TimingScope &timing);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TARGET_NATIVE_NATIVECODE_H
