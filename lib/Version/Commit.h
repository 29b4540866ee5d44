//===- Commit.h - The commit that this was built from -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_VERSION_COMMIT_H
#define SPLIT_MLIR_LIB_VERSION_COMMIT_H

namespace mlir::split {

/// Returns the commit that this was built from: its 40 hexadecimal digits, with
/// `-dirty` appended if files had changed since, or `unknown`.
const char *getCommit();

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_VERSION_COMMIT_H
