//===- Normalizations.cpp - ONNX's normalizations -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Elementwise.h"
#include "../Builders/Normalize.h"
#include "../Builders/Shapes.h"
#include "Operators.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;

/// Reads inputs of floats, of which the first has at least rank `minRank`.
/// Optional ones may be null.
static LogicalResult readInputs(NodeImporter &node, int64_t minRank,
                                MutableArrayRef<Value> inputs) {
  for (auto [i, input] : llvm::enumerate(inputs)) {
    if (!node.hasInput(i))
      continue;
    input = node.getInput(i);
    if (Type type = node.getElementType(i); !isa<FloatType>(type))
      return node.emitError() << "input #" << i << " has element type " << type
                              << ", expected floats";
  }
  int64_t rank = getRankedType(inputs[0]).getRank();
  if (rank >= minRank)
    return success();
  return node.emitError() << "input #0 has rank " << rank
                          << ", expected at least " << minRank;
}

/// Returns old * momentum + current * (1 - momentum).
static Value createRunning(ImplicitLocOpBuilder &builder, Value old,
                           Value current, double momentum) {
  Type element = getRankedType(old).getElementType();
  auto mix = [&](ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
    Value kept = buildMul(builder, type,
                          {args[0], createNumber(builder, type, momentum)});
    Value added = buildMul(
        builder, type, {args[1], createNumber(builder, type, 1 - momentum)});
    return buildAdd(builder, type, {kept, added});
  };
  // Both have one element for each channel.
  return *createElementwise(
      builder, {old, createCast(builder, current, element)}, element, mix);
}

LogicalResult
mlir::split::frontends::onnx::importBatchNormalization(NodeImporter &node) {
  double epsilon = 1e-5, momentum = 0.9;
  bool isTest = node.getVersion() >= 7, isSpatial = true, trains = false;
  SmallVector<Value, 5> inputs(5);
  if (failed(node.readFloat("epsilon", epsilon)) ||
      failed(node.readFloat("momentum", momentum)) ||
      failed(node.readBool("is_test", isTest)) ||
      failed(node.readBool("spatial", isSpatial)) ||
      failed(node.readBool("training_mode", trains)) ||
      failed(readInputs(node, /*minRank=*/2, inputs)))
    return failure();
  if (!isTest || !isSpatial)
    return node.emitError() << "attribute '" << (isTest ? "spatial" : "is_test")
                            << "' is 0, expected 1";
  auto [data, scale, bias, mean, variance] =
      std::tie(inputs[0], inputs[1], inputs[2], inputs[3], inputs[4]);
  if (failed(checkChannelParameters(node.getBuilder(),
                                    getSize(node.getBuilder(), data, 1),
                                    ValueRange(inputs).drop_front())))
    return failure();
  llvm::SmallBitVector dims = getDimRange(data, 0);
  Normalization normalization(node.getBuilder(), data, dims.reset(1));
  normalization.setMoments(mean, variance);
  if (trains)
    normalization.computeMoments();
  normalization.computeDeviation(epsilon);
  if (failed(normalization.setScale(scale, /*firstDim=*/1)) ||
      failed(normalization.setBias(bias, /*firstDim=*/1)))
    return failure();
  SmallVector<Value> results = {normalization.build()};
  if (trains)
    results.append({createRunning(node.getBuilder(), mean,
                                  normalization.getMean(), momentum),
                    createRunning(node.getBuilder(), variance,
                                  normalization.getVariance(), momentum)});
  if (node.getNumOutputs() > static_cast<int64_t>(results.size()))
    return node.emitError()
           << "has " << node.getNumOutputs() << " outputs, expected at most "
           << results.size() << (trains ? "" : " unless 'training_mode' is 1");
  return node.setResults(results);
}

