//===- Progress.cpp - Times and progress of compilations ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include "ModelTool.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include <chrono>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using Clock = std::chrono::steady_clock;

namespace {
struct Stage {
  StringLiteral timer, words;
  /// The percentages that are done before and after it.
  int begin, end;
};

/// The stages in order. The shares are those of large models.
constexpr Stage kStages[] = {{"Import", "reading the model", 0, 2},
                             {"Lowering", "lowering", 2, 40},
                             {"LLVM optimisation", "optimizing", 40, 65},
                             {"Code generation", "generating code", 65, 95},
                             {"Linking", "linking", 95, 100}};

/// Prints the line when a stage begins or a pass ends, all on the thread that
/// compiles.
class Progress : public TimingManager {
public:
  explicit Progress(MLIRContext *context)
      : diagnostics(context, [this](Diagnostic &) {
          makeRoom();
          return failure(); // for the next handler to print
        }) {}

  ~Progress() override { makeRoom(); }

  void makeRoom() {
    if (!line.empty())
      llvm::errs() << "\r\x1b[K";
    line.clear();
  }

  void addPasses(int number) { passes += number; }

protected:
  std::optional<void *> rootTimer() override { return this; }

  /// The handle of a stage is the stage, that of a timer in it, which is one of
  /// a pass, is &passesDone, and other handles are null.
  void *nestTimer(void *handle, const void *,
                  function_ref<std::string()> nameBuilder) override {
    if (handle == this)
      for (const Stage &stage : kStages)
        if (stage.timer == nameBuilder())
          return const_cast<Stage *>(&stage);
    return isStage(handle) ? &passesDone : nullptr;
  }

  void startTimer(void *handle) override {
    if (!isStage(handle))
      return;
    stage = static_cast<const Stage *>(handle);
    passes = passesDone = 0;
    print();
  }

  void stopTimer(void *handle) override {
    if (handle != &passesDone)
      return;
    ++passesDone;
    print();
  }

private:
  bool isStage(void *handle) {
    return handle && handle != this && handle != &passesDone;
  }

  void print() {
    if (Clock::now() - start < std::chrono::seconds(2))
      return;
    int share = stage->begin;
    if (passes != 0)
      share += (stage->end - stage->begin) * passesDone / passes;
    std::string newLine = llvm::formatv("{0} % {1}", share, stage->words.str());
    if (newLine != line)
      llvm::errs() << "\r\x1b[K" << newLine;
    line = std::move(newLine);
  }

  /// The visible line; empty if there is none.
  std::string line;
  /// The current stage.
  const Stage *stage = nullptr;
  /// The passes on modules in this stage; those on functions run within them.
  int passes = 0, passesDone = 0;
  Clock::time_point start = Clock::now();
  ScopedDiagnosticHandler diagnostics;
};

/// The progress that is shown, if any.
std::optional<Progress> progress;
} // namespace

/// Returns whether standard error is a terminal on which nothing else is
/// printed for these options.
static bool canShowProgress(const ModelOptions &options) {
  // Dumb terminals cannot erase lines.
  const char *terminal = std::getenv("TERM");
  if (!llvm::sys::Process::StandardErrIsDisplayed() || !terminal ||
      StringRef(terminal) == "dumb")
    return false;
  if (options.model == "-" && llvm::sys::Process::StandardInIsUserInput())
    return false;
  // These print to standard error.
  return llvm::none_of(llvm::cl::getRegisteredOptions(), [](auto &entry) {
    return (entry.first.starts_with("mlir-") ||
            entry.first.starts_with("debug")) &&
           entry.second->getNumOccurrences() != 0;
  });
}

CompileTimer::CompileTimer(const ModelOptions &options, MLIRContext *context) {
  applyDefaultTimingManagerCLOptions(timing);
  if (canShowProgress(options))
    progress.emplace(context);
}

CompileTimer::~CompileTimer() { finish(); }

void CompileTimer::finish() { progress.reset(); }

TimingScope CompileTimer::getRootScope() {
  return progress ? progress->getRootScope() : timing.getRootScope();
}

LogicalResult mlir::split::native::configurePasses(PassManager &manager) {
  if (progress)
    progress->addPasses(manager.size());
  return applyPassManagerCLOptions(manager);
}

void mlir::split::native::makeRoomForMessage() {
  if (progress)
    progress->makeRoom();
}
