//===- Processors.h - Machines to compile for -------------------*- C++ -*-===//
//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TARGET_NATIVE_PROCESSORS_H
#define SPLIT_MLIR_TARGET_NATIVE_PROCESSORS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir {
namespace split {

/// Returns the name that Debian gives to the machine of the triple `target`,
/// such as `aarch64-linux-gnu`, or an empty string if that is the kind of
/// machine that this process runs on. Fails if there is no code for `target`.
llvm::Expected<std::string> getForeignMachine(llvm::StringRef target);

/// Checks that `cpu`, `native`, `portable` or the name of a processor, is
/// something to compile for on the machine `target`, as NativeOptions names it.
llvm::Error checkProcessor(llvm::StringRef cpu, llvm::StringRef target = "");

/// Prints the names that checkProcessor accepts, sorted, one per line.
llvm::Error printProcessors(llvm::StringRef target, llvm::raw_ostream &os);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TARGET_NATIVE_PROCESSORS_H
