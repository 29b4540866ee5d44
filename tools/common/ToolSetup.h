//===- ToolSetup.h - Initialization of tools --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_COMMON_TOOLSETUP_H
#define SPLIT_MLIR_TOOLS_COMMON_TOOLSETUP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::split {

/// Prepares the process for the tool `program`. Call it once, before the
/// command line is parsed:
/// - The option `--version` prints the version of split-mlir and the commit
///   after the version of LLVM.
/// - A crash asks for a report about split-mlir, not about LLVM.
/// - If standard output cannot be written, because the disk is full or the
///   pipe is closed, the process prints an error and ends with status 1.
void setUpTool(llvm::StringRef program);

/// Returns the name of the tool, which messages begin with; empty before
/// setUpTool.
llvm::StringRef getToolName();

/// Returns what a crash prints. It asks for a report to `address` or, if that
/// is empty, to `homepage`. If both are empty, it names the package only.
std::string getBugReportText(llvm::StringRef address, llvm::StringRef homepage);

/// Returns the path that `-o` or `--o` names on the command line of one of
/// MLIR's tools, and sets `position` to that of the word with the path.
/// Otherwise, returns an empty string.
llvm::StringRef findOutput(llvm::ArrayRef<char *> words, size_t &position);

/// Prints an error and returns false if another word names the same file as
/// `-o`, or standard input comes from it: MLIR's tools would overwrite what
/// they read.
bool checkOutput(llvm::ArrayRef<char *> words);

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_COMMON_TOOLSETUP_H
