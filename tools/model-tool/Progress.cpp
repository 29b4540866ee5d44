//===- Progress.cpp - Progress of compilations on terminals ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include "ModelTool.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// How long a compilation must take for progress to be shown.
static constexpr std::chrono::milliseconds kDelay = 2s;

/// How often the line changes when nothing happens.
static constexpr std::chrono::milliseconds kPeriod = 500ms;

struct Progress::Stage {
  /// The name of its timer.
  StringLiteral timer;
  StringLiteral words;
  /// The percentages that are done before and after it.
  int begin, end;
  /// Whether passes tell the share that is done.
  bool countsPasses;
};

/// The stages in order. The shares are those of large models.
static constexpr Progress::Stage kStages[] = {
    {"Import", "reading the model", 0, 2, /*countsPasses=*/false},
    {"Lowering", "lowering", 2, 40, /*countsPasses=*/true},
    {"LLVM optimisation", "optimizing", 40, 65, /*countsPasses=*/false},
    {"Code generation", "generating code", 65, 95, /*countsPasses=*/false},
    {"Linking", "linking", 95, 100, /*countsPasses=*/false},
};

/// Counts the passes on modules; those on functions run within them.
class Progress::PassCounter : public PassInstrumentation {
public:
  explicit PassCounter(Progress &progress) : progress(progress) {}

  void runAfterPass(Pass *, Operation *op) override {
    if (!isa<ModuleOp>(op))
      return;
    std::lock_guard<std::mutex> lock(progress.mutex);
    ++progress.passesDone;
    if (!progress.line.empty())
      progress.print();
  }

private:
  Progress &progress;
};

Progress::Progress(MLIRContext *context)
    : start(Clock::now()),
      diagnostics(context,
                  [&](Diagnostic &) {
                    makeRoom();
                    return failure(); // for the next handler to print
                  }),
      thread([this] { runThread(); }) {}

Progress::~Progress() {
  makeRoom();
  {
    std::lock_guard<std::mutex> lock(mutex);
    isDone = true;
  }
  done.notify_all();
  thread.join();
}

bool Progress::isPossible(const ModelOptions &options) {
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

void Progress::countPasses(NativeOptions &options) {
  options.configurePasses = [this,
                             configure = std::move(options.configurePasses)](
                                PassManager &manager) -> LogicalResult {
    {
      std::lock_guard<std::mutex> lock(mutex);
      passes += manager.size();
    }
    manager.addInstrumentation(std::make_unique<PassCounter>(*this));
    return configure ? configure(manager) : success();
  };
}

/// The handles of timers of stages are the stages, and those of others null.
void *Progress::nestTimer(void *handle, const void *,
                          function_ref<std::string()> nameBuilder) {
  if (handle != this)
    return nullptr;
  std::string name = nameBuilder();
  const Stage *found = llvm::find_if(
      kStages, [&](const Stage &stage) { return stage.timer == name; });
  return found == std::end(kStages) ? nullptr : const_cast<Stage *>(found);
}

void Progress::startTimer(void *handle) {
  if (!handle || handle == this)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  stage = static_cast<const Stage *>(handle);
  if (!line.empty())
    print();
}

/// Replaces the line.
void Progress::print() {
  if (!stage)
    return;
  int share = stage->begin;
  if (stage->countsPasses && passes != 0)
    share += (stage->end - stage->begin) * passesDone / passes;
  auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start);
  std::string newLine = llvm::formatv("{0} % {1} ({2} s)", share,
                                      stage->words.str(), seconds.count());
  if (newLine == line)
    return;
  line = std::move(newLine);
  llvm::errs() << "\r\x1b[K" << line;
}

void Progress::makeRoom() {
  std::lock_guard<std::mutex> lock(mutex);
  if (!line.empty())
    llvm::errs() << "\r\x1b[K";
  line.clear();
  quietUntil = Clock::now() + kPeriod;
}

void Progress::runThread() {
  std::unique_lock<std::mutex> lock(mutex);
  done.wait_for(lock, kDelay, [&] { return isDone; });
  while (!isDone) {
    if (Clock::now() >= quietUntil)
      print();
    done.wait_for(lock, kPeriod, [&] { return isDone; });
  }
}

static Progress *currentProgress = nullptr;

void mlir::split::makeRoomForMessage() {
  if (currentProgress)
    currentProgress->makeRoom();
}

CompileTimer::CompileTimer(const ModelOptions &options, MLIRContext *context) {
  applyDefaultTimingManagerCLOptions(timing);
  if (Progress::isPossible(options))
    currentProgress = &progress.emplace(context);
}

CompileTimer::~CompileTimer() { finish(); }

void CompileTimer::finish() {
  currentProgress = nullptr;
  progress.reset();
}

TimingScope CompileTimer::getRootScope() {
  return progress ? progress->getRootScope() : timing.getRootScope();
}

void CompileTimer::countPasses(NativeOptions &options) {
  if (progress)
    progress->countPasses(options);
}
