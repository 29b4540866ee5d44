//===- Expand.cpp - tensors repeated to a shape ---------------------------===//
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

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

FailureOr<SmallVector<OpFoldResult>>
mlir::split::createShape(OpBuilder &b, Location loc, Value shape) {
  if (failed(checkShapeType(loc, shape.getType())))
    return failure();
  SmallVector<OpFoldResult> sizes;
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  for (auto [i, element] : llvm::enumerate(createElements(b, loc, shape))) {
    OpFoldResult size = createIndex(b, loc, element);
    sizes.push_back(size);
    if (isCertainlySize(size))
      continue;
    Value isNatural = b.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::sge,
        getValueOrCreateConstantIndexOp(b, loc, size), zero);
    if (failed(createCheck(b, loc, isNatural,
                           "size #" + Twine(i) +
                               " of the shape is {}, expected at least 0",
                           size)))
      return failure();
  }
  return sizes;
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

Value mlir::split::createFilled(OpBuilder &b, Location loc,
                                ArrayRef<OpFoldResult> sizes,
                                TypedAttr element) {
  RankedTensorType type = getTensorType(sizes, element.getType());
  if (isShapeValue(type)) {
    Attribute splat = element;
    return arith::ConstantOp::create(b, loc,
                                     DenseElementsAttr::get(type, splat));
  }
  Type signless = getSignless(element.getType());
  TypedAttr value = element;
  if (auto integer = dyn_cast<IntegerAttr>(element))
    value = IntegerAttr::get(signless, integer.getValue());
  auto body = [&](OpBuilder &b, Location loc, ValueRange) -> Value {
    return castSign(b, loc, arith::ConstantOp::create(b, loc, signless, value),
                    element.getType());
  };
  return createParallel(b, loc, sizes, element.getType(), ValueRange(), {},
                        body);
}
