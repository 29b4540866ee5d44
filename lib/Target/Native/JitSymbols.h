//===- JitSymbols.h - What loaded code may call -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TARGET_NATIVE_JITSYMBOLS_H
#define SPLIT_MLIR_LIB_TARGET_NATIVE_JITSYMBOLS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ExecutionEngine/Orc/Shared/ExecutorAddress.h"
#include "llvm/Support/Error.h"

namespace llvm {
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace mlir::split {

/// Defines symbols for code that `jit` loads: the runtime library of this
/// project, also what hosts call, the allocator that it uses, and compiler
/// support for bf16, which the process need not export. The JIT finds other
/// symbols in the process.
llvm::Error defineJitSymbols(llvm::orc::LLJIT &jit);

/// Looks up `name`. On failure, returns the first error that the session
/// reports, because the error that lookup returns only says that it failed.
llvm::Expected<llvm::orc::ExecutorAddr> lookUpSymbol(llvm::orc::LLJIT &jit,
                                                     llvm::StringRef name);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_TARGET_NATIVE_JITSYMBOLS_H
