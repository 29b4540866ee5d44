//===- Expand.cpp - Tensors repeated to a shape ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expand.h"

#include "Broadcast.h"
#include "Elementwise.h"
#include "RuntimeChecks.h"
#include "ShapeValues.h"
#include "Sizes.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

LogicalResult mlir::split::checkShapeSizes(ImplicitLocOpBuilder &builder,
                                           ArrayRef<OpFoldResult> sizes) {
  IndexMath math(builder, builder.getLoc());
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (isCertainlySize(size))
      continue;
    Value isNatural = math.negate(math.isLess(math.get(size), 0));
    if (failed(createCheck(builder, isNatural,
                           CheckMessage("size #")
                               << i << " of the shape is " << size
                               << ", expected at least 0")))
      return failure();
  }
  return success();
}

FailureOr<SmallVector<OpFoldResult>>
mlir::split::createShape(ImplicitLocOpBuilder &builder, Value shape) {
  auto sizes = createIndices(builder, shape, "shape");
  if (failed(sizes) || failed(checkShapeSizes(builder, *sizes)))
    return failure();
  return *sizes;
}

FailureOr<Value> mlir::split::createExpand(ImplicitLocOpBuilder &builder,
                                           Value data,
                                           ArrayRef<OpFoldResult> sizes) {
  SmallVector<Broadcast::Shape> shapes = {getSizes(builder, data),
                                          llvm::to_vector(sizes)};
  Broadcast broadcast(builder, shapes);
  if (failed(broadcast.resolve()))
    return failure();
  auto type = getRankedType(data);
  if (llvm::equal(broadcast.getSizes(), shapes[0], isSameSize))
    return data;
  return createParallel(
      builder, broadcast, data, type.getElementType(),
      [](ImplicitLocOpBuilder &, ValueRange args) { return args[0]; });
}

Value mlir::split::createFill(ImplicitLocOpBuilder &builder,
                              ArrayRef<OpFoldResult> sizes, Type elementType,
                              TypedAttr value) {
  RankedTensorType type = getTensorType(sizes, elementType);
  if (isShapeValue(type)) {
    Attribute splat = value;
    return arith::ConstantOp::create(builder,
                                     DenseElementsAttr::get(type, splat));
  }
  Value element =
      castSign(builder, arith::ConstantOp::create(builder, value), elementType);
  Value init = tensor::EmptyOp::create(builder, sizes, elementType);
  return linalg::FillOp::create(builder, element, init).getResult(0);
}
