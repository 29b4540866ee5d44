//===- Pool.h - Pooling -----------------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floats narrower than 32 bits are summed and raised to powers in f32.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_POOL_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_POOL_H

#include "Windows.h"

namespace mlir::split::frontends {

/// Builds the greatest element of each window of a tensor of numbers. NaN is
/// greater than all numbers, as in PyTorch.
FailureOr<Value> createMaxPool(ImplicitLocOpBuilder &builder, Value data,
                               ArrayRef<Window> windows);

/// Builds the same, and the position of each greatest element as an i64: its
/// index in row-major order if the data had only the dimensions in `order`. Of
/// equal elements, it is the position of the first, and of several NaNs, of the
/// last. The position of a window without elements is -1.
FailureOr<SmallVector<Value>>
createMaxPoolWithIndices(ImplicitLocOpBuilder &builder, Value data,
                         ArrayRef<Window> windows, ArrayRef<int64_t> order);

/// Builds the mean of each window of a tensor of floats. Pads count as elements
/// if `countsPads`, except for what a window has beyond them.
FailureOr<Value> createAveragePool(ImplicitLocOpBuilder &builder, Value data,
                                   ArrayRef<Window> windows, bool countsPads);

/// Builds sum(|x|^p)^(1/p) of each window of a tensor of floats.
FailureOr<Value> createLpPool(ImplicitLocOpBuilder &builder, Value data,
                              ArrayRef<Window> windows, double p);

/// Builds x / (bias + alpha * sum)^beta, where sum is the sum of the squares in
/// the window around x. There are as many windows as elements.
FailureOr<Value> createResponseNormalization(ImplicitLocOpBuilder &builder,
                                             Value data,
                                             ArrayRef<Window> windows,
                                             double alpha, double beta,
                                             double bias);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_POOL_H
