//===- LoopParts.cpp - Parts of tensors for iterations --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopParts.h"

#include "Sizes.h"
#include "Slice.h"
#include "Transpose.h"

#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;

Value mlir::split::createPart(ImplicitLocOpBuilder &builder, Value data,
                              const LoopParts &parts, Value index,
                              bool dropsAxis) {
  IndexMath math(builder, builder.getLoc());
  Value position = index;
  if (parts.isReversed)
    position = math.sub(math.sub(parts.count, math.get(1)), index);
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  offsets[parts.axis] = getAsOpFoldResult(
      math.add(parts.start, math.mul(position, math.get(parts.size))));
  sizes[parts.axis] = builder.getIndexAttr(parts.size);
  SmallVector<OpFoldResult> resultSizes = sizes;
  if (dropsAxis)
    resultSizes.erase(resultSizes.begin() + parts.axis);
  return createView(builder, data, offsets, sizes, ones, resultSizes);
}

FailureOr<Value> mlir::split::moveIterations(ImplicitLocOpBuilder &builder,
                                             Value stack, int64_t axis,
                                             bool isReversed) {
  FailureOr<Value> result = stack;
  if (isReversed) {
    constexpr int64_t kFront = std::numeric_limits<int64_t>::min();
    AxisSlice all = {builder.getIndexAttr(0), builder.getIndexAttr(-1),
                     builder.getIndexAttr(kFront), builder.getIndexAttr(-1)};
    result = createSlice(builder, stack, all);
    if (failed(result))
      return failure();
  }
  if (axis == 0)
    return result;
  auto order =
      llvm::to_vector(llvm::seq<int64_t>(1, getRankedType(stack).getRank()));
  order.insert(order.begin() + axis, 0);
  return createTranspose(builder, *result, order);
}
