//===- NativeOptions.h - Options of native code -----------------*- C++ -*-===//
//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_NATIVEOPTIONS_H
#define SPLIT_MLIR_HOSTABI_NATIVEOPTIONS_H

#include <string>

namespace mlir {
namespace split {

/// Options under which host functions are compiled.
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

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_HOSTABI_NATIVEOPTIONS_H
