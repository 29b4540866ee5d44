//===- TargetTriple.h - Triples to compile for ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_TARGETTRIPLE_H
#define SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_TARGETTRIPLE_H

#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::split::native {

/// Returns the triple that `target` names, as NativeOptions has it, or an error
/// if there is no code for it. Initializes LLVM's targets.
llvm::Expected<llvm::Triple> parseTarget(llvm::StringRef target);

/// Returns whether this process runs on the kind of machine that `triple`
/// names.
bool isThisKind(const llvm::Triple &triple);

/// Returns Debian's name for the machine; empty if split-mlir does not support
/// it.
llvm::StringRef getMachineName(const llvm::Triple &triple);

/// Returns whether `cpu` stands for the features that all processors of RISC-V
/// have that Linux distributions support.
bool isGenericRiscv(const llvm::Triple &triple, llvm::StringRef cpu);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_TARGETTRIPLE_H
