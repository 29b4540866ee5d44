//===- Reduce.h - Reductions along dimensions -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_REDUCE_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_REDUCE_H

#include "Elementwise.h"

#include "llvm/ADT/SmallBitVector.h"

namespace mlir::split {

/// Combines the elements of a ranked tensor along the dimensions in `reduced`,
/// in order and beginning with `start`, to a tensor without these dimensions.
/// `combine` gets two elements.
Value createReduce(ImplicitLocOpBuilder &builder, Value data,
                   const llvm::SmallBitVector &reduced, TypedAttr start,
                   ScalarBuilder combine);

/// Computes exp(x - max) / sum(exp(x - max)) of a ranked tensor of floats, with
/// maximum and sum over `numDims` dimensions from `firstDim` on. Floats
/// narrower than 32 bits are computed in f32.
Value createSoftmax(ImplicitLocOpBuilder &builder, Value data, int64_t firstDim,
                    int64_t numDims);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_REDUCE_H
