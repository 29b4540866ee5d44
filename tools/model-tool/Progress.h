//===- Progress.h - Progress of compilations on terminals -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_MODEL_TOOL_PROGRESS_H
#define SPLIT_MLIR_TOOLS_MODEL_TOOL_PROGRESS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/Timing.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace mlir {
class PassManager;
} // namespace mlir

namespace mlir::split {

class ModelOptions;
struct NativeOptions;

/// Shows which stage a compilation is in, and about which share of it is done,
/// as a line on standard error. The line appears after two seconds and is
/// erased before a message and at the end. Stages are timers that are nested in
/// the root; kStages lists them. The share is exact to a stage, and in lowering
/// to a pass.
class Progress : public TimingManager {
public:
  struct Stage;

  explicit Progress(MLIRContext *context);
  ~Progress() override;

  /// Returns whether progress can be shown: if standard error is a terminal on
  /// which nothing else is printed for these options.
  static bool isPossible(const ModelOptions &options);

  /// Makes `options` count passes.
  void countPasses(NativeOptions &options);

  /// Erases the line, if any, for a message that follows.
  void makeRoom();

protected:
  std::optional<void *> rootTimer() override { return this; }
  void startTimer(void *handle) override;
  void stopTimer(void *) override {}
  void *nestTimer(void *handle, const void *id,
                  function_ref<std::string()> nameBuilder) override;

private:
  class PassCounter;

  void print();
  /// Prints from time to time until `isDone`.
  void runThread();

  std::mutex mutex;
  std::condition_variable done;
  bool isDone = false;
  /// The visible line; empty if there is none.
  std::string line;
  /// The current stage; null before the first one.
  const Stage *stage = nullptr;
  int passes = 0;
  int passesDone = 0;
  std::chrono::steady_clock::time_point start;
  /// When the line may appear again after a message.
  std::chrono::steady_clock::time_point quietUntil;
  ScopedDiagnosticHandler diagnostics;
  std::thread thread;
};

/// The timer of a compilation: for --mlir-timing, or for progress if that is
/// possible, or for neither.
class CompileTimer {
public:
  CompileTimer(const ModelOptions &options, MLIRContext *context);

  ~CompileTimer();

  TimingScope getRootScope();

  /// Makes `options` count passes if progress is shown.
  void countPasses(NativeOptions &options);

  /// Ends progress.
  void finish();

private:
  DefaultTimingManager timing;
  std::optional<Progress> progress;
};

/// Erases the line of the CompileTimer that exists, if any, for a message that
/// follows.
void makeRoomForMessage();

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_MODEL_TOOL_PROGRESS_H
