//===- Reduce.cpp - Reductions along dimensions ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"

#include "Cast.h"
#include "Expand.h"
#include "Sizes.h"

using namespace mlir;
using namespace mlir::split;

Value mlir::split::createReduce(ImplicitLocOpBuilder &builder, Value data,
                                const llvm::SmallBitVector &reduced,
                                TypedAttr start, ScalarBuilder combine) {
  Type element = getRankedType(data).getElementType();
  SmallVector<OpFoldResult> sizes;
  SmallVector<utils::IteratorType> iterators;
  for (auto [dim, size] : llvm::enumerate(getSizes(builder, data))) {
    if (!reduced.test(dim))
      sizes.push_back(size);
    iterators.push_back(reduced.test(dim) ? utils::IteratorType::reduction
                                          : utils::IteratorType::parallel);
  }
  AffineMap all = builder.getMultiDimIdentityMap(reduced.size());
  Value init = createFill(builder, sizes, element, start);
  return createGeneric(
      builder, data, init, {all, all.dropResults(reduced)}, iterators,
      [&](ImplicitLocOpBuilder &builder, ValueRange args) {
        Value result = combine(builder, element, castToSignless(builder, args));
        return castSign(builder, result, element);
      });
}

Value mlir::split::createSoftmax(ImplicitLocOpBuilder &builder, Value data,
                                 int64_t firstDim, int64_t numDims) {
  RankedTensorType type = getRankedType(data);
  Type narrow = type.getElementType();
  bool isNarrow = narrow.getIntOrFloatBitWidth() < 32;
  auto element = cast<FloatType>(isNarrow ? builder.getF32Type() : narrow);
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  llvm::SmallBitVector reduced(type.getRank());
  reduced.set(firstDim, firstDim + numDims);
  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap others = all.dropResults(reduced);

  Value wide = createCast(builder, data, element);
  auto infinity =
      APFloat::getInf(element.getFloatSemantics(), /*Negative=*/true);
  Value greatest = createReduce(builder, wide, reduced,
                                FloatAttr::get(element, infinity), buildMax);
  Value exponentials = createParallel(
      builder, sizes, element, {wide, greatest}, {all, others},
      [&](ImplicitLocOpBuilder &builder, ValueRange args) {
        return buildExp(builder, element, buildSub(builder, element, args));
      });
  Value sum = createReduce(builder, exponentials, reduced,
                           FloatAttr::get(element, 0.0), buildAdd);
  Value result = createParallel(
      builder, sizes, element, {exponentials, sum}, {all, others},
      [&](ImplicitLocOpBuilder &builder, ValueRange args) {
        return buildDiv(builder, element, args);
      });
  return createCast(builder, result, narrow);
}
