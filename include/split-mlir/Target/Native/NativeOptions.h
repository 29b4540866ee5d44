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

namespace mlir {
namespace split {

struct NativeOptions {
  /// The processor to compile for: `native`, this machine's; `portable`, all
  /// of this kind, with versions for newer ones that are chosen at run time; or
  /// a name that LLVM knows for machines of this kind. What is loaded here uses
  /// no instructions that this machine lacks in either case.
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

/// Checks that `cpu`, `native`, `portable` or the name of a processor, is
/// something to compile for on this machine.
llvm::Error checkProcessor(llvm::StringRef cpu);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TARGET_NATIVE_NATIVEOPTIONS_H
