//===- Expand.cpp - tensors repeated to a shape ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expand.h"

#include "Broadcast.h"
#include "Elementwise.h"
#include "IndexMath.h"
#include "RuntimeChecks.h"
#include "ShapeValues.h"
#include "Sizes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

FailureOr<SmallVector<OpFoldResult>>
mlir::split::createShape(OpBuilder &b, Location loc, Value shape) {
  auto sizes = createIndices(b, loc, shape, "shape");
  if (failed(sizes))
    return failure();
  IndexMath math(b, loc);
  for (auto [i, size] : llvm::enumerate(*sizes)) {
    if (isCertainlySize(size))
      continue;
    Value isNatural = math.negate(math.isLess(math.get(size), 0));
    if (failed(createCheck(b, loc, isNatural,
                           "size #" + Twine(i) +
                               " of the shape is {}, expected at least 0",
                           size)))
      return failure();
  }
  return *sizes;
}

FailureOr<Value> mlir::split::createExpand(OpBuilder &b, Location loc,
                                           Value data,
                                           ArrayRef<OpFoldResult> sizes) {
  SmallVector<Broadcast::Shape> shapes = {getSizes(b, loc, data),
                                          llvm::to_vector(sizes)};
  Broadcast broadcast(b, loc, shapes);
  if (failed(broadcast.resolve()))
    return failure();
  auto type = getRankedType(data);
  if (llvm::equal(broadcast.getSizes(), shapes[0], isSameSize))
    return data;
  if (broadcast.hasMap(0))
    return createParallel(
        b, loc, broadcast.getSizes(), type.getElementType(), data,
        broadcast.getMap(0),
        [](OpBuilder &, Location, ValueRange args) { return args[0]; });
  int64_t rank = broadcast.getSizes().size();
  auto body = [&](OpBuilder &b, Location loc, ValueRange) -> Value {
    return tensor::ExtractOp::create(
        b, loc, data,
        broadcast.createIndices(b, loc, 0, createLoopIndices(b, loc, rank)));
  };
  return createParallel(b, loc, broadcast.getSizes(), type.getElementType(),
                        ValueRange(), {}, body);
}

Value mlir::split::createFill(OpBuilder &b, Location loc,
                              ArrayRef<OpFoldResult> sizes, Type elementType,
                              TypedAttr value) {
  RankedTensorType type = getTensorType(sizes, elementType);
  if (isShapeValue(type)) {
    Attribute splat = value;
    return arith::ConstantOp::create(b, loc,
                                     DenseElementsAttr::get(type, splat));
  }
  Value element =
      castSign(b, loc, arith::ConstantOp::create(b, loc, value), elementType);
  Value init = tensor::EmptyOp::create(b, loc, sizes, elementType);
  return linalg::FillOp::create(b, loc, element, init).getResult(0);
}
