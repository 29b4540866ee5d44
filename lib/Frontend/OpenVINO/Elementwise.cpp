//===- Elementwise.cpp - Elementwise layers of OpenVINO -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Cast.h"
#include "../Builders/RuntimeChecks.h"
#include "../Builders/Sizes.h"
#include "Layers.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

/// Checks that shapes are equal, as `auto_broadcast="none"` requires, at run
/// time where they are dynamic.
static LogicalResult checkEqualShapes(LayerImporter &layer) {
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  auto lhs = getSizes(builder, layer.getInput(0));
  auto rhs = getSizes(builder, layer.getInput(1));
  if (lhs.size() != rhs.size())
    return layer.emitError()
           << layer.getInputType(0) << " and " << layer.getInputType(1)
           << " differ in rank, and auto_broadcast is none";
  for (auto [i, left, right] : llvm::enumerate(lhs, rhs))
    if (failed(createSizeCheck(builder, left, right,
                               CheckMessage("dimension ")
                                   << i << " of the inputs is " << left
                                   << " and " << right
                                   << ", and auto_broadcast is none")))
      return failure();
  return success();
}

static LogicalResult checkBroadcast(LayerImporter &layer) {
  StringRef kind =
      layer.getData().findAttribute("auto_broadcast").value_or("numpy");
  if (kind == "none")
    return checkEqualShapes(layer);
  if (kind == "numpy")
    return success();
  return layer.emitError() << "auto_broadcast is '" << kind
                           << "', expected 'numpy' or 'none'";
}

/// Imports a layer whose result has elements of type `resultElement`.
static LogicalResult importScalar(LayerImporter &layer, Type resultElement,
                                  ScalarBuilder scalar) {
  if (failed(layer.checkEqualElements()))
    return failure();
  if (layer.getNumInputs() == 2 && failed(checkBroadcast(layer)))
    return failure();
  SmallVector<double> parameters;
  if (failed(layer.readParameters(parameters)))
    return failure();
  return layer.setResult(createElementwise(layer.getBuilder(),
                                           layer.getInputs(), resultElement,
                                           scalar, parameters));
}

LogicalResult openvino::importElementwise(LayerImporter &layer,
                                          ScalarBuilder scalar) {
  return importScalar(layer, layer.getElementType(0), scalar);
}

LogicalResult openvino::importComparison(LayerImporter &layer,
                                         ScalarBuilder scalar) {
  return importScalar(layer, layer.getBuilder().getI1Type(), scalar);
}

LogicalResult openvino::importClamp(LayerImporter &layer) {
  double low = 0, high = 0;
  StringRef text;
  if (failed(layer.getData().readAttribute("min", text)) ||
      failed(layer.getData().readAttribute("max", text)) ||
      failed(layer.readFloat("min", low)) ||
      failed(layer.readFloat("max", high)))
    return failure();
  if (low > high)
    return layer.emitError() << "min is " << low << ", expected at most "
                             << high << ", the value of max";
  auto clamp = [&](ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
    return buildClamp(builder, type, args[0], low, high);
  };
  return importElementwise(layer, clamp);
}

LogicalResult openvino::importRound(LayerImporter &layer) {
  int64_t mode = 0;
  if (failed(layer.getData().readChoice(
          "mode", {"half_to_even", "half_away_from_zero"}, mode)))
    return failure();
  return importElementwise(
      layer, mode == 0 ? buildRound : buildFormula<formulas::roundAway>);
}

LogicalResult openvino::importDivide(LayerImporter &layer) {
  std::optional<bool> roundsDown = true;
  if (failed(layer.readBool("m_pythondiv", roundsDown)))
    return failure();
  return importElementwise(layer, *roundsDown ? buildFloorDiv : buildDiv);
}

LogicalResult openvino::importGelu(LayerImporter &layer) {
  StringRef mode =
      layer.getData().findAttribute("approximation_mode").value_or("erf");
  if (mode.equals_insensitive("erf"))
    return importElementwise(layer, buildGelu);
  if (mode.equals_insensitive("tanh"))
    return importElementwise(layer, buildGeluTanh);
  return layer.emitError() << "approximation_mode is '" << mode
                           << "', expected 'erf' or 'tanh'";
}

LogicalResult openvino::importSwish(LayerImporter &layer) {
  if (layer.getNumInputs() == 2 && failed(layer.checkScalar(1, "beta")))
    return failure();
  return importElementwise(layer, buildSwish);
}

/// Converts the elements of the first input.
static LogicalResult importCast(LayerImporter &layer, Type elementType) {
  if (failed(layer.checkElementType(elementType)))
    return failure();
  return layer.setOutputs(
      createCast(layer.getBuilder(), layer.getInput(0), elementType));
}

LogicalResult openvino::importConvert(LayerImporter &layer) {
  Type elementType;
  if (failed(layer.readElementType("destination_type", elementType)))
    return failure();
  return importCast(layer, elementType);
}

LogicalResult openvino::importConvertLike(LayerImporter &layer) {
  return importCast(layer, layer.getElementType(1));
}

LogicalResult openvino::importPRelu(LayerImporter &layer) {
  if (failed(layer.checkEqualElements()))
    return failure();
  return layer.setResult(createPRelu(layer.getBuilder(), layer.getInput(0),
                                     layer.getInput(1),
                                     /*isOfChannels=*/true));
}

LogicalResult openvino::importSelect(LayerImporter &layer) {
  if (failed(layer.checkAlike(2, layer.getElementType(1), /*first=*/1)) ||
      failed(checkBroadcast(layer)))
    return failure();
  return layer.setResult(
      createElementwise(layer.getBuilder(), layer.getInputs(),
                        layer.getElementType(1), buildWhere));
}
