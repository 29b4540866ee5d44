//===- Choices.cpp - The fastest of several alternatives ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choices.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns the time of each candidate relative to that of the fastest one,
/// averaged over the workloads. `times` holds the times of all rounds for each
/// candidate and workload. The function uses medians, which do not change if
/// other load disturbs a few rounds.
static std::vector<double>
score(const std::vector<std::vector<std::vector<double>>> &times) {
  std::vector<double> scores(times.size());
  for (size_t workload = 0; workload < times.front().size(); ++workload) {
    std::vector<double> medians;
    for (auto &candidate : times) {
      std::vector<double> sorted = candidate[workload];
      llvm::sort(sorted);
      medians.push_back(sorted[sorted.size() / 2]);
    }
    double least = *llvm::min_element(medians);
    for (auto [score, median] : llvm::zip_equal(scores, medians))
      score += median / least / times.front().size();
  }
  return scores;
}

std::optional<size_t>
mlir::split::native::chooseFastest(size_t candidates, size_t workloads,
                                   size_t usual, Timer time,
                                   llvm::function_ref<bool()> isOver) {
  constexpr int kRounds = 5, kNeededInARow = 3;
  constexpr double kClearly = 1.08;
  std::vector<std::vector<std::vector<double>>> times(
      candidates, std::vector<std::vector<double>>(workloads));
  std::optional<size_t> last;
  for (int inARow = 0; inARow < kNeededInARow;) {
    for (int round = 0; round < kRounds; ++round) {
      for (size_t workload = 0; workload < workloads; ++workload)
        for (size_t candidate = 0; candidate < candidates; ++candidate)
          times[candidate][workload].push_back(time(candidate, workload));
      if (isOver())
        return std::nullopt;
    }
    std::vector<double> scores = score(times);
    size_t fastest = llvm::min_element(scores) - scores.begin();
    if (scores[usual] <= kClearly * scores[fastest])
      fastest = usual;
    inARow = fastest == last ? inARow + 1 : 1;
    last = fastest;
  }
  return last;
}

Threshold mlir::split::native::chooseThreshold(ArrayRef<int64_t> sizes,
                                               int64_t usual, int64_t never,
                                               ThresholdTest isFasterAbove) {
  Threshold result{usual == never ? never : 2 * sizes.back(),
                   /*isStable=*/true};
  bool isUsual = true;
  for (size_t number = sizes.size(); number-- > 0;) {
    // If neither is clearly faster, the table decides.
    bool isUsuallyAbove = usual != never && sizes[number] >= usual;
    std::optional<bool> isFaster = isFasterAbove(number, isUsuallyAbove);
    result.isStable &= isFaster.has_value();
    bool isAbove = isFaster.value_or(isUsuallyAbove);
    isUsual &= isAbove == isUsuallyAbove;
    if (!isAbove)
      break;
    result.bytes = sizes[number];
  }
  if (isUsual || !result.isStable)
    result.bytes = usual;
  return result;
}
