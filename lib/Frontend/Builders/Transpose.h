//===- Transpose.h - dimensions in another order ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_TRANSPOSE_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_TRANSPOSE_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// A tensor whose dimension i is dimension `permutation[i]` of `data`, which is
/// ranked. What is no permutation of its dimensions is an error at `loc`.
FailureOr<Value> createTranspose(OpBuilder &b, Location loc, Value data,
                                 ArrayRef<int64_t> permutation);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_TRANSPOSE_H
