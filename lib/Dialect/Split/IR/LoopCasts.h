//===- LoopCasts.h - casts that loops start from ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_LOOPCASTS_H
#define SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_LOOPCASTS_H

#include "mlir/IR/Value.h"

namespace mlir {
namespace split {

/// Whether a loop starts from `value`. Upstream takes a tensor that a loop
/// carries to keep the size that it starts with where it starts from a cast
/// (ForOpTensorCastFolder), so no cast goes there.
bool isCarriedByLoop(Value value);

/// Whether a loop would start from a cast if `replacement`, cast to the type of
/// `value` where that is another one, replaced `value`.
bool startsLoopFromCast(Value value, Value replacement);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_LOOPCASTS_H
