//===- Programs.h - The programs that the fuzzer calls ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLIT_CALL_FUZZER_PROGRAMS_H
#define SPLIT_MLIR_TOOLS_SPLIT_CALL_FUZZER_PROGRAMS_H

#include "split-mlir/Target/Native/NativeModule.h"
#include <optional>

namespace mlir::split {

/// A number that is known when the program is compiled, or an argument.
struct Number {
  int64_t value = 0;
  std::optional<unsigned> argument;

  static Number known(int64_t value) { return {value, std::nullopt}; }
  static Number given(unsigned argument) { return {0, argument}; }
};

/// A split op. Its pieces are results of the function.
struct SplitStep {
  /// The argument that is split.
  unsigned data = 0;
  Number axis;
  unsigned numPieces = 0;
  /// The lengths; empty for equal ones, or if an argument holds them.
  std::vector<Number> lengths;
  std::optional<unsigned> lengthsArgument;
  /// Whether the data is made 1-D before it is split.
  bool isFlattened = false;
};

/// A function @main, and what it does. Arguments precede those that depend on
/// them: data, then axes, then lengths. Its results are the pieces.
struct ProgramSource {
  std::string text;
  bool views = false;
  std::vector<SplitStep> steps;
};

/// A program that is compiled.
struct Program {
  ProgramSource source;
  native::NativeModule native;
};

/// Returns all programs. New ones are added at the end, so that inputs that
/// earlier runs have found stay as they are.
std::vector<ProgramSource> getProgramSources();

/// Compiles all programs.
std::vector<Program> compilePrograms();

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_SPLIT_CALL_FUZZER_PROGRAMS_H
