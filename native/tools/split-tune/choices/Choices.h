//===- Choices.h - The fastest of several alternatives ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_SPLIT_TUNE_CHOICES_CHOICES_H
#define SPLIT_MLIR_NATIVE_TOOLS_SPLIT_TUNE_CHOICES_CHOICES_H

#include "mlir/Support/LLVM.h"

namespace mlir::split::native {

/// Returns the seconds that a candidate takes for a workload.
using Timer = llvm::function_ref<double(size_t candidate, size_t workload)>;

/// Times the candidates in turn, until the same candidate is the fastest
/// several times in a row. Returns the index of the fastest candidate if it is
/// clearly faster than candidate `usual`, and `usual` otherwise. Returns
/// std::nullopt if `isOver` returns true before the result is stable.
std::optional<size_t> chooseFastest(size_t candidates, size_t workloads,
                                    size_t usual, Timer time,
                                    llvm::function_ref<bool()> isOver);

/// A threshold in bytes, and whether the comparisons it results from were
/// stable.
struct Threshold {
  int64_t bytes;
  bool isStable;
};

/// Returns whether splits of size `number` are faster above the threshold than
/// below it, or `isUsuallyAbove` if neither is clearly faster. Returns
/// std::nullopt if this is not stable.
using ThresholdTest =
    llvm::function_ref<std::optional<bool>(size_t number, bool isUsuallyAbove)>;

/// Returns the least of the ascending `sizes` such that all splits of this size
/// or more are faster when they are above the threshold. Returns `usual` if it
/// makes the same decision at every size, or if a comparison was not stable. If
/// not even the largest size gains, returns `never` if `usual` is `never`, and
/// otherwise twice the largest size, because larger sizes were not measured.
Threshold chooseThreshold(ArrayRef<int64_t> sizes, int64_t usual, int64_t never,
                          ThresholdTest isFasterAbove);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_SPLIT_TUNE_CHOICES_CHOICES_H
