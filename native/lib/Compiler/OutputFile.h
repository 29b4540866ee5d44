//===- OutputFile.h - Output files ------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_COMPILER_OUTPUTFILE_H
#define SPLIT_MLIR_NATIVE_LIB_COMPILER_OUTPUTFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_fd_ostream;
class raw_ostream;
} // namespace llvm

namespace mlir::split::native {

/// Returns the error of writing the file `path` for `error`, if there is one.
llvm::Error describeWriteError(StringRef path, llvm::Error error);

/// Closes `file`, and returns its error, if any.
llvm::Error closeFile(llvm::raw_fd_ostream &file, StringRef path);

/// Writes the contents of a file; an error means that they are incomplete.
using WriteContentsFn = llvm::function_ref<llvm::Error(llvm::raw_ostream &)>;

/// Creates the file `path`, or replaces it if it is a regular file or a link to
/// one, which stays as it is on failure. Writes to pipes and devices.
llvm::Error writeFile(StringRef path, WriteContentsFn write);

/// Does the same for contents in memory. Writes them to standard output if
/// `path` is `-`.
llvm::Error writeFile(StringRef path, StringRef contents);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_COMPILER_OUTPUTFILE_H
