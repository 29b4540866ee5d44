//===- Einsum.h - Einstein's summation convention ------------- -*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_EINSUM_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_EINSUM_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Builds NumPy's `einsum` of ranked tensors of one type of numbers, except
/// that only dimensions that `...` stands for broadcast. Two operands are
/// transposed and multiplied by `createMatMul`, more of them from left to
/// right. An equation that does not fit the ranks is an error, and so are sizes
/// that do not fit, at run time where they are not known.
FailureOr<Value> createEinsum(ImplicitLocOpBuilder &builder,
                              ValueRange operands, StringRef equation);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_EINSUM_H
