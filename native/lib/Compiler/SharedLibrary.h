//===- SharedLibrary.h - Linking of shared libraries ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_COMPILER_SHAREDLIBRARY_H
#define SPLIT_MLIR_NATIVE_LIB_COMPILER_SHAREDLIBRARY_H

#include "split-mlir/Target/Native/NativeCode.h"
#include "llvm/Support/Error.h"
#include <array>

namespace mlir::split::native {

/// The folders that may contain the runtime library: those of `relative`, which
/// are relative to `base`.
struct RuntimeFolders {
  std::string base;
  std::array<StringRef, 2> relative;
};

/// Returns the folders for a program, or for a shared library of this project,
/// in the build tree or in an installation.
RuntimeFolders getRuntimeFoldersOfTool(StringRef executable);
RuntimeFolders getRuntimeFoldersOfLibrary(StringRef library);

/// Returns the path of the library in `folders` through which compiled code
/// calls `mpi`, which is `openmpi` or `mpich`.
llvm::Expected<std::string> findMpiRuntime(const RuntimeFolders &folders,
                                           StringRef mpi);

/// Returns `mpi`, or if it is empty, the first MPI that `folders` has a runtime
/// library of; an error if there is none.
llvm::Expected<std::string> chooseMpi(StringRef mpi,
                                      const RuntimeFolders &folders);

/// Links an object file, whose contents are `object`, to the shared library
/// `path`, together with the runtime library in `folders`. `machine` is
/// Debian's name for the machine to link for; empty for this one. Code that
/// calls MPI is linked with the library for `mpi`, as chooseMpi does. Does not
/// create `path` on failure, and replaces only regular files.
llvm::Error linkSharedLibrary(StringRef object, const CodeSymbols &symbols,
                              StringRef path, StringRef machine,
                              const RuntimeFolders &folders,
                              StringRef mpi = "");

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_COMPILER_SHAREDLIBRARY_H
