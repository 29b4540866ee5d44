//===- NativeOptions.h - How to compile to native code ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TARGET_NATIVE_NATIVEOPTIONS_H
#define SPLIT_MLIR_TARGET_NATIVE_NATIVEOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir {
namespace split {

struct NativeOptions {
  /// The triple of the machine to compile files for; empty for this one. Code
  /// that is loaded here is always for this machine.
  std::string target;
  /// The processor to compile for: `native`, this machine's; `portable`, all
  /// of the target's kind, on x86-64 with versions for newer ones that are
  /// chosen at run time; or a name that LLVM knows for such machines. What is
  /// loaded here uses no instructions that this machine lacks in either case.
  std::string cpu = "native";
  /// Whether compiled code checks what could not be checked earlier. A check
  /// that fails ends the call, see CheckFailure.
  bool runtimeChecks = true;
  /// How many threads compiled code may use.
  unsigned threads = 1;
  /// Whether results that are parts of arguments are views of them, as
  /// Runtime.h describes.
  bool views = false;
};

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

#endif // SPLIT_MLIR_TARGET_NATIVE_NATIVEOPTIONS_H
