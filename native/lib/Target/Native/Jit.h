//===- Jit.h - Code loaded into this process --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_JIT_H
#define SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_JIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/Shared/ExecutorAddress.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace mlir::split::native {

/// Creates a JIT for `target`, whose code may call the runtime library and
/// other functions of this process. With `debugInfo`, tells debuggers and
/// `perf` about the code.
llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
createJit(llvm::orc::JITTargetMachineBuilder target, bool debugInfo);

/// Looks up `name`. On failure, returns the first error that the session
/// reports, because the error that lookup returns only says that it failed.
llvm::Expected<llvm::orc::ExecutorAddr> lookUpSymbol(llvm::orc::LLJIT &jit,
                                                     llvm::StringRef name);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_JIT_H
