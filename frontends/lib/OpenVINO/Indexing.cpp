//===- Indexing.cpp - Layers that index -----------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Indexing.h"

#include "../Builders/DataMovement.h"
#include "../Builders/Elementwise.h"
#include "../Builders/Shapes.h"
#include "Layers.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

LogicalResult openvino::importGather(LayerImporter &layer) {
  int64_t batchDims = 0;
  int64_t axis;
  Value indices;
  if (failed(layer.readInt("batch_dims", batchDims)) ||
      failed(layer.readConstantAxis(2, axis)) ||
      failed(layer.readIntegers(1, "indices are", indices)))
    return failure();
  if (batchDims < 0)
    batchDims += getRankedType(indices).getRank();
  return layer.setResult(createGather(
      layer.getBuilder(), layer.getInput(0), indices, axis, batchDims,
      /*allowsNegative=*/layer.getVersion() >= 8));
}

LogicalResult openvino::importGatherND(LayerImporter &layer) {
  int64_t batchDims = 0;
  Value indices;
  if (failed(layer.readInt("batch_dims", batchDims)) ||
      failed(layer.readIntegers(1, "indices are", indices)))
    return failure();
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  FailureOr<Value> result =
      createGatherND(builder, layer.getInput(0), indices, batchDims);
  if (failed(result) || layer.getVersion() >= 8 || batchDims < 2)
    return layer.setResult(result);
  // Before version 8, the batches are one dimension.
  SmallVector<OpFoldResult> sizes = getSizes(builder, *result);
  sizes[0] = createProduct(builder, ArrayRef(sizes).take_front(batchDims));
  sizes.erase(sizes.begin() + 1, sizes.begin() + batchDims);
  return layer.setResults(createReshapeTo(builder, *result, sizes));
}

LogicalResult openvino::importReverseSequence(LayerImporter &layer) {
  int64_t batchAxis = 0, timeAxis = 1;
  Value lengths;
  if (failed(layer.readInt("batch_axis", batchAxis)) ||
      failed(layer.readInt("seq_axis", timeAxis)) ||
      failed(layer.readIntegers(1, "lengths are", lengths)))
    return failure();
  return layer.setResult(createReverseSequence(
      layer.getBuilder(), layer.getInput(0), lengths, batchAxis, timeAxis));
}

/// Checks the updates of a layer that scatters, and reads its indices.
static LogicalResult readScatterIndices(LayerImporter &layer, Value &indices) {
  return failure(failed(layer.checkAlike(2, layer.getElementType(0))) ||
                 failed(layer.readIntegers(1, "indices are", indices)));
}

LogicalResult openvino::importScatterElementsUpdate(LayerImporter &layer) {
  int64_t kind = 0, axis;
  bool usesInit = true;
  Value indices;
  if (failed(readScatterIndices(layer, indices)) ||
      failed(layer.readChoice("reduction",
                              {"none", "sum", "prod", "max", "min"}, kind)) ||
      failed(layer.readBool("use_init_val", usesInit)) ||
      failed(layer.readConstantAxis(3, axis)))
    return failure();
  if (!usesInit && kind != 0)
    return layer.emitError() << "use_init_val is false, only true is supported";
  if (kind != 0 && !contains(kNumbers | kBool, layer.getElementType(0)))
    return layer.emitError() << "a reduction of elements of type "
                             << layer.getElementType(0) << " is not supported";
  return layer.setResult(createScatterElements(
      layer.getBuilder(), layer.getInput(0), indices, layer.getInput(2), axis,
      static_cast<ScatterKind>(kind)));
}

LogicalResult openvino::importScatterNDUpdate(LayerImporter &layer) {
  Value indices;
  if (failed(readScatterIndices(layer, indices)))
    return failure();
  return layer.setResult(createScatterND(layer.getBuilder(), layer.getInput(0),
                                         indices, layer.getInput(2),
                                         ScatterKind::Update));
}

LogicalResult openvino::importScatterUpdate(LayerImporter &layer) {
  int64_t axis;
  Value indices;
  if (failed(readScatterIndices(layer, indices)) ||
      failed(layer.readConstantAxis(3, axis)))
    return failure();
  return layer.setResult(createScatterSlices(
      layer.getBuilder(), layer.getInput(0), indices, layer.getInput(2), axis));
}

