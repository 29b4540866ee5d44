//===- SizeMath.cpp - Sums and products of sizes --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeMath.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

OpFoldResult SizeMath::createSum(ArrayRef<OpFoldResult> sizes, Value &fits) {
  OpFoldResult zero = builder.getIndexAttr(0);
  OpFoldResult sum = sizes.front();
  for (OpFoldResult size : sizes.drop_front()) {
    if (isConstantIntValue(size, 0))
      continue;
    sum = getAsOpFoldResult(math.add(sum, size));
    fits = math.both(fits, math.isLessOrEqual(zero, sum));
  }
  return sum;
}

OpFoldResult SizeMath::createProduct(ArrayRef<OpFoldResult> sizes,
                                     Value &fits) {
  OpFoldResult zero = builder.getIndexAttr(0);
  OpFoldResult product = sizes.front();
  Value hasZero = math.isEqual(product, 0);
  Value areExact = math.getBool(true);
  for (OpFoldResult size : sizes.drop_front()) {
    OpFoldResult larger = getAsOpFoldResult(math.mul(product, size));
    Value divisor = math.max(size, builder.getIndexAttr(1));
    Value isExact = math.both(math.isLessOrEqual(zero, larger),
                              math.isEqual(math.div(larger, divisor), product));
    areExact = math.both(areExact, isExact);
    hasZero = math.either(hasZero, math.isEqual(size, 0));
    product = larger;
  }
  fits = math.both(fits, math.either(hasZero, areExact));
  return product;
}

/// Returns the initial state of a comparison of `product` with the product of
/// sizes: what is left of `product`, whether no size is negative, whether one
/// is zero, and whether each divided what was left.
SmallVector<Value> SizeMath::startProduct(OpFoldResult product) {
  return {math.get(product), math.getBool(true), math.getBool(false),
          math.getBool(true)};
}

SmallVector<Value> SizeMath::addFactor(ValueRange state, OpFoldResult size) {
  Value areNatural =
      math.both(state[1], math.isLessOrEqual(builder.getIndexAttr(0), size));
  Value hasZero = math.either(state[2], math.isEqual(size, 0));
  Value divisor = math.max(size, builder.getIndexAttr(1));
  Value isExact =
      math.both(state[3], math.isEqual(math.rem(state[0], divisor), 0));
  return {math.div(state[0], divisor), areNatural, hasZero, isExact};
}

Value SizeMath::finishProduct(ValueRange state, OpFoldResult product) {
  Value isExact = math.both(state[3], math.isEqual(state[0], 1));
  return math.both(state[1],
                   math.select(state[2], math.isEqual(product, 0), isExact));
}

Value SizeMath::hasProduct(ArrayRef<OpFoldResult> sizes, OpFoldResult product) {
  SmallVector<Value> state = startProduct(product);
  for (OpFoldResult size : sizes)
    state = addFactor(state, size);
  return finishProduct(state, product);
}

Value SizeMath::hasProduct(Value shape, OpFoldResult product) {
  Value zero = math.get(0);
  Value count = builder.createOrFold<tensor::DimOp>(loc, shape, zero);
  auto loop = scf::ForOp::create(builder, loc, zero, count, math.get(1),
                                 startProduct(product));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value size =
      tensor::ExtractOp::create(builder, loc, shape, loop.getInductionVar());
  size = getValueOrCreateCastToIndexLike(builder, loc, builder.getIndexType(),
                                         size);
  scf::YieldOp::create(builder, loc, addFactor(loop.getRegionIterArgs(), size));
  builder.setInsertionPointAfter(loop);
  return finishProduct(loop.getResults(), product);
}

Value SizeMath::countElements(Value tensor, OpFoldResult rank) {
  auto loop = scf::ForOp::create(builder, loc, math.get(0), math.get(rank),
                                 math.get(1), math.get(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value size =
      tensor::DimOp::create(builder, loc, tensor, loop.getInductionVar());
  scf::YieldOp::create(builder, loc, math.mul(loop.getRegionIterArg(0), size));
  return loop.getResult(0);
}
