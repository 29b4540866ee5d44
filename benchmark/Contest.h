//===- Contest.h - Contenders, measured in rounds ---------------*- C++ -*-===//
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

namespace mlir {
namespace split {

/// One way to compute the results of a workload.
struct Contender {
  std::string name;
  /// `limit`, `ours`, `presplit`, `portable` or `peer`.
  std::string kind;
  /// Whether memory for the results is allocated and freed in each call.
  bool allocates;
  /// Bytes that a call reads and writes.
  size_t bytes;
  /// Returns the seconds per call, over the given number of calls.
  std::function<llvm::Expected<double>(int64_t calls)> time;
  /// The results of `time`, one per round.
  std::vector<double> seconds;

  double getMedian() const;
};

/// Measures in rounds. Each round calls every contender once to warm up and
/// then `calls` times, one contender after the other, so that other load on the
/// machine affects all of them. Google Benchmark runs each round.
llvm::Error runContest(std::vector<Contender> &contenders, unsigned rounds,
                       int64_t calls);

/// Implements `time` of a contender by calls of `function`, which returns
/// whether it succeeded.
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

/// Returns the fastest contender of a kind, or null if there is none.
const Contender *findBest(const std::vector<Contender> &contenders,
                          llvm::StringRef kind, bool allocates = false);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_BENCHMARK_CONTEST_H
