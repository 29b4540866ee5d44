//===- Losses.cpp - ONNX's losses -----------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/DataMovement.h"
#include "../Builders/Indexing.h"
#include "../Builders/Shapes.h"
#include "Operators.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;

namespace {
/// Builds -logs[n, target[n, d...], d...] * weight[target[n, d...]], and its
/// sum or mean.
class LossBuilder {
public:
  explicit LossBuilder(NodeImporter &node)
      : node(node), builder(node.getBuilder()) {}

  /// Reads the inputs and the attributes. The first input is `data`.
  LogicalResult read();
  /// Builds the loss from the logarithms of probabilities.
  FailureOr<Value> build(Value logs);

  Value data;

private:
  /// Returns `value`, or 0 where the target is ignored.
  Value zeroIgnored(ImplicitLocOpBuilder &builder, Type targetType,
                    Value target, Value value) const;
  /// Builds the elements of `value`, or of ones if it is null, that are not
  /// ignored, and zeros elsewhere.
  Value createCounted(Value value);
  FailureOr<Value> createPicked(Value logs);
  Value createSum(Value elements);

  NodeImporter &node;
  ImplicitLocOpBuilder &builder;
  Value target, weight;
  /// The targets with 0 in place of those that are ignored.
  Value classes;
  std::optional<int64_t> ignored;
  enum { Mean, Sum, None };
  int64_t reduction = Mean;
};
} // namespace

LogicalResult LossBuilder::read() {
  data = node.getInput(0);
  if (failed(node.readInt("ignore_index", ignored)) ||
      failed(
          node.readChoice("reduction", {"mean", "sum", "none"}, reduction)) ||
      failed(node.readIndexInput(1, target)))
    return failure();
  // No target is equal to a number that its type cannot hold.
  if (ignored && node.getElementType(1).isInteger(32) &&
      !llvm::isInt<32>(*ignored))
    ignored.reset();
  int64_t rank = getRankedType(data).getRank();
  int64_t targetRank = getRankedType(target).getRank();
  if (rank < 2 || targetRank != rank - 1)
    return node.emitError()
           << "has inputs of rank " << rank << " and " << targetRank
           << ", expected a target of one rank less, at "
              "least 1";
  if (!node.hasInput(2))
    return success();
  weight = node.getInput(2);
  return node.checkAlike(2, node.getElementType(0));
}

Value LossBuilder::zeroIgnored(ImplicitLocOpBuilder &builder, Type targetType,
                               Value target, Value value) const {
  if (!ignored)
    return value;
  Value number = arith::ConstantOp::create(
      builder, builder.getIntegerAttr(targetType, *ignored));
  Value isIgnored = buildEqual(builder, targetType, {target, number});
  Value zero = createNumber(builder, value.getType(), /*value=*/0);
  return buildWhere(builder, targetType, {isIgnored, zero, value});
}

Value LossBuilder::createCounted(Value value) {
  Type element = getRankedType(data).getElementType();
  auto body = [&](ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
    Value counted =
        value ? args[1] : createNumber(builder, element, /*value=*/1);
    return zeroIgnored(builder, type, args[0], counted);
  };
  SmallVector<Value> operands = {target};
  if (value)
    operands.push_back(value);
  // The value has the shape of the target.
  return *createElementwise(builder, operands, element, body);
}

FailureOr<Value> LossBuilder::createPicked(Value logs) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, logs);
  SmallVector<OpFoldResult> expected = sizes;
  expected.erase(expected.begin() + 1);
  classes = target;
  if (ignored)
    classes = *createElementwise(
        builder, target, getRankedType(target).getElementType(),
        [&](ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
          return zeroIgnored(builder, type, args[0], args[0]);
        });
  OpFoldResult axis = builder.getIndexAttr(1);
  if (failed(checkSizes(builder, target, expected, "the target")) ||
      (weight && failed(checkSizes(builder, weight, sizes[1], "the weight"))) ||
      failed(checkIndices(builder, classes, sizes[1], /*dim=*/1,
                          /*allowsNegative=*/false)))
    return failure();
  FailureOr<Value> indices = createUnsqueeze(builder, classes, axis);
  if (failed(indices))
    return failure();
  FailureOr<Value> picked =
      createGatherElements(builder, logs, *indices, /*axis=*/1);
  if (failed(picked))
    return failure();
  return createSqueeze(builder, *picked, ArrayRef(axis));
}

Value LossBuilder::createSum(Value elements) {
  return createReduction(builder, elements, getDimRange(elements, 0),
                         kReduceSum, /*keepsDims=*/false);
}

FailureOr<Value> LossBuilder::build(Value logs) {
  FailureOr<Value> picked = createPicked(logs);
  if (failed(picked))
    return failure();
  Type element = getRankedType(data).getElementType();
  Value weights, loss = *createElementwise(builder, *picked, element, buildNeg);
  if (weight) {
    FailureOr<Value> gathered =
        createGather(builder, weight, classes, /*axis=*/0);
    if (failed(gathered))
      return failure();
    weights = *gathered;
    loss = *createElementwise(builder, {loss, weights}, element, buildMul);
  }
  loss = createCounted(loss);
  if (reduction == None)
    return loss;
  loss = createSum(loss);
  if (reduction == Sum)
    return loss;
  return createElementwise(builder, {loss, createSum(createCounted(weights))},
                           element, buildDiv);
}

LogicalResult mlir::split::frontends::onnx::importNegativeLogLikelihoodLoss(
    NodeImporter &node) {
  LossBuilder loss(node);
  if (failed(loss.read()))
    return failure();
  return node.setResult(loss.build(loss.data));
}

LogicalResult mlir::split::frontends::onnx::importSoftmaxCrossEntropyLoss(
    NodeImporter &node) {
  LossBuilder loss(node);
  if (failed(loss.read()))
    return failure();
  Value logs = createLogSoftmax(node.getBuilder(), loss.data, /*firstDim=*/1,
                                /*numDims=*/1);
  FailureOr<Value> result = loss.build(logs);
  return failed(result) ? failure() : node.setResults({*result, logs});
}
