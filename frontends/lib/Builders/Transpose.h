//===- Transpose.h - Transposes ---------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_TRANSPOSE_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_TRANSPOSE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Builds a tensor whose dimension i is dimension `permutation[i]` of the
/// ranked tensor `data`. It is an error if `permutation` is not a permutation
/// of the dimensions.
FailureOr<Value> createTranspose(ImplicitLocOpBuilder &builder, Value data,
                                 ArrayRef<int64_t> permutation);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_TRANSPOSE_H
