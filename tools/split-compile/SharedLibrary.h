//===- SharedLibrary.h - Linking of shared libraries ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLIT_COMPILE_SHAREDLIBRARY_H
#define SPLIT_MLIR_TOOLS_SPLIT_COMPILE_SHAREDLIBRARY_H

#include "split-mlir/Target/Native/NativeCode.h"
#include "llvm/Support/Error.h"

namespace mlir::split {

/// Links an object file, whose contents are `object`, to the shared library
/// `path`, together with the runtime library that was built or installed with
/// the tool `executable`. `machine` is Debian's name for the machine to link
/// for; empty for this one. Does not create `path` on failure.
llvm::Error linkSharedLibrary(StringRef object, const CodeSymbols &symbols,
                              StringRef path, StringRef machine,
                              StringRef executable);

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_SPLIT_COMPILE_SHAREDLIBRARY_H
