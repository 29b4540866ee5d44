//===- Split.cpp - reads Split and VariadicSplit of OpenVINO --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/RuntimeChecks.h"
#include "Layers.h"

#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

namespace {
/// An input that is known, or is an operand.
struct Axis {
  std::optional<int64_t> constant;
  Value value;
};
} // namespace

/// N2: a constant or a run-time value, a scalar or of shape [1].
static FailureOr<Axis> getAxisInput(LayerImporter &layer) {
  TensorType type = layer.getInputType(1);
  if (failed(layer.checkInts(1, "axis is")) ||
      failed(layer.checkScalar(1, "axis")))
    return failure();
  Axis axis;
  if (auto constant = getConstantInts(layer.getInput(1)))
    axis.constant = constant->front();
  if (type.getRank() == 1)
    type = RankedTensorType::get({1}, type.getElementType());
  axis.value =
      createCheckedCast(layer.getBuilder(), layer.getInput(1), type,
                        " of the axis", (layer.getOperator() + " needs").str());
  return axis;
}

LogicalResult openvino::importSplit(LayerImporter &layer) {
  int64_t numSplits = 0;
  if (failed(layer.getData().readInt("num_splits", numSplits)))
    return failure();
  FailureOr<Axis> axis = getAxisInput(layer);
  auto emitError = [&] { return layer.emitError(); };
  if (failed(axis) || failed(verifySplit(emitError, layer.getInputType(0),
                                         axis->constant, numSplits)))
    return failure();
  // N3.
  if (numSplits != int64_t(layer.getNumOutputs()))
    return layer.emitError() << "has " << layer.getNumOutputs()
                             << " outputs, but num_splits is " << numSplits;
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  Value data = layer.getInput(0);
  auto op = axis->constant
                ? SplitOp::create(builder, data, *axis->constant, numSplits)
                : SplitOp::create(builder, data, axis->value, numSplits);
  return layer.setOutputs(op.getResults());
}

/// The lengths as an operand, one for each output (N3).
static FailureOr<Value> getLengthsInput(LayerImporter &layer) {
  TensorType type = layer.getInputType(2);
  // N2.
  if (failed(layer.checkInts(2, "lengths are")))
    return failure();
  auto needed = RankedTensorType::get({int64_t(layer.getNumOutputs())},
                                      type.getElementType());
  if (!joinTypes(type, needed))
    return layer.emitError() << "lengths are of type " << type << ", expected "
                             << needed << ", one for each output";
  return createCheckedCast(layer.getBuilder(), layer.getInput(2), needed,
                           " of lengths", "the outputs need");
}

LogicalResult openvino::importVariadicSplit(LayerImporter &layer) {
  FailureOr<Axis> axis = getAxisInput(layer);
  if (failed(axis))
    return failure();
  FailureOr<Value> lengths = getLengthsInput(layer);
  if (failed(lengths))
    return failure();
  auto emitError = [&] { return layer.emitError(); };
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  Value data = layer.getInput(0);
  TensorType type = layer.getInputType(0);
  if (auto known = getConstantInts(*lengths)) {
    if (failed(verifyVariadicSplit(emitError, type, axis->constant, *known)))
      return failure();
    auto op =
        axis->constant
            ? VariadicSplitOp::create(builder, data, *axis->constant, *known)
            : VariadicSplitOp::create(builder, data, axis->value, *known);
    return layer.setOutputs(op.getResults());
  }
  // Any number of equal pieces asks for no more than an axis.
  if (failed(verifySplit(emitError, type, axis->constant, /*numSplits=*/1)))
    return failure();
  auto op =
      axis->constant
          ? VariadicSplitOp::create(builder, data, *axis->constant, *lengths)
          : VariadicSplitOp::create(builder, data, axis->value, *lengths);
  return layer.setOutputs(op.getResults());
}
