//===- VersionPrinter.h - What tools print for --version --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_COMMON_VERSIONPRINTER_H
#define SPLIT_MLIR_TOOLS_COMMON_VERSIONPRINTER_H

namespace mlir::split {

/// Makes the option `--version` print the version of split-mlir after that of
/// LLVM. Call it once, before the command line is parsed.
void registerVersionPrinter();

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_COMMON_VERSIONPRINTER_H
