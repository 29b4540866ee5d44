//===- Progress.h - Times and progress of compilations ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_MODEL_TOOL_PROGRESS_H
#define SPLIT_MLIR_NATIVE_TOOLS_MODEL_TOOL_PROGRESS_H

#include "mlir/Support/Timing.h"

namespace mlir {
class MLIRContext;
class PassManager;
} // namespace mlir

namespace mlir::split::native {

class ModelOptions;

/// The timer of a compilation, for --mlir-timing. If standard error is a
/// terminal on which nothing else is printed for these options, it shows
/// progress instead: a line with the stage, which is a timer nested in the
/// root, and about which share is done, exact to a stage and in lowering to a
/// pass. The line appears when a stage begins or a pass ends, after two
/// seconds at the earliest, and is erased before a message and at the end.
class CompileTimer {
public:
  CompileTimer(const ModelOptions &options, MLIRContext *context);
  ~CompileTimer();

  TimingScope getRootScope();

  /// Ends progress.
  void finish();

private:
  DefaultTimingManager timing;
};

/// Applies MLIR's options for pass managers, and counts the passes for the
/// line of the CompileTimer that exists, if any.
LogicalResult configurePasses(PassManager &manager);

/// Erases the line, if any, for a message that follows.
void makeRoomForMessage();

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_MODEL_TOOL_PROGRESS_H
