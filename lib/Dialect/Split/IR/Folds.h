//===- Folds.h - Folds of pieces --------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_FOLDS_H
#define SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_FOLDS_H

#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split {

/// Folds all pieces of `op` to data or to constants, or fails. `data` is the
/// value of constant data, else null.
LogicalResult foldPieces(SplitOpInterface op, Attribute data,
                         SmallVectorImpl<OpFoldResult> &pieces);

/// Returns whether `value` is an operand of a loop. Such a value must not
/// become a cast: upstream's ForOpTensorCastFolder assumes that a tensor that a
/// loop carries keeps the static size of the source of an initial cast.
bool isCarriedByLoop(Value value);

/// Returns whether a loop would start from a cast if `replacement`, cast to the
/// type of `value` if the types differ, replaced `value`.
bool startsLoopFromCast(Value value, Value replacement);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_FOLDS_H
