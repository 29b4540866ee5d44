//===- Normalize.cpp - Normalization of tensors ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize.h"

#include "DataMovement.h"
#include "Elementwise.h"
#include "Indexing.h"
#include "Reduce.h"
#include "Shapes.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

Normalization::Normalization(ImplicitLocOpBuilder &builder, Value tensor,
                             llvm::SmallBitVector dims)
    : builder(builder), dims(std::move(dims)), sizes(getSizes(builder, tensor)),
      narrow(getRankedType(tensor).getElementType()),
      element(getWideType(builder, narrow)),
      data({createCast(builder, tensor, element),
            builder.getMultiDimIdentityMap(sizes.size())}) {}

Normalization::Operand Normalization::getReduced(Value tensor) const {
  return {tensor, data.map.dropResults(dims)};
}

Value Normalization::createParallelTo(ArrayRef<Operand> operands,
                                      ScalarBuilder body) {
  SmallVector<Value> tensors;
  SmallVector<AffineMap> maps;
  for (const Operand &operand : operands) {
    tensors.push_back(operand.tensor);
    maps.push_back(operand.map);
  }
  return createParallel(builder, sizes, element, tensors, maps,
                        [&](ImplicitLocOpBuilder &builder, ValueRange args) {
                          return body(builder, element, args);
                        });
}

void Normalization::computeMoments(bool isCentered) {
  Value centered = data.tensor;
  if (isCentered) {
    mean = getReduced(createReduction(builder, centered, dims, kReduceMean,
                                      /*keepsDims=*/false));
    centered = createParallelTo({data, mean}, buildSub);
  }
  Reduction meanSquare = kReduceMean;
  meanSquare.map = buildSquare;
  variance = getReduced(createReduction(builder, centered, dims, meanSquare,
                                        /*keepsDims=*/false));
}

void Normalization::setMoments(Value channelMean, Value channelVariance) {
  mean = getReduced(createCast(builder, channelMean, element));
  variance = getReduced(createCast(builder, channelVariance, element));
}

void Normalization::computeDeviation(double epsilon, bool isOutside) {
  auto invert = [&](ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
    Value x = args[0], offset = createNumber(builder, type, epsilon);
    if (!isOutside)
      x = buildAdd(builder, type, {x, offset});
    x = buildSqrt(builder, type, x);
    if (isOutside)
      x = buildAdd(builder, type, {x, offset});
    return buildDiv(builder, type, {createNumber(builder, type, 1), x});
  };
  // A single operand always broadcasts.
  reciprocal = {*createElementwise(builder, variance.tensor, element, invert),
                variance.map};
}

LogicalResult Normalization::setOperand(Operand &operand, Value tensor,
                                        int64_t firstDim) {
  if (!tensor)
    return success();
  FailureOr<AffineMap> map = createMapTo(builder, sizes, tensor, firstDim);
  if (failed(map))
    return failure();
  operand = {createCast(builder, tensor, element), *map};
  return success();
}

LogicalResult Normalization::setScale(Value tensor, int64_t firstDim) {
  return setOperand(scale, tensor, firstDim);
}

LogicalResult Normalization::setBias(Value tensor, int64_t firstDim) {
  return setOperand(bias, tensor, firstDim);
}

Value Normalization::build() {
  // One loop computes the result from the operands that are there.
  SmallVector<Operand> operands = {data};
  SmallVector<ScalarFunction *> steps;
  auto add = [&](const Operand &operand, ScalarFunction &step) {
    if (!operand.tensor)
      return;
    operands.push_back(operand);
    steps.push_back(step);
  };
  add(mean, buildSub);
  add(reciprocal, buildMul);
  add(scale, buildMul);
  add(bias, buildAdd);
  auto body = [&](ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
    Value result = args[0];
    for (auto [step, arg] : llvm::zip_equal(steps, args.drop_front()))
      result = step(builder, type, {result, arg});
    return result;
  };
  return createCast(builder, createParallelTo(operands, body), narrow);
}

LogicalResult
mlir::split::frontends::checkChannelParameters(ImplicitLocOpBuilder &builder,
                                               OpFoldResult numChannels,
                                               ValueRange parameters) {
  for (Value parameter : parameters)
    if (failed(checkSizes(builder, parameter, numChannels, "a parameter")))
      return failure();
  return success();
}

/// Splits the channels of a tensor into groups.
static FailureOr<Value> createGroups(ImplicitLocOpBuilder &builder, Value data,
                                     int64_t numGroups) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  std::optional<int64_t> channels = getConstantIntValue(sizes[1]);
  if (!channels || numGroups < 1 || *channels % numGroups != 0)
    return builder.emitError()
           << "data is of type " << data.getType()
           << ", expected dimension 1, the channels, to be a known multiple of "
           << numGroups << ", the number of groups";
  sizes[1] = builder.getIndexAttr(*channels / numGroups);
  sizes.insert(sizes.begin() + 1, builder.getIndexAttr(numGroups));
  return createReshapeTo(builder, data, sizes);
}

/// Splits a scale or bias of channels into groups.
static FailureOr<Value> createGroupParameter(ImplicitLocOpBuilder &builder,
                                             Value tensor,
                                             ArrayRef<int64_t> groupShape) {
  int64_t channels = ShapedType::getNumElements(groupShape);
  if (getRankedType(tensor).getShape() != ArrayRef(channels))
    return builder.emitError()
           << "scale or bias is of type " << tensor.getType() << ", expected "
           << channels << " elements, the number of channels";
  return createReshapeTo(
      builder, tensor,
      getAsIndexOpFoldResult(builder.getContext(), groupShape));
}

FailureOr<Value> mlir::split::frontends::createGroupNormalization(
    ImplicitLocOpBuilder &builder, Value data, Value scale, Value bias,
    const GroupNormalization &options) {
  FailureOr<Value> groups = createGroups(builder, data, options.numGroups);
  if (failed(groups))
    return failure();
  OpFoldResult numGroups = builder.getIndexAttr(options.numGroups);
  if (options.hasGroupParameters) {
    if (failed(checkChannelParameters(builder, numGroups, {scale, bias})))
      return failure();
  } else {
    ArrayRef<int64_t> shape = getRankedType(*groups).getShape().slice(1, 2);
    for (Value *parameter : {&scale, &bias}) {
      FailureOr<Value> grouped =
          createGroupParameter(builder, *parameter, shape);
      if (failed(grouped))
        return failure();
      *parameter = *grouped;
    }
  }
  Normalization normalization(builder, *groups,
                              getDimRange(*groups, /*first=*/2));
  normalization.computeMoments();
  normalization.computeDeviation(options.epsilon);
  if (failed(normalization.setScale(scale, /*firstDim=*/1)) ||
      failed(normalization.setBias(bias, /*firstDim=*/1)))
    return failure();
  return createReshapeTo(builder, normalization.build(),
                         getSizes(builder, data));
}
