//===- Softmax.cpp - exponentials that sum to 1 ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Softmax.h"

#include "Cast.h"
#include "Reduce.h"
#include "Scalars.h"
#include "Sizes.h"

using namespace mlir;
using namespace mlir::split;

Value mlir::split::createSoftmax(OpBuilder &b, Location loc, Value data,
                                 int64_t firstDim, int64_t numDims) {
  RankedTensorType type = getRankedType(data);
  Type narrow = type.getElementType();
  bool isNarrow = narrow.getIntOrFloatBitWidth() < 32;
  auto element = cast<FloatType>(isNarrow ? b.getF32Type() : narrow);
  SmallVector<OpFoldResult> sizes = getSizes(b, loc, data);
  llvm::SmallBitVector reduced(type.getRank());
  reduced.set(firstDim, firstDim + numDims);
  AffineMap all = b.getMultiDimIdentityMap(type.getRank());
  AffineMap others = all.dropResults(reduced);

  Value wide = createCast(b, loc, data, element);
  APFloat infinity = APFloat::getInf(element.getFloatSemantics(),
                                     /*Negative=*/true);
  Value greatest = createReduce(b, loc, wide, reduced,
                                FloatAttr::get(element, infinity), buildMax);
  Value exponentials = createParallel(
      b, loc, sizes, element, {wide, greatest}, {all, others},
      [&](OpBuilder &b, Location loc, ValueRange args) {
        return buildExp(b, loc, element, buildSub(b, loc, element, args));
      });
  Value sum = createReduce(b, loc, exponentials, reduced,
                           FloatAttr::get(element, 0.0), buildAdd);
  Value result =
      createParallel(b, loc, sizes, element, {exponentials, sum}, {all, others},
                     [&](OpBuilder &b, Location loc, ValueRange args) {
                       return buildDiv(b, loc, element, args);
                     });
  return createCast(b, loc, result, narrow);
}