/// Imports a normalization of dimensions from `firstDim` on, with a scale and a
/// bias that are inputs 1 and 2.
static LogicalResult importScaled(NodeImporter &node, ValueRange inputs,
                                  int64_t firstDim, int64_t firstScaleDim) {
  double epsilon = 1e-5;
  if (failed(node.readFloat("epsilon", epsilon)))
    return failure();
  Value data = inputs[0];
  int64_t rank = getRankedType(data).getRank();
  Normalization normalization(node.getBuilder(), data,
                              getDimRange(data, firstDim));
  normalization.computeMoments();
  normalization.computeDeviation(epsilon);
  auto getFirst = [&](Value tensor) {
    return firstScaleDim >= 0 || !tensor
               ? firstScaleDim
               : rank - getRankedType(tensor).getRank();
  };
  if (failed(normalization.setScale(inputs[1], getFirst(inputs[1]))) ||
      failed(normalization.setBias(inputs[2], getFirst(inputs[2]))))
    return failure();
  ImplicitLocOpBuilder &builder = node.getBuilder();
  SmallVector<Value> results = {normalization.build(), Value(), Value()};
  llvm::SmallBitVector dims = getDimRange(data, firstDim);
  if (node.hasOutput(1))
    results[1] = createKeptDims(builder, normalization.getMean(), dims);
  if (node.hasOutput(2))
    results[2] = createKeptDims(builder, normalization.getReciprocal(), dims);
  return node.setResults(results);
}

LogicalResult
mlir::split::frontends::onnx::importInstanceNormalization(NodeImporter &node) {
  SmallVector<Value, 3> inputs(3);
  if (failed(readInputs(node, /*minRank=*/3, inputs)) ||
      failed(checkChannelParameters(node.getBuilder(),
                                    getSize(node.getBuilder(), inputs[0], 1),
                                    ValueRange(inputs).drop_front())))
    return failure();
  return importScaled(node, inputs, /*firstDim=*/2, /*firstScaleDim=*/1);
}

LogicalResult
mlir::split::frontends::onnx::importLayerNormalization(NodeImporter &node) {
  int64_t axis = -1, stashType = ::onnx::TensorProto::FLOAT;
  SmallVector<Value, 3> inputs(3);
  if (failed(readInputs(node, /*minRank=*/1, inputs)) ||
      failed(node.readAxis(axis)) ||
      failed(node.readInt("stash_type", stashType)))
    return failure();
  if (stashType != ::onnx::TensorProto::FLOAT)
    return node.emitError()
           << "attribute 'stash_type' is " << stashType << ", expected 1";
  // Scale and bias are aligned at the end.
  return importScaled(node, inputs, axis, /*firstScaleDim=*/-1);
}

LogicalResult
mlir::split::frontends::onnx::importGroupNormalization(NodeImporter &node) {
  double epsilon = 1e-5;
  int64_t numGroups = 0;
  SmallVector<Value, 3> inputs(3);
  if (failed(readInputs(node, /*minRank=*/2, inputs)) ||
      failed(node.readInt("num_groups", numGroups)) ||
      failed(node.readFloat("epsilon", epsilon)))
    return failure();
  // Since version 21, scale and bias are those of channels.
  return node.setResult(createGroupNormalization(
      node.getBuilder(), inputs[0], inputs[1], inputs[2],
      {numGroups, epsilon, /*hasGroupParameters=*/node.getVersion() < 21}));
}

LogicalResult
mlir::split::frontends::onnx::importLpNormalization(NodeImporter &node) {
  int64_t axis = -1, power = 2;
  Value data = node.getInput(0);
  if (failed(node.readAxis(axis)) || failed(node.readInt("p", power)))
    return failure();
  ImplicitLocOpBuilder &builder = node.getBuilder();
  if (power != 1 && power != 2)
    return node.emitError()
           << "attribute 'p' is " << power << ", expected 1 or 2";
  Value norm = createReduction(builder, data, getDimRange(data, axis, 1),
                               power == 1 ? kReduceL1 : kReduceL2,
                               /*keepsDims=*/true);
  return node.setResult(createElementwise(
      builder, {data, norm}, getRankedType(data).getElementType(), buildDiv));
}

LogicalResult mlir::split::frontends::onnx::importMeanVarianceNormalization(
    NodeImporter &node) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  SmallVector<int64_t> axes = {0, 2, 3};
  SmallVector<Value, 1> inputs(1);
  if (failed(readInputs(node, /*minRank=*/0, inputs)) ||
      failed(node.readInts("axes", axes)))
    return failure();
  FailureOr<llvm::SmallBitVector> dims =
      getDims(builder, axes, getRankedType(inputs[0]).getRank());
  if (failed(dims))
    return failure();
  Normalization normalization(builder, inputs[0], *dims);
  normalization.computeMoments();
  normalization.computeDeviation(/*epsilon=*/1e-9, /*isOutside=*/true);
  return node.setResult(normalization.build());
}
