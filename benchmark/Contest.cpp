//===- Contest.cpp - Who does the same, in rounds -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contest.h"

#include "llvm/ADT/STLExtras.h"
#include <benchmark/benchmark.h>

using namespace mlir::split;

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

static void runContender(benchmark::State &state, Contender &contender,
                         int64_t calls) {
  auto time = [&](int64_t count) {
    llvm::Expected<double> seconds = contender.time(count);
    if (seconds)
      return *seconds;
    state.SkipWithError(llvm::toString(seconds.takeError()).c_str());
    return 0.0;
  };
  time(1);
  for ([[maybe_unused]] auto iteration : state)
    state.SetIterationTime(time(calls));
}

llvm::Error mlir::split::runContest(std::vector<Contender> &contenders,
                                    unsigned rounds, int64_t calls) {
  benchmark::ClearRegisteredBenchmarks();
  for (Contender &contender : contenders)
    benchmark::RegisterBenchmark(contender.name.c_str(),
                                 [&contender, calls](benchmark::State &state) {
                                   runContender(state, contender, calls);
                                 })
        ->UseManualTime()
        ->Iterations(1);
  Collector collector(contenders);
  for (unsigned round = 0; round < rounds; ++round) {
    benchmark::RunSpecifiedBenchmarks(&collector, ".");
    if (!collector.getErrors().empty())
      return llvm::createStringError(collector.getErrors());
  }
  return llvm::Error::success();
}

const Contender *mlir::split::findBest(const std::vector<Contender> &contenders,
                                       llvm::StringRef kind, bool allocates) {
  const Contender *best = nullptr;
  for (const Contender &contender : contenders)
    if (contender.kind == kind && contender.allocates == allocates &&
        (!best || contender.getMedian() < best->getMedian()))
      best = &contender;
  return best;
}
