//===- CumSum.h - Cumulative sums -------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CUMSUM_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CUMSUM_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

struct CumSumOptions {
  /// Whether an element is not part of the sum at its own position.
  bool isExclusive = false;
  /// Whether sums begin at the last element.
  bool isReverse = false;
};

/// Builds NumPy's `cumsum` of a ranked tensor of numbers along `axis`, which is
/// checked, at run time where it is not known.
FailureOr<Value> createCumSum(ImplicitLocOpBuilder &builder, Value data,
                              OpFoldResult axis, CumSumOptions options);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CUMSUM_H