LogicalResult openvino::importOneHot(LayerImporter &layer) {
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  int64_t axis = 0;
  OpFoldResult depth;
  Value on;
  Value off;
  if (failed(layer.readInt("axis", axis)) ||
      failed(layer.checkInts(0, "indices are")) ||
      failed(layer.checkAlike(3, layer.getElementType(2), /*first=*/2)) ||
      failed(layer.readIndex(1, "depth is", depth)) ||
      failed(layer.readScalar(2, "on_value", on)) ||
      failed(layer.readScalar(3, "off_value", off)))
    return failure();
  Value indices = createCast(builder, layer.getInput(0), builder.getI64Type());
  return layer.setResult(createOneHot(builder, indices, depth, off, on, axis,
                                      /*allowsNegative=*/false));
}

/// Orders the first elements by their position.
static LogicalResult sortByPosition(LayerImporter &layer, TopK &first,
                                    int64_t axis) {
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  FailureOr<int64_t> dim =
      getAxis(builder, axis, getRankedType(first.values).getRank());
  if (failed(dim))
    return failure();
  FailureOr<TopK> order =
      createTopK(builder, first.positions,
                 getSize(builder, first.positions, *dim), axis, Order::Least);
  if (failed(order))
    return failure();
  FailureOr<Value> values =
      createGatherElements(builder, first.values, order->positions, axis);
  if (failed(values))
    return failure();
  first = {*values, order->values};
  return success();
}

LogicalResult openvino::importTopK(LayerImporter &layer) {
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  int64_t axis = 0, mode = 0, sort = 0;
  Type type = builder.getI32Type();
  bool isStable = false;
  OpFoldResult count;
  if (failed(layer.readInt("axis", axis)) ||
      failed(layer.readChoice("mode", {"max", "min"}, mode)) ||
      failed(layer.readChoice("sort", {"value", "index", "none"}, sort)) ||
      failed(layer.readIndexType("index_element_type", type)) ||
      failed(layer.readBool("stable", isStable)) ||
      failed(layer.readIndex(1, "k is", count)))
    return failure();
  FailureOr<TopK> first =
      createTopK(builder, layer.getInput(0), count, axis,
                 mode == 0 ? Order::Greatest : Order::Least);
  if (failed(first) ||
      (sort == 1 && failed(sortByPosition(layer, *first, axis))))
    return failure();
  return layer.setResults(
      {first->values, createCast(builder, first->positions, type)});
}

LogicalResult openvino::importNonZero(LayerImporter &layer) {
  Type type = layer.getBuilder().getI64Type();
  if (failed(layer.readIndexType("output_type", type)))
    return failure();
  return layer.setResults(
      createNonZero(layer.getBuilder(), layer.getInput(0), type));
}

LogicalResult openvino::importRange(LayerImporter &layer) {
  Type type = layer.getElementType(0);
  if ((layer.getVersion() >= 4 &&
       failed(layer.readElementType("output_type", type))) ||
      failed(layer.checkElementType(type)))
    return failure();
  Value start, end, step;
  if (failed(layer.readScalar(0, "start", start, type)) ||
      failed(layer.readScalar(1, "stop", end, type)) ||
      failed(layer.readScalar(2, "step", step, type)))
    return failure();
  return layer.setResult(createRange(layer.getBuilder(), start, end, step));
}

LogicalResult openvino::importEye(LayerImporter &layer) {
  Type type;
  SmallVector<OpFoldResult> sizes;
  OpFoldResult rows, columns, diagonal;
  if (failed(layer.readElementType("output_type", type)) ||
      failed(layer.checkElementType(type)) ||
      failed(layer.readIndex(0, "num_rows is", rows)) ||
      failed(layer.readIndex(1, "num_columns is", columns)) ||
      failed(layer.readIndex(2, "diagonal_index is", diagonal)) ||
      (layer.getNumInputs() == 4 &&
       failed(layer.readIndices(3, "batch_shape is", sizes))))
    return failure();
  llvm::append_values(sizes, rows, columns);
  if (failed(checkShapeSizes(layer.getBuilder(), sizes)))
    return failure();
  return layer.setResult(createEye(layer.getBuilder(), sizes, diagonal, type));
}
