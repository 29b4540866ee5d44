//===- PieceFolds.h - pieces that are values already ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_PIECEFOLDS_H
#define SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_PIECEFOLDS_H

#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {

/// Folds every piece of `op` to data or to a constant, or none of them. `data`
/// is data's value where that is a constant, else null.
LogicalResult foldPieces(SplitOpInterface op, Attribute data,
                         SmallVectorImpl<OpFoldResult> &pieces);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_PIECEFOLDS_H
