//===- NativeOptions.h - Options of native code -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_NATIVEOPTIONS_H
#define SPLIT_MLIR_HOSTABI_NATIVEOPTIONS_H

#include "llvm/Support/LogicalResult.h"
#include <functional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir {
class PassManager;
} // namespace mlir

namespace mlir::split::native {

/// When code keeps large constants outside. Auto means: if the constants of the
/// program have at least 64 MiB in all.
enum class ExternalWeights { Always, Auto, Never };

/// Options for compiling host functions.
struct NativeOptions {
  /// The triple of the machine to compile files for; empty for this one. Code
  /// that is loaded here is always for this machine.
  std::string target;
  /// The processor to compile for: `native` for this machine's; `portable` for
  /// all processors of the target, on x86-64 with versions for newer ones that
  /// the code selects at run time; or one of LLVM's names for processors of the
  /// target. Code that is loaded into this process never uses instructions that
  /// this machine lacks.
  std::string cpu = "native";
  /// Whether compiled code checks rules that cannot be checked statically. A
  /// check that fails ends the call, see CheckFailure.
  bool runtimeChecks = true;
  /// Whether the module's ops have their run-time checks already, because
  /// buildPartitioning has created them.
  bool hasChecks = false;
  /// Whether compiled code adds and multiplies floats in the order of the
  /// program, which is slower.
  bool orderedReductions = false;
  /// The number of threads that compiled code may use, from 1 to kMaxThreads:
  /// OpenMP's runtime ends the process if it cannot start them.
  unsigned threads = 1;
  static constexpr unsigned kMaxThreads = 1024;
  /// Whether results that are parts of arguments are views of them, as
  /// Runtime.h describes.
  bool views = false;
  /// Whether code that is loaded here for `native` contains the values of
  /// split_mlir_machine as constants, which makes it shorter. Otherwise, as
  /// code in files does, it reads them in each call.
  bool machineConstants = true;
  /// Whether compiled code has line tables for debuggers and profilers.
  bool debugInfo = false;
  /// Whether code that is loaded here measures its ops, see Profile.
  bool profile = false;
  /// Whether compiled code keeps constants of 16 KiB or more outside: in a
  /// file, or in memory for code that is loaded here.
  ExternalWeights externalWeights = ExternalWeights::Auto;
  /// Whether MLIR as text has `__elided__` for constants of many elements.
  bool elideConstants = false;
  /// Where to print the memory that public functions use, as the pass
  /// split-report-memory does; null for nowhere.
  llvm::raw_ostream *memoryReport = nullptr;
  /// Called for each pass manager before the first one runs, for example to
  /// print IR between passes; compiling fails if this fails.
  std::function<llvm::LogicalResult(PassManager &)> configurePasses;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_HOSTABI_NATIVEOPTIONS_H
