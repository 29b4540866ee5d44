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
#include "split-mlir/Target/Native/NativeOptions.h"

namespace mlir {
namespace split {

/// What compiled code is written as. LLVM IR has been optimised; the rest of it
/// is text but for objects.
enum class CodeKind { LLVMDialect, LLVMIR, Assembly, Object };

/// What a linker has to know of compiled code.
struct CodeSymbols {
  /// The names of the functions that a host program calls.
  SmallVector<std::string> functions;
  /// Whether LLVM's OpenMP runtime is called.
  bool needsOpenMP = false;
};

/// Lowers `module` in place by the pipeline split-to-llvm with the host ABI,
/// and writes what it is compiled to: position-independent code in which
/// nothing but the public functions can be called. These must be of tensors and
/// scalars. Errors are emitted as diagnostics.
FailureOr<CodeSymbols>
writeNativeCode(ModuleOp module, const NativeOptions &options, CodeKind kind,
                llvm::raw_pwrite_stream &os, TimingScope &timing);

/// Writes a C header that declares what writeNativeCode makes of the public
/// functions of `module`, which has not been lowered. `title` is part of the
/// include guard. Errors are emitted as diagnostics.
LogicalResult writeHostHeader(ModuleOp module, StringRef title,
                              const NativeOptions &options, raw_ostream &os);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TARGET_NATIVE_NATIVECODE_H
