//===- Expand.cpp - Expansion, tiling and filling -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"

#include "Elementwise.h"
#include "Shapes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include <limits>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

LogicalResult
mlir::split::frontends::checkShapeSizes(ImplicitLocOpBuilder &builder,
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
mlir::split::frontends::createShape(ImplicitLocOpBuilder &builder,
                                    Value shape) {
  auto sizes = createIndices(builder, shape, "shape");
  if (failed(sizes) || failed(checkShapeSizes(builder, *sizes)))
    return failure();
  return *sizes;
}

FailureOr<Value>
mlir::split::frontends::createExpand(ImplicitLocOpBuilder &builder, Value data,
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

FailureOr<Value>
mlir::split::frontends::createTile(ImplicitLocOpBuilder &builder, Value data,
                                   ArrayRef<OpFoldResult> repeats) {
  IndexMath math(builder, builder.getLoc());
  RankedTensorType type = getRankedType(data);
  if (static_cast<int64_t>(repeats.size()) != type.getRank())
    return builder.emitError()
           << "number of repeats is " << repeats.size() << ", expected "
           << type.getRank() << ", the rank of data";
  // A loop over the repetitions comes before that over a dimension.
  SmallVector<OpFoldResult> loops, sizes;
  SmallVector<AffineExpr> exprs;
  Value most = math.get(std::numeric_limits<int64_t>::max());
  for (auto [size, count] : llvm::zip_equal(getSizes(builder, data), repeats)) {
    Value fits = math.isBetween(count, math.get(0),
                                math.div(most, math.max(size, math.get(1))));
    if (failed(createCheck(builder, fits,
                           CheckMessage() << count << " repetitions of " << size
                                          << " elements are negative or more "
                                             "than fit in memory")))
      return failure();
    if (!isConstantIntValue(count, 1))
      loops.push_back(count);
    exprs.push_back(builder.getAffineDimExpr(loops.size()));
    loops.push_back(size);
    sizes.push_back(getAsOpFoldResult(math.mul(size, count)));
  }
  RankedTensorType result = getTensorType(sizes, type.getElementType());
  if (isShapeValue(type) && isShapeValue(result)) {
    SmallVector<Value> once = createElements(builder, data), elements;
    while (static_cast<int64_t>(elements.size()) < result.getNumElements())
      llvm::append_range(elements, once);
    return createFromElements(builder, result, elements);
  }
  if (loops.size() == sizes.size())
    return data;
  AffineMap map = AffineMap::get(loops.size(), 0, exprs, builder.getContext());
  Value repeated = createParallel(
      builder, loops, type.getElementType(), data, map,
      [](ImplicitLocOpBuilder &, ValueRange args) { return args[0]; });
  return createReshapeTo(builder, repeated, sizes);
}

Value mlir::split::frontends::createFill(ImplicitLocOpBuilder &builder,
                                         ArrayRef<OpFoldResult> sizes,
                                         Type elementType, TypedAttr value) {
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
