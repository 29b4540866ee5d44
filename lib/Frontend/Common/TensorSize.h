//===- TensorSize.h - sizes of tensors in files -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_COMMON_TENSORSIZE_H
#define SPLIT_MLIR_LIB_FRONTEND_COMMON_TENSORSIZE_H

#include "mlir/Support/LLVM.h"

#include <optional>

namespace mlir::split {

/// The bytes of a tensor with elements of `elementBytes`, where dynamic
/// dimensions count as 1; none if 64 bits do not hold them. An empty dimension
/// hides no overflow of the others: MLIR counts elements from the left, and
/// strides are products of sizes too.
std::optional<int64_t> countBytes(ArrayRef<int64_t> shape,
                                  int64_t elementBytes);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_COMMON_TENSORSIZE_H
