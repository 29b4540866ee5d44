//===- Softmax.h - exponentials that sum to 1 -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SOFTMAX_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SOFTMAX_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// exp(x - max) / sum(exp(x - max)) of a ranked tensor of floats, with maximum
/// and sum over `numDims` dimensions from `firstDim` on. Floats narrower than
/// 32 bits are computed in f32.
Value createSoftmax(OpBuilder &b, Location loc, Value data, int64_t firstDim,
                    int64_t numDims);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_SOFTMAX_H
