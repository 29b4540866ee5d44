//===- Folds.h - folds of splits --------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_FOLDS_H
#define SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_FOLDS_H

#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {

/// Folds all pieces of `op` to data or to constants, or fails. `data` is the
/// value of constant data, else null.
LogicalResult foldPieces(SplitOpInterface op, Attribute data,
                         SmallVectorImpl<OpFoldResult> &pieces);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_FOLDS_H
