//===- Contest.cpp - Contenders measured in rounds ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contest.h"

#include "Copies.h"
#include "OtherLoad.h"
#include "llvm/ADT/STLExtras.h"
#include <benchmark/benchmark.h>
#include <cmath>
#include <thread>

using namespace mlir::split;
using namespace mlir::split::native;
using llvm::StringRef;

double Contender::getMedian() const {
  std::vector<double> sorted(seconds);
  llvm::sort(sorted);
  return sorted[sorted.size() / 2];
}

namespace {
/// Stores the time of each benchmark in its contender; both are in one order.
class Collector : public benchmark::BenchmarkReporter {
public:
  explicit Collector(std::vector<Contender> &contenders)
      : contenders(contenders) {}

  bool ReportContext(const Context &) override { return true; }
  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs) {
      Contender &contender = contenders[next++ % contenders.size()];
      if (run.error_occurred)
        errors += contender.name + ": " + run.error_message + "\n";
      else
        contender.seconds.push_back(run.real_accumulated_time /
                                    static_cast<double>(run.iterations));
    }
  }
  const std::string &getErrors() const { return errors; }

private:
  std::vector<Contender> &contenders;
  size_t next = 0;
  std::string errors;
};
} // namespace

/// How long each contender runs before it is measured. After other contenders,
/// several calls pass before a large cache has settled on what it keeps.
static constexpr double kWarmUpSeconds = 0.03;

static void runContender(benchmark::State &state, Contender &contender,
                         int64_t calls) {
  auto time = [&](int64_t count) {
    llvm::Expected<double> seconds = contender.time(count);
    if (seconds)
      return *seconds;
    state.SkipWithError(llvm::toString(seconds.takeError()).c_str());
    return 0.0;
  };
  for (double warm = 0; warm < kWarmUpSeconds;) {
    double seconds = time(calls);
    if (state.error_occurred())
      return;
    warm += seconds * static_cast<double>(calls);
  }
  for ([[maybe_unused]] auto iteration : state)
    state.SetIterationTime(time(calls));
}

/// Runs one round. Each contender gets one more time.
static llvm::Error runRound(std::vector<Contender> &contenders) {
  Collector collector(contenders);
  benchmark::RunSpecifiedBenchmarks(&collector, ".");
  if (!collector.getErrors().empty())
    return llvm::createStringError(collector.getErrors());
  return llvm::Error::success();
}

/// Returns the contender whose time is compared with ours, or null.
static const Contender *
findReference(const std::vector<Contender> &contenders) {
  for (StringRef kind : {"baseline", "presplit"})
    if (const Contender *best = findBest(contenders, kind))
      return best;
  return nullptr;
}

/// Returns whether more rounds would hardly change the median of the ratios
/// between our time and the reference's: its standard error, as estimated from
/// the quartiles, is at most 2 percent.
static bool isSettled(const std::vector<Contender> &contenders, double enough) {
  const Contender *ours = findBest(contenders, "ours");
  if (!ours)
    return true;
  std::vector<double> ratios(ours->seconds);
  llvm::sort(ratios);
  if (const Contender *reference = findReference(contenders)) {
    ratios = getRatios(*reference, *ours);
    if (reference->kind == "baseline" && ratios.front() >= enough)
      return true;
  }
  size_t count = ratios.size();
  double quartiles = ratios[3 * count / 4] - ratios[count / 4];
  constexpr double kMaxError = 0.02;
  return quartiles <=
         kMaxError * ratios[count / 2] * std::sqrt(static_cast<double>(count));
}

llvm::Expected<bool>
mlir::split::native::runContest(std::vector<Contender> &contenders,
                                const ContestOptions &options) {
  benchmark::ClearRegisteredBenchmarks();
  for (Contender &contender : contenders)
    benchmark::RegisterBenchmark(
        contender.name.c_str(),
        [&contender, &options](benchmark::State &state) {
          // Wait until the threads of the last contender stop waiting for work.
          if (options.hasThreads)
            std::this_thread::sleep_for(2 * kThreadPatience);
          runContender(state, contender, options.calls);
        })
        ->UseManualTime()
        ->Iterations(1);
  unsigned maxRounds = 3 * options.rounds, numKept = 0, numRepeated = 0;
  bool isDisturbed = false;
  OtherLoad others(options.helpers);
  while (numKept < options.rounds || (numKept + numRepeated < maxRounds &&
                                      !isSettled(contenders, options.enough))) {
    auto start = std::chrono::steady_clock::now();
    if (llvm::Error error = runRound(contenders))
      return std::move(error);
    std::chrono::duration<double> elapsed =
        std::chrono::steady_clock::now() - start;
    bool isBusy = others.take() > std::max(0.1 * elapsed.count(), 0.04);
    if (isBusy && numRepeated < maxRounds - options.rounds) {
      ++numRepeated;
      for (Contender &contender : contenders)
        contender.seconds.pop_back();
      continue;
    }
    ++numKept;
    isDisturbed |= isBusy;
  }
  return isDisturbed;
}

std::vector<double> mlir::split::native::getRatios(const Contender &a,
                                                   const Contender &b) {
  std::vector<double> ratios;
  for (auto [aSeconds, bSeconds] : llvm::zip_equal(a.seconds, b.seconds))
    ratios.push_back(aSeconds / bSeconds);
  llvm::sort(ratios);
  return ratios;
}

double mlir::split::native::getMedianRatio(const Contender &a,
                                           const Contender &b) {
  return getRatios(a, b)[a.seconds.size() / 2];
}

const Contender *
mlir::split::native::findBest(const std::vector<Contender> &contenders,
                              llvm::StringRef kind, bool allocates) {
  const Contender *best = nullptr;
  for (const Contender &contender : contenders)
    if (contender.kind == kind && contender.allocates == allocates &&
        (!best || contender.getMedian() < best->getMedian()))
      best = &contender;
  return best;
}
