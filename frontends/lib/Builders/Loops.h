//===- Loops.h - Sequential loops over tensors ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_LOOPS_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_LOOPS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Builds an iteration: returns the next values of `carried`.
using LoopBody = llvm::function_ref<SmallVector<Value>(
    ImplicitLocOpBuilder &builder, ValueRange loops, ValueRange carried)>;

/// Builds nested `scf.for` loops that count from 0 to `sizes`, the last of them
/// fastest, and carry values that begin with `inits`. Returns the last values.
SmallVector<Value> createLoops(ImplicitLocOpBuilder &builder,
                               ArrayRef<OpFoldResult> sizes, ValueRange inits,
                               LoopBody body);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_LOOPS_H
