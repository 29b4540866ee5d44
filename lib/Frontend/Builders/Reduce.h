//===- Reduce.h - dimensions summed up --------------------------*- C++ -*-===//
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
/// `combine` is of two elements.
Value createReduce(OpBuilder &b, Location loc, Value data,
                   const llvm::SmallBitVector &reduced, TypedAttr start,
                   ScalarBuilder combine);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_REDUCE_H
