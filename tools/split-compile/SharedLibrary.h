//===- SharedLibrary.h - Objects linked to a library ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLIT_COMPILE_SHAREDLIBRARY_H
#define SPLIT_MLIR_TOOLS_SPLIT_COMPILE_SHAREDLIBRARY_H

#include "split-mlir/Target/Native/NativeCode.h"
#include "llvm/Support/Error.h"

namespace mlir {
namespace split {

/// Where a library is linked.
struct SharedLibrary {
  /// The runtime library, an archive.
  std::string runtime;
  std::string path;
  /// Debian's name for the machine it is for; empty for this one.
  std::string machine;

  /// Links the object file in `object`, of which `symbols` says what is called,
  /// with the runtime library. Nothing is left of `path` when that fails.
  llvm::Error link(StringRef object, const CodeSymbols &symbols) const;
};

/// The runtime library for `machine`, as SharedLibrary names it, that was built
/// or installed with the tool `executable`.
llvm::Expected<std::string> findRuntime(StringRef executable,
                                        StringRef machine);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TOOLS_SPLIT_COMPILE_SHAREDLIBRARY_H
