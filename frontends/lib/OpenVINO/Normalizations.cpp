//===- Normalizations.cpp - OpenVINO's normalizations ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Normalize.h"
#include "../Builders/Shapes.h"
#include "Layers.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

/// Reads the dimensions that constant axes in input 1 name.
static FailureOr<llvm::SmallBitVector> readDims(LayerImporter &layer) {
  SmallVector<int64_t> axes;
  if (failed(layer.readConstantInts(1, "the elements of the axes", axes)))
    return failure();
  return getDims(layer.getBuilder(), axes, layer.getInputType(0).getRank());
}

/// Reads the dimensions of MVN. In version 1, they are those after the
/// channels, and with `across_channels` the channels as well.
static FailureOr<llvm::SmallBitVector> readMVNDims(LayerImporter &layer) {
  if (layer.getVersion() >= 6)
    return readDims(layer);
  bool joinsChannels = false;
  if (failed(layer.readBool("across_channels", joinsChannels)))
    return failure();
  int64_t rank = layer.getInputType(0).getRank();
  int64_t first = std::min<int64_t>(joinsChannels ? 1 : 2, rank);
  return getDimRange(layer.getInput(0), first);
}

LogicalResult openvino::importMVN(LayerImporter &layer) {
  double epsilon = 0;
  int64_t mode = 0;
  bool normalizesVariance = true;
  if (failed(layer.readFloat("eps", epsilon)) ||
      failed(layer.readChoice("eps_mode", {"inside_sqrt", "outside_sqrt"},
                              mode)) ||
      failed(layer.readBool("normalize_variance", normalizesVariance)))
    return failure();
  FailureOr<llvm::SmallBitVector> dims = readMVNDims(layer);
  if (failed(dims))
    return failure();
  Normalization normalization(layer.getBuilder(), layer.getInput(0), *dims);
  normalization.computeMoments();
  if (normalizesVariance)
    normalization.computeDeviation(epsilon, /*isOutside=*/mode == 1);
  return layer.setResults(normalization.build());
}

LogicalResult openvino::importNormalizeL2(LayerImporter &layer) {
  double epsilon = 0;
  int64_t mode = 0;
  if (failed(layer.readFloat("eps", epsilon)) ||
      failed(layer.readChoice("eps_mode", {"add", "max"}, mode)))
    return failure();
  FailureOr<llvm::SmallBitVector> dims = readDims(layer);
  if (failed(dims))
    return failure();
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  Value data = layer.getInput(0);
  Type element = layer.getElementType(0);
  Value squares = createReduction(builder, data, *dims, kReduceSumSquare,
                                  /*keepsDims=*/true);
  auto divide = [&](ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
    Value offset = createNumber(builder, type, epsilon);
    Value square = mode == 0 ? buildAdd(builder, type, {args[1], offset})
                             : buildMax(builder, type, {args[1], offset});
    Value norm = buildSqrt(builder, type, square);
    return buildDiv(builder, type, {args[0], norm});
  };
  return layer.setResult(createElementwise(
      builder, {data, squares}, element,
      [&](ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
        return computeInF32(builder, type, args, divide);
      }));
}

LogicalResult openvino::importBatchNormInference(LayerImporter &layer) {
  double epsilon = 0;
  SmallVector<Value> inputs;
  if (failed(layer.readFloat("epsilon", epsilon)) ||
      failed(layer.readAlikeInputs(inputs)))
    return failure();
  // Before version 5, the data come after scale and bias.
  if (layer.getVersion() < 5)
    std::rotate(inputs.begin(), inputs.begin() + 2, inputs.begin() + 3);
  int64_t rank = getRankedType(inputs[0]).getRank();
  if (rank < 2)
    return layer.emitError()
           << "data has rank " << rank << ", expected at least 2";
  if (failed(checkChannelParameters(layer.getBuilder(),
                                    getSize(layer.getBuilder(), inputs[0], 1),
                                    ValueRange(inputs).drop_front())))
    return failure();
  llvm::SmallBitVector dims = getDimRange(inputs[0], /*first=*/0);
  Normalization normalization(layer.getBuilder(), inputs[0], dims.reset(1));
  normalization.setMoments(inputs[3], inputs[4]);
  normalization.computeDeviation(epsilon);
  if (failed(normalization.setScale(inputs[1], /*firstDim=*/1)) ||
      failed(normalization.setBias(inputs[2], /*firstDim=*/1)))
    return failure();
  return layer.setResults(normalization.build());
}

LogicalResult openvino::importGroupNormalization(LayerImporter &layer) {
  GroupNormalization groups;
  SmallVector<Value> inputs;
  if (failed(layer.readInt("num_groups", groups.numGroups)) ||
      failed(layer.readFloat("epsilon", groups.epsilon)) ||
      failed(layer.readAlikeInputs(inputs)))
    return failure();
  int64_t rank = layer.getInputType(0).getRank();
  if (rank < 2)
    return layer.emitError()
           << "data has rank " << rank << ", expected at least 2";
  return layer.setResult(createGroupNormalization(
      layer.getBuilder(), inputs[0], inputs[1], inputs[2], groups));
}
