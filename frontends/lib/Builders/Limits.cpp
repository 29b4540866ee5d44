//===- Limits.cpp - Limits of model size ----------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Limits.h"

#include "KeptOperators.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

llvm::Error mlir::split::frontends::checkShape(ArrayRef<int64_t> shape,
                                               Type elementType) {
  if (static_cast<int64_t>(shape.size()) > kMaxRank)
    return llvm::createStringError("has " + llvm::Twine(shape.size()) +
                                   " dimensions, expected at most " +
                                   llvm::Twine(kMaxRank));
  // The sizes of other elements are unknown.
  int64_t bytes = isNumber(elementType) ? getUnpaddedBytes(elementType) : 1;
  for (int64_t dim : shape) {
    // Skip 0, which must not hide an overflow of the other sizes: MLIR
    // multiplies sizes from left to right.
    if (dim != 0 && ShapedType::isStatic(dim) &&
        llvm::MulOverflow(bytes, dim, bytes))
      return llvm::createStringError("has more elements than fit in memory");
  }
  return llvm::Error::success();
}
