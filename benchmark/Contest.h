//===- Contest.h - Who does the same, in rounds -----------------*- C++ -*-===//
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
#include <vector>

namespace mlir::split {

/// One way to do a workload.
struct Contender {
  std::string name;
  /// `baseline`, `ours`, `presplit`, `portable` or `peer`.
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

/// Measures in rounds, so that changes of the machine's speed affect all
/// contenders. In each round, Google Benchmark calls every contender once to
/// warm up and then `calls` times.
llvm::Error runContest(std::vector<Contender> &contenders, unsigned rounds,
                       int64_t calls);

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

/// Returns the fastest contender of a kind, or null.
const Contender *findBest(const std::vector<Contender> &contenders,
                          llvm::StringRef kind, bool allocates = false);

} // namespace mlir::split

#endif // SPLIT_MLIR_BENCHMARK_CONTEST_H
