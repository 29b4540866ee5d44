//===- TensorTypes.cpp - joins and meets of tensor types ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::split;

TensorType mlir::split::joinTypes(TensorType lhs, TensorType rhs) {
  if (lhs.getElementType() != rhs.getElementType())
    return {};
  auto left = dyn_cast<RankedTensorType>(lhs);
  auto right = dyn_cast<RankedTensorType>(rhs);
  if (!left || !right)
    return left ? lhs : rhs;
  if (left.getRank() != right.getRank() ||
      left.getEncoding() != right.getEncoding())
    return {};
  SmallVector<int64_t> shape;
  for (auto [a, b] : llvm::zip_equal(left.getShape(), right.getShape())) {
    if (a != b && !ShapedType::isDynamic(a) && !ShapedType::isDynamic(b))
      return {};
    shape.push_back(ShapedType::isDynamic(a) ? b : a);
  }
  return left.clone(shape);
}

TensorType mlir::split::meetTypes(TensorType lhs, TensorType rhs) {
  auto left = dyn_cast<RankedTensorType>(lhs);
  auto right = dyn_cast<RankedTensorType>(rhs);
  if (!left || !right || left.getRank() != right.getRank() ||
      left.getEncoding() != right.getEncoding())
    return UnrankedTensorType::get(lhs.getElementType());
  SmallVector<int64_t> shape;
  for (auto [a, b] : llvm::zip_equal(left.getShape(), right.getShape()))
    shape.push_back(a == b ? a : ShapedType::kDynamic);
  return left.clone(shape);
}
