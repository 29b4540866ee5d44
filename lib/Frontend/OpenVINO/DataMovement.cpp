//===- DataMovement.cpp - Layers that move elements -----------------------===//
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

/// Returns an input of integers as i32 or i64.
static FailureOr<Value> getIntegers(LayerImporter &layer, size_t i,
                                    StringRef what) {
  if (failed(layer.checkInts(i, what)))
    return failure();
  if (contains(kI32 | kI64, layer.getElementType(i)))
    return layer.getInput(i);
  return createCast(layer.getBuilder(), layer.getInput(i),
                    layer.getBuilder().getI64Type());
}

LogicalResult openvino::importConcat(LayerImporter &layer) {
  int64_t axis = 0;
  if (failed(layer.getData().readInt("axis", axis)) ||
      failed(layer.checkRanks()) || failed(layer.checkEqualElements()))
    return failure();
  return layer.setResult(
      createConcat(layer.getBuilder(), layer.getInputs(), axis));
}

LogicalResult openvino::importShapeOf(LayerImporter &layer) {
  Type elementType = layer.getBuilder().getI64Type();
  if (layer.getData().findAttribute("output_type") &&
      failed(layer.readElementType("output_type", elementType)))
    return failure();
  if (!contains(kI32 | kI64, elementType))
    return layer.emitError()
           << "output_type is " << elementType << ", expected i32 or i64";
  if (failed(layer.checkRanks()))
    return failure();
  return layer.setOutputs(
      createShapeOf(layer.getBuilder(), layer.getInput(0), elementType,
                    /*begin=*/0, layer.getInputType(0).getRank()));
}

LogicalResult openvino::importGather(LayerImporter &layer) {
  int64_t batchDims = 0;
  if (layer.getData().findAttribute("batch_dims") &&
      failed(layer.getData().readInt("batch_dims", batchDims)))
    return failure();
  if (batchDims != 0)
    return layer.emitError()
           << "batch_dims is " << batchDims << ", only 0 is supported";
  if (failed(layer.checkRanks()) || failed(layer.checkScalar(2, "axis")))
    return failure();
  auto axis = layer.getConstantInts(2, "the elements of the axis");
  if (failed(axis))
    return failure();
  FailureOr<Value> indices = getIntegers(layer, 1, "indices are");
  if (failed(indices))
    return failure();
  return layer.setResult(createGather(
      layer.getBuilder(), layer.getInput(0), *indices, axis->front(), batchDims,
      /*allowsNegative=*/layer.getVersion() >= 8));
}

LogicalResult openvino::importReshape(LayerImporter &layer) {
  std::optional<bool> copyZeros;
  if (failed(layer.readBool("special_zero", copyZeros)) ||
      failed(layer.checkRanks()))
    return failure();
  FailureOr<Value> shape = getIntegers(layer, 1, "sizes are");
  if (failed(shape))
    return failure();
  return layer.setResult(
      createReshape(layer.getBuilder(), layer.getInput(0), *shape, *copyZeros));
}

/// Returns the axes in the second input, which may be a scalar.
static FailureOr<SmallVector<OpFoldResult>> getAxes(LayerImporter &layer) {
  FailureOr<Value> axes = getIntegers(layer, 1, "axes are");
  if (failed(axes))
    return failure();
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  if (layer.getInputType(1).getRank() != 0)
    return createIndices(builder, *axes, "the list of axes");
  Value axis = createElements(builder, *axes).front();
  return SmallVector<OpFoldResult>{createIndex(builder, axis)};
}

LogicalResult openvino::importSqueeze(LayerImporter &layer) {
  std::optional<bool> skips = false;
  if (failed(layer.readBool("allow_axis_skip", skips)))
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
  // An empty list means the same as no list.
  std::optional<ArrayRef<OpFoldResult>> some;
  if (!axes.empty())
    some = axes;
  return layer.setResult(
      createSqueeze(layer.getBuilder(), layer.getInput(0), some));
}

LogicalResult openvino::importUnsqueeze(LayerImporter &layer) {
  if (failed(layer.checkRanks()))
    return failure();
  FailureOr<SmallVector<OpFoldResult>> axes = getAxes(layer);
  if (failed(axes))
    return failure();
  return layer.setResult(
      createUnsqueeze(layer.getBuilder(), layer.getInput(0), *axes));
}

LogicalResult openvino::importTranspose(LayerImporter &layer) {
  if (failed(layer.checkRanks()))
    return failure();
  auto order = layer.getConstantInts(1, "the positions in the order");
  if (failed(order))
    return failure();
  // An empty order reverses the dimensions.
  if (order->empty())
    for (int64_t dim = layer.getInputType(0).getRank(); dim-- > 0;)
      order->push_back(dim);
  return layer.setResult(
      createTranspose(layer.getBuilder(), layer.getInput(0), *order));
}
