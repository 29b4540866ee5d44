//===- Normalize.cpp - Normalization of tensors ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize.h"

#include "Broadcast.h"
#include "Cast.h"
#include "Reduce.h"
#include "Sizes.h"

using namespace mlir;
using namespace mlir::split;

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

LogicalResult Normalization::setMoments(Value channelMean,
                                        Value channelVariance) {
  int64_t channels = dims.find_first_unset();
  return success(succeeded(setOperand(mean, channelMean, channels)) &&
                 succeeded(setOperand(variance, channelVariance, channels)));
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
