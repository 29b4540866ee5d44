//===- Elementwise.cpp - Elementwise layers of OpenVINO -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Elementwise.h"
#include "../Builders/Shapes.h"
#include "Layers.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

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

LogicalResult LayerImporter::alignOperands(SmallVectorImpl<Value> &) {
  StringRef kind = getData().findAttribute("auto_broadcast").value_or("numpy");
  if (kind == "none")
    return checkEqualShapes(*this);
  if (kind == "numpy")
    return success();
  return emitError() << "auto_broadcast is '" << kind
                     << "', expected 'numpy' or 'none'";
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
  if (failed(layer.readChoice("mode", {"half_to_even", "half_away_from_zero"},
                              mode)))
    return failure();
  return importElementwise(
      layer, mode == 0 ? buildRound : buildFormula<formulas::roundAway>);
}

LogicalResult openvino::importDivide(LayerImporter &layer) {
  bool roundsDown = true;
  if (failed(layer.readBool("m_pythondiv", roundsDown)))
    return failure();
  return importElementwise(layer, roundsDown ? buildFloorDiv : buildDiv);
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

LogicalResult openvino::importConvert(LayerImporter &layer) {
  Type elementType;
  if (failed(layer.readElementType("destination_type", elementType)) ||
      failed(layer.checkElementType(elementType)))
    return failure();
  return layer.setResult(
      createCast(layer.getBuilder(), layer.getInput(0), elementType));
}

LogicalResult openvino::importPRelu(LayerImporter &layer) {
  SmallVector<Value> inputs;
  if (failed(layer.readAlikeInputs(inputs)))
    return failure();
  return layer.setResult(createPRelu(layer.getBuilder(), inputs[0], inputs[1],
                                     /*isOfChannels=*/true));
}
