//===- JitSymbols.h - What loaded code may call -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TARGET_NATIVE_JITSYMBOLS_H
#define SPLIT_MLIR_LIB_TARGET_NATIVE_JITSYMBOLS_H

#include "llvm/Support/Error.h"

namespace llvm {
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace mlir {
namespace split {

/// Gives code loaded by `jit` what the process's symbol table may not have: the
/// runtime of this project, the allocator that it uses, and compiler support
/// for bf16. All else is found in the process.
llvm::Error defineJitSymbols(llvm::orc::LLJIT &jit);

/// Loads LLVM's OpenMP runtime, which code for several threads calls, into the
/// process.
llvm::Error loadThreadRuntime();

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_TARGET_NATIVE_JITSYMBOLS_H
