//===- Processors.h - Machines to compile for -------------------*- C++ -*-===//
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

namespace mlir::split::native {

/// Returns Debian's name for the machine that the triple `target` names, such
/// as `aarch64-linux-gnu`; an empty string if this process runs on such a
/// machine. Returns an error if split-mlir does not support `target`.
llvm::Expected<std::string> getForeignMachine(llvm::StringRef target);

/// Checks that code can be compiled for the processor `cpu` of the machine
/// `target`, both as NativeOptions has them.
llvm::Error checkProcessor(llvm::StringRef cpu, llvm::StringRef target = "");

/// Prints the processors that checkProcessor accepts: sorted, one per line.
llvm::Error printProcessors(llvm::StringRef target, llvm::raw_ostream &os);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_TARGET_NATIVE_PROCESSORS_H
