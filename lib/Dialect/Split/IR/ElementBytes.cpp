//===- ElementBytes.cpp - Sizes of elements in memory ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/ElementBytes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;

std::optional<int64_t> mlir::split::getElementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * *getElementBytes(complex.getElementType());
  if (type.isIndex())
    return 8;
  if (!type.isIntOrFloat())
    return std::nullopt;
  int64_t bytes = getUnpaddedBytes(type);
  return bytes <= 8 ? llvm::PowerOf2Ceil(bytes) : llvm::alignTo(bytes, 16);
}

int64_t mlir::split::getUnpaddedBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getUnpaddedBytes(complex.getElementType());
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}
