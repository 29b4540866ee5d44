//===- Contest.h - Contenders measured in rounds ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_BENCHMARK_CONTEST_H
#define SPLIT_MLIR_BENCHMARK_CONTEST_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <functional>
#include <limits>
#include <sys/types.h>
#include <vector>

namespace mlir::split::native {

/// One way to do a workload.
struct Contender {
  std::string name;
  /// What the contender is to the workload:
  ///   baseline    a copy of the whole input;
  ///   ours        the compiled program;
  ///   first-call  the first call after the allocator gave its pages back;
  ///   loop        a small split by a bare loop of vectors;
  ///   one-thread  the program compiled for one thread, next to two threads;
  ///   presplit    the same computation on inputs that were split before;
  ///   portable    the program compiled for --cpu=portable;
  ///   peer        another library.
  std::string kind;
  /// Whether memory for the results is allocated and freed in each call.
  bool allocates;
  /// Bytes that a call reads and writes.
  size_t bytes;
  /// Returns seconds per call, measured over the given number of calls.
  std::function<llvm::Expected<double>(int64_t calls)> time;
  /// Results of `time`, one per round.
  std::vector<double> seconds;

  double getMedian() const;
};

struct ContestOptions {
  /// The number of undisturbed rounds, at least.
  unsigned rounds;
  /// How often each contender is called in a round.
  int64_t calls;
  /// If the ratio of the baseline's time to ours is at least this in all
  /// rounds, no rounds are added to make it more precise.
  double enough = std::numeric_limits<double>::infinity();
  /// Whether contenders have threads that wait for some milliseconds for more
  /// work, which keeps a processor busy.
  bool hasThreads = false;
  /// Other processes in which contenders run.
  std::vector<pid_t> helpers = {};
};

/// Measures in rounds, so that changes of the machine's speed affect all
/// contenders. In each round, Google Benchmark calls every contender for a
/// while to warm up and then `calls` times. Repeats rounds in which others take
/// a tenth of a processor's time, and adds rounds while the spread of the
/// ratios is great, up to three times as many in all. Returns whether the
/// remaining rounds include disturbed ones.
llvm::Expected<bool> runContest(std::vector<Contender> &contenders,
                                const ContestOptions &options);

/// Returns a `time` for a contender: calls `function`, which returns success.
template <typename Function>
llvm::Expected<double> timeCalls(int64_t calls, Function &&function) {
  bool isGood = true;
  auto start = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < calls; ++i)
    isGood &= function();
  std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  if (!isGood)
    return llvm::createStringError("a call failed");
  return elapsed.count() / calls;
}

/// Returns the ratios of `a`'s time to `b`'s in each round, sorted. Load that
/// lasts for several contenders changes them less than it changes the ratio of
/// the medians.
std::vector<double> getRatios(const Contender &a, const Contender &b);

/// Returns the median of the ratios of `a`'s time to `b`'s.
double getMedianRatio(const Contender &a, const Contender &b);

/// Returns the fastest contender of a kind, or null.
const Contender *findBest(const std::vector<Contender> &contenders,
                          llvm::StringRef kind, bool allocates = false);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_BENCHMARK_CONTEST_H
