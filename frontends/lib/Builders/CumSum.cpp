//===- CumSum.cpp - Cumulative sums ---------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"

#include "ControlFlow.h"
#include "DataMovement.h"
#include "Elementwise.h"
#include "Shapes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Returns the sizes of `data` where the dimensions before `axis` and those
/// after it are one each.
static SmallVector<OpFoldResult> getThreeSizes(ImplicitLocOpBuilder &builder,
                                               Value data, OpFoldResult axis) {
  IndexMath math(builder, builder.getLoc());
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  Value outer = math.get(1), length = outer, inner = outer;
  Value isBehind = math.getBool(false);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    Value isAxis = createIsAxis(builder, axis, dim, sizes.size());
    length = math.select(isAxis, size, length);
    inner = math.select(isBehind, math.mul(inner, size), inner);
    isBehind = math.either(isBehind, isAxis);
    outer = math.select(isBehind, outer, math.mul(outer, size));
  }
  return getAsOpFoldResult({outer, length, inner});
}

/// Sums along dimension 1 of a tensor of rank 3.
static Value createSums(ImplicitLocOpBuilder &builder, Value data,
                        CumSumOptions options) {
  Type type = getRankedType(data).getElementType();
  Type signless = getSignless(type);
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange loops,
                  ValueRange carried) -> SmallVector<Value> {
    IndexMath math(builder, builder.getLoc());
    Value one = math.get(1), end = math.sub(sizes[1], one);
    // Where there is none, read any element before the first.
    Value isFirst = math.isEqual(loops[1], 0);
    Value before = math.select(isFirst, loops[1], math.sub(loops[1], one));
    auto read = [&](Value tensor, Value i) {
      Value at = options.isReverse ? math.sub(end, i) : i;
      Value element =
          tensor::ExtractOp::create(builder, tensor, {loops[0], at, loops[2]});
      return castSign(builder, element, signless);
    };
    Value zero =
        arith::ConstantOp::create(builder, builder.getZeroAttr(signless));
    Value sum = read(carried[0], before);
    Value next = read(data, options.isExclusive ? before : loops[1]);
    sum = arith::SelectOp::create(builder, isFirst, zero, sum);
    if (options.isExclusive)
      next = arith::SelectOp::create(builder, isFirst, zero, next);
    Value result =
        castSign(builder, buildAdd(builder, type, {sum, next}), type);
    Value at = options.isReverse ? math.sub(end, loops[1]) : loops[1];
    return {tensor::InsertOp::create(builder, result, carried[0],
                                     {loops[0], at, loops[2]})};
  };
  Value init = tensor::EmptyOp::create(builder, sizes, type);
  return createLoops(builder, sizes, init, body).front();
}

FailureOr<Value>
mlir::split::frontends::createCumSum(ImplicitLocOpBuilder &builder, Value data,
                                     OpFoldResult axis, CumSumOptions options) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  if (failed(checkAxes(builder, axis, sizes.size())))
    return failure();
  Value flat =
      createReshapeTo(builder, data, getThreeSizes(builder, data, axis));
  return createReshapeTo(builder, createSums(builder, flat, options), sizes);
}
