//===- Movement.cpp - layers that move elements ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Cast.h"
#include "../Builders/Concat.h"
#include "../Builders/Gather.h"
#include "../Builders/Reshape.h"
#include "../Builders/ShapeValues.h"
#include "../Builders/Transpose.h"
#include "Layers.h"

#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

/// Sets the one output, if it could be built.
static LogicalResult setOutput(LayerImporter &layer, FailureOr<Value> value) {
  return failed(value) ? failure() : layer.setOutputs(*value);
}

/// The elements of an input that has to be a constant.
static FailureOr<SmallVector<int64_t>>
getConstantInput(LayerImporter &layer, size_t i, StringRef what) {
  if (auto constant = getConstantInts(layer.getInput(i)))
    return std::move(*constant);
  return layer.emitError() << what
                           << " are not constant integers, which is not "
                              "supported";
}

/// An input of integers with elements that builders take.
static FailureOr<Value> getIntegers(LayerImporter &layer, size_t i,
                                    StringRef what) {
  Type element = layer.getInputType(i).getElementType();
  if (!element.isIntOrIndex() || !contains(Elements::Numbers, element))
    return layer.emitError() << what << " are of element type " << element
                             << ", expected an integer of 8 to 64 bits";
  if (element.isSignlessInteger(32) || element.isSignlessInteger(64))
    return layer.getInput(i);
  return createCast(layer.getBuilder(), layer.getLoc(), layer.getInput(i),
                    layer.getBuilder().getI64Type());
}

LogicalResult openvino::importConcat(LayerImporter &layer) {
  FailureOr<int64_t> axis = layer.getData().getInt("axis", kMinInt, kMaxInt);
  if (failed(axis) || failed(layer.checkRanks()) ||
      failed(layer.checkEqualElements()))
    return failure();
  return setOutput(layer, createConcat(layer.getBuilder(), layer.getLoc(),
                                       layer.getInputs(), *axis));
}

LogicalResult openvino::importShapeOf(LayerImporter &layer) {
  Type elementType = layer.getBuilder().getI64Type();
  if (layer.getData().findAttribute("output_type")) {
    FailureOr<Type> given = layer.getElementTypeAttribute("output_type");
    if (failed(given))
      return failure();
    elementType = *given;
  }
  if (!elementType.isSignlessInteger(32) && !elementType.isSignlessInteger(64))
    return layer.emitError()
           << "output_type is " << elementType << ", expected i32 or i64";
  if (failed(layer.checkRanks()))
    return failure();
  return layer.setOutputs(createShapeOf(
      layer.getBuilder(), layer.getLoc(), layer.getInput(0), elementType,
      /*begin=*/0, layer.getInputType(0).getRank()));
}

LogicalResult openvino::importGather(LayerImporter &layer) {
  if (layer.getData().findAttribute("batch_dims")) {
    FailureOr<int64_t> dims =
        layer.getData().getInt("batch_dims", kMinInt, kMaxInt);
    if (failed(dims))
      return failure();
    if (*dims != 0)
      return layer.emitError()
             << "batch_dims is " << *dims << ", only 0 is supported";
  }
  if (failed(layer.checkRanks()) || failed(layer.checkScalar(2, "axis")))
    return failure();
  auto axis = getConstantInput(layer, 2, "the elements of the axis");
  if (failed(axis))
    return failure();
  FailureOr<Value> indices = getIntegers(layer, 1, "indices");
  if (failed(indices))
    return failure();
  return setOutput(layer,
                   createGather(layer.getBuilder(), layer.getLoc(),
                                layer.getInput(0), *indices, axis->front(),
                                /*allowsNegative=*/layer.getVersion() >= 8));
}

LogicalResult openvino::importReshape(LayerImporter &layer) {
  FailureOr<bool> copyZeros = layer.getBool("special_zero", std::nullopt);
  if (failed(copyZeros) || failed(layer.checkRanks()))
    return failure();
  FailureOr<Value> shape = getIntegers(layer, 1, "sizes");
  if (failed(shape))
    return failure();
  return setOutput(layer, createReshape(layer.getBuilder(), layer.getLoc(),
                                        layer.getInput(0), *shape, *copyZeros));
}

/// The second input as axes, which may be a scalar.
static FailureOr<SmallVector<OpFoldResult>> getAxes(LayerImporter &layer) {
  FailureOr<Value> axes = getIntegers(layer, 1, "axes");
  if (failed(axes))
    return failure();
  OpBuilder &b = layer.getBuilder();
  if (layer.getInputType(1).getRank() != 0)
    return createIndices(b, layer.getLoc(), *axes, "the list of axes");
  Value axis = createElements(b, layer.getLoc(), *axes).front();
  return SmallVector<OpFoldResult>{createIndex(b, layer.getLoc(), axis)};
}

LogicalResult openvino::importSqueeze(LayerImporter &layer) {
  FailureOr<bool> skips = layer.getBool("allow_axis_skip", false);
  if (failed(skips))
    return failure();
  if (*skips)
    return layer.emitError() << "allow_axis_skip is not supported";
  if (failed(layer.checkRanks()))
    return failure();
  SmallVector<OpFoldResult> axes;
  if (layer.getNumInputs() == 2) {
    FailureOr<SmallVector<OpFoldResult>> given = getAxes(layer);
    if (failed(given))
      return failure();
    axes = std::move(*given);
  }
  // An empty list means what none does.
  std::optional<ArrayRef<OpFoldResult>> some;
  if (!axes.empty())
    some = axes;
  return setOutput(layer, createSqueeze(layer.getBuilder(), layer.getLoc(),
                                        layer.getInput(0), some));
}

LogicalResult openvino::importUnsqueeze(LayerImporter &layer) {
  if (failed(layer.checkRanks()))
    return failure();
  FailureOr<SmallVector<OpFoldResult>> axes = getAxes(layer);
  if (failed(axes))
    return failure();
  return setOutput(layer, createUnsqueeze(layer.getBuilder(), layer.getLoc(),
                                          layer.getInput(0), *axes));
}

LogicalResult openvino::importTranspose(LayerImporter &layer) {
  if (failed(layer.checkRanks()))
    return failure();
  auto order = getConstantInput(layer, 1, "the positions in the order");
  if (failed(order))
    return failure();
  // An empty order turns the dimensions round.
  if (order->empty())
    for (int64_t dim = layer.getInputType(0).getRank(); dim-- > 0;)
      order->push_back(dim);
  return setOutput(layer, createTranspose(layer.getBuilder(), layer.getLoc(),
                                          layer.getInput(0), *order));
}
