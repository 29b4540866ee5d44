//===- TensorSize.cpp - sizes of tensors in files -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorSize.h"

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

std::optional<int64_t> mlir::split::countBytes(ArrayRef<int64_t> shape,
                                               int64_t elementBytes) {
  int64_t bytes = elementBytes;
  for (int64_t dim : shape)
    if (dim != 0 && !ShapedType::isDynamic(dim) &&
        llvm::MulOverflow(bytes, dim, bytes))
      return std::nullopt;
  return llvm::is_contained(shape, 0) ? 0 : bytes;
}
