//===- Files.h - Reading of files -------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_SUPPORT_FILES_H
#define SPLIT_MLIR_SUPPORT_FILES_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::split {

/// Reads a whole file or pipe. Refuses devices, which may never end.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFile(StringRef path);

/// Maps a large file into memory; the system reads only the parts that are
/// accessed. Otherwise like readFile.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> mapFile(StringRef path);

/// Reads a file or pipe, but at most its first `maxBytes` bytes. Refuses
/// devices.
llvm::Expected<std::string> readFileStart(StringRef path, size_t maxBytes);

/// Returns whether two paths name the same regular file, even by links. `-` is
/// standard input for `input`, and standard output for `output`.
bool isSameFile(StringRef output, StringRef input);

/// Returns an error if writing `output` would overwrite one of `inputs`.
llvm::Error checkOutput(StringRef output, ArrayRef<std::string> inputs);

} // namespace mlir::split

#endif // SPLIT_MLIR_SUPPORT_FILES_H
