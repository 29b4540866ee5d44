//===- Pad.cpp - Padding --------------------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"

#include "Shapes.h"
#include "Windows.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

namespace {
/// Builds a padded tensor.
class PadBuilder {
public:
  PadBuilder(ImplicitLocOpBuilder &builder, Value data, PadMode mode)
      : builder(builder), math(builder, builder.getLoc()), data(data),
        mode(mode), dataSizes(getSizes(builder, data)) {}

  /// Computes what is removed from and added to the next dimension.
  LogicalResult add(OpFoldResult begin, OpFoldResult end);
  FailureOr<Value> build(Value value);

private:
  /// Removes elements.
  Value buildCrop();
  Value buildLoop(Value cropped);
  /// Returns the element of dimension `dim` to which element `i` of the result
  /// is equal.
  Value createSource(IndexMath &math, int64_t dim, Value i) const;

  ImplicitLocOpBuilder &builder;
  IndexMath math;
  Value data;
  PadMode mode;
  SmallVector<OpFoldResult> dataSizes;
  /// The part of the data that stays, its place in the result, and the sizes of
  /// the result.
  SmallVector<OpFoldResult> firsts, kept, offsets, sizes;
};
} // namespace

LogicalResult PadBuilder::add(OpFoldResult begin, OpFoldResult end) {
  int64_t dim = sizes.size();
  Value zero = math.get(0), size = math.get(dataSizes[dim]);
  for (OpFoldResult pad : {begin, end})
    if (failed(createCheck(
            builder,
            math.isBetween(pad, math.get(-kMaxNumber), math.get(kMaxNumber)),
            CheckMessage("a pad of dimension ")
                << dim << " is " << pad << ", expected " << -kMaxNumber
                << " to " << kMaxNumber)))
      return failure();
  OpFoldResult result = getAsOpFoldResult(math.add(math.add(size, begin), end));
  Value isNatural = math.negate(math.isLess(result, zero));
  if (failed(createCheck(builder, isNatural,
                         CheckMessage("pads ")
                             << begin << " and " << end << " leave " << result
                             << " elements along dimension " << dim
                             << ", expected at least 0")))
    return failure();
  Value first = math.min(math.max(math.sub(zero, begin), zero), size);
  Value rest = math.sub(size, first);
  Value last = math.min(math.max(math.sub(zero, end), zero), rest);
  Value count = math.sub(rest, last);
  bool isWhole = isConstantIntValue(begin, 0) && isConstantIntValue(end, 0);
  if (mode != PadMode::Constant && !isWhole) {
    Value hasElements = math.isLess(zero, count);
    Value isPadded = math.isLess(count, result);
    if (failed(createCheck(builder,
                           math.either(hasElements, math.negate(isPadded)),
                           CheckMessage("no elements along dimension ")
                               << dim << " can be repeated to pad it")))
      return failure();
  }
  firsts.push_back(getAsOpFoldResult(first));
  kept.push_back(isWhole ? dataSizes[dim] : getAsOpFoldResult(count));
  offsets.push_back(getAsOpFoldResult(math.min(math.max(begin, zero), result)));
  sizes.push_back(isWhole ? dataSizes[dim] : result);
  return success();
}

Value PadBuilder::createSource(IndexMath &math, int64_t dim, Value i) const {
  if (isSameSize(kept[dim], sizes[dim]))
    return i;
  Value zero = math.get(0), one = math.get(1);
  Value size = math.get(kept[dim]), last = math.sub(size, one);
  if (mode == PadMode::Edge)
    return math.min(math.max(math.sub(i, offsets[dim]), zero), last);
  Value period = size;
  if (mode == PadMode::Reflect)
    period = math.max(math.mul(last, math.get(2)), one);
  if (mode == PadMode::Symmetric)
    period = math.mul(size, math.get(2));
  // Begin with a whole number of periods, so that no number is negative.
  Value shift = math.sub(period, math.rem(offsets[dim], period));
  Value rest = math.rem(math.add(i, shift), period);
  if (mode == PadMode::Wrap)
    return rest;
  Value mirrored = math.sub(period, rest);
  if (mode == PadMode::Symmetric)
    mirrored = math.sub(mirrored, one);
  return math.min(rest, mirrored);
}

Value PadBuilder::buildCrop() {
  if (llvm::equal(kept, dataSizes, isSameSize))
    return data;
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  return createView(builder, data, firsts, kept, ones);
}

Value PadBuilder::buildLoop(Value cropped) {
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange) -> Value {
    IndexMath math(builder, builder.getLoc());
    SmallVector<Value> indices = createLoopIndices(builder, sizes.size());
    for (auto [dim, index] : llvm::enumerate(indices))
      index = createSource(math, dim, index);
    return tensor::ExtractOp::create(builder, cropped, indices);
  };
  return createParallel(builder, sizes, getRankedType(data).getElementType(),
                        ValueRange(), {}, body);
}

FailureOr<Value> PadBuilder::build(Value value) {
  Value cropped = buildCrop();
  if (llvm::equal(kept, sizes, isSameSize))
    return cropped;
  if (mode != PadMode::Constant)
    return buildLoop(cropped);
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  return createSurrounded(builder, cropped, offsets, ones, sizes, value);
}

FailureOr<Value> mlir::split::frontends::createPad(
    ImplicitLocOpBuilder &builder, Value data, ArrayRef<OpFoldResult> begins,
    ArrayRef<OpFoldResult> ends, PadMode mode, Value value) {
  PadBuilder pad(builder, data, mode);
  for (auto [begin, end] : llvm::zip_equal(begins, ends))
    if (failed(pad.add(begin, end)))
      return failure();
  return pad.build(value);
}
