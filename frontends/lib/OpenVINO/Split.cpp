//===- Split.cpp - Reads Split and VariadicSplit of OpenVINO --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Split.h"

#include "../Builders/Shapes.h"
#include "Layers.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

/// Reads the axis, which N2 allows to be a constant or a run-time value, a
/// scalar or of shape [1].
static LogicalResult readAxis(LayerImporter &layer, OpFoldResult &axis) {
  if (failed(layer.checkInts(1, "axis is")) ||
      failed(layer.checkScalar(1, "axis")))
    return failure();
  if (auto constant = getConstantInts(layer.getInput(1))) {
    axis = layer.getBuilder().getI64IntegerAttr(constant->front());
    return success();
  }
  TensorType type = layer.getInputType(1);
  if (type.getRank() == 1)
    type = RankedTensorType::get({1}, type.getElementType());
  axis =
      createCheckedCast(layer.getBuilder(), layer.getInput(1), type,
                        " of the axis", (layer.getOperator() + " needs").str());
  return success();
}

/// Returns the axis that readAxis read as a constant. Constants behind a value
/// are not read: the axis may be unsigned, or known only at run time (C3, C6).
static std::optional<int64_t> getKnownAxis(OpFoldResult axis) {
  auto attr = dyn_cast_if_present<IntegerAttr>(dyn_cast<Attribute>(axis));
  return attr ? std::optional(attr.getInt()) : std::nullopt;
}

LogicalResult openvino::importSplit(LayerImporter &layer) {
  int64_t numSplits = 0;
  OpFoldResult axis;
  auto emitError = [&] { return layer.emitError(); };
  if (failed(layer.getData().readInt("num_splits", numSplits)) ||
      failed(readAxis(layer, axis)) ||
      failed(verifySplit(emitError, layer.getInputType(0), getKnownAxis(axis),
                         numSplits)))
    return failure();
  // N3.
  if (numSplits != int64_t(layer.getNumOutputs()))
    return layer.emitError()
           << "has " << formatCount(layer.getNumOutputs(), "output")
           << ", but num_splits is " << numSplits;
  return layer.setResults(
      SplitOp::create(layer.getBuilder(), layer.getInput(0), axis, numSplits)
          .getResults());
}

/// Returns the operand of lengths, one for each output (N3).
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
  OpFoldResult axis;
  if (failed(readAxis(layer, axis)))
    return failure();
  FailureOr<Value> operand = getLengthsInput(layer);
  if (failed(operand))
    return failure();
  TensorType type = layer.getInputType(0);
  std::optional<int64_t> knownAxis = getKnownAxis(axis);
  auto emitError = [&] { return layer.emitError(); };
  auto create = [&](auto lengths) {
    return layer.setResults(VariadicSplitOp::create(layer.getBuilder(),
                                                    layer.getInput(0), axis,
                                                    lengths)
                                .getResults());
  };
  if (auto list = getAsList(*operand)) {
    if (failed(verifyVariadicSplit(emitError, type, knownAxis, *list)))
      return failure();
    return create(ArrayRef(*list));
  }
  // Checking a split into one piece checks only the axis.
  if (failed(verifySplit(emitError, type, knownAxis, /*numSplits=*/1)))
    return failure();
  return create(OpFoldResult(*operand));
}
