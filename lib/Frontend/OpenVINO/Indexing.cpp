//===- Indexing.cpp - Layers that index -----------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Axes.h"
#include "../Builders/Cast.h"
#include "../Builders/CumSum.h"
#include "../Builders/Einsum.h"
#include "../Builders/Expand.h"
#include "../Builders/Gather.h"
#include "../Builders/NonZero.h"
#include "../Builders/OneHot.h"
#include "../Builders/Range.h"
#include "../Builders/Reshape.h"
#include "../Builders/Scatter.h"
#include "../Builders/Sizes.h"
#include "../Builders/TopK.h"
#include "Layers.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

LogicalResult openvino::importGather(LayerImporter &layer) {
  int64_t batchDims = 0;
  if (failed(layer.readInt("batch_dims", batchDims)))
    return failure();
  FailureOr<int64_t> axis = layer.getConstantAxis(2);
  if (failed(axis))
    return failure();
  FailureOr<Value> indices = layer.getIntegers(1, "indices are");
  if (failed(indices))
    return failure();
  if (batchDims < 0)
    batchDims += getRankedType(*indices).getRank();
  return layer.setResult(createGather(
      layer.getBuilder(), layer.getInput(0), *indices, *axis, batchDims,
      /*allowsNegative=*/layer.getVersion() >= 8));
}

LogicalResult openvino::importGatherElements(LayerImporter &layer) {
  int64_t axis = 0;
  if (failed(layer.getData().readInt("axis", axis)))
    return failure();
  FailureOr<Value> indices = layer.getIntegers(1, "indices are");
  if (failed(indices))
    return failure();
  return layer.setResult(createGatherElements(
      layer.getBuilder(), layer.getInput(0), *indices, axis));
}

LogicalResult openvino::importGatherND(LayerImporter &layer) {
  int64_t batchDims = 0;
  if (failed(layer.readInt("batch_dims", batchDims)))
    return failure();
  FailureOr<Value> indices = layer.getIntegers(1, "indices are");
  if (failed(indices))
    return failure();
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  FailureOr<Value> result =
      createGatherND(builder, layer.getInput(0), *indices, batchDims);
  if (failed(result) || layer.getVersion() >= 8 || batchDims < 2)
    return layer.setResult(result);
  // Before version 8, the batches are one dimension.
  SmallVector<OpFoldResult> sizes = getSizes(builder, *result);
  sizes[0] = createProduct(builder, ArrayRef(sizes).take_front(batchDims));
  sizes.erase(sizes.begin() + 1, sizes.begin() + batchDims);
  return layer.setOutputs(createReshapeTo(builder, *result, sizes));
}

LogicalResult openvino::importReverseSequence(LayerImporter &layer) {
  int64_t batchAxis = 0, timeAxis = 1;
  if (failed(layer.readInt("batch_axis", batchAxis)) ||
      failed(layer.readInt("seq_axis", timeAxis)))
    return failure();
  FailureOr<Value> lengths = layer.getIntegers(1, "lengths are");
  if (failed(lengths))
    return failure();
  return layer.setResult(createReverseSequence(
      layer.getBuilder(), layer.getInput(0), *lengths, batchAxis, timeAxis));
}

/// Checks the updates of a layer that scatters, and returns its indices.
static FailureOr<Value> getScatterIndices(LayerImporter &layer) {
  if (failed(layer.checkAlike(2, layer.getElementType(0))))
    return failure();
  return layer.getIntegers(1, "indices are");
}

LogicalResult openvino::importScatterElementsUpdate(LayerImporter &layer) {
  int64_t kind = 0;
  std::optional<bool> usesInit = true;
  FailureOr<Value> indices = getScatterIndices(layer);
  if (failed(indices) ||
      failed(layer.getData().readChoice(
          "reduction", {"none", "sum", "prod", "max", "min"}, kind)) ||
      failed(layer.readBool("use_init_val", usesInit)))
    return failure();
  if (!*usesInit && kind != 0)
    return layer.emitError() << "use_init_val is false, only true is supported";
  if (kind != 0 && !contains(kNumbers | kBool, layer.getElementType(0)))
    return layer.emitError() << "a reduction of elements of type "
                             << layer.getElementType(0) << " is not supported";
  FailureOr<int64_t> axis = layer.getConstantAxis(3);
  if (failed(axis))
    return failure();
  return layer.setResult(createScatterElements(
      layer.getBuilder(), layer.getInput(0), *indices, layer.getInput(2), *axis,
      static_cast<ScatterKind>(kind)));
}

LogicalResult openvino::importScatterNDUpdate(LayerImporter &layer) {
  FailureOr<Value> indices = getScatterIndices(layer);
  if (failed(indices))
    return failure();
  return layer.setResult(createScatterND(layer.getBuilder(), layer.getInput(0),
                                         *indices, layer.getInput(2),
                                         ScatterKind::Update));
}

LogicalResult openvino::importScatterUpdate(LayerImporter &layer) {
  FailureOr<Value> indices = getScatterIndices(layer);
  if (failed(indices))
    return failure();
  FailureOr<int64_t> axis = layer.getConstantAxis(3);
  if (failed(axis))
    return failure();
  return layer.setResult(createScatterSlices(layer.getBuilder(),
                                             layer.getInput(0), *indices,
                                             layer.getInput(2), *axis));
}

LogicalResult openvino::importOneHot(LayerImporter &layer) {
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  int64_t axis = 0;
  if (failed(layer.getData().readInt("axis", axis)) ||
      failed(layer.checkInts(0, "indices are")) ||
      failed(layer.checkAlike(3, layer.getElementType(2), /*first=*/2)))
    return failure();
  FailureOr<OpFoldResult> depth = layer.getIndex(1, "depth is");
  if (failed(depth))
    return failure();
  FailureOr<Value> on = layer.getScalar(2, "on_value");
  if (failed(on))
    return failure();
  FailureOr<Value> off = layer.getScalar(3, "off_value");
  if (failed(off))
    return failure();
  Value indices = createCast(builder, layer.getInput(0), builder.getI64Type());
  return layer.setResult(createOneHot(builder, indices, *depth, *off, *on, axis,
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
  std::optional<bool> isStable = false;
  if (failed(layer.getData().readInt("axis", axis)) ||
      failed(layer.getData().readChoice("mode", {"max", "min"}, mode)) ||
      failed(layer.getData().readChoice("sort", {"value", "index", "none"},
                                        sort)) ||
      failed(layer.readIndexType("index_element_type", type)) ||
      failed(layer.readBool("stable", isStable)))
    return failure();
  FailureOr<OpFoldResult> count = layer.getIndex(1, "k is");
  if (failed(count))
    return failure();
  FailureOr<TopK> first =
      createTopK(builder, layer.getInput(0), *count, axis,
                 mode == 0 ? Order::Greatest : Order::Least);
  if (failed(first) ||
      (sort == 1 && failed(sortByPosition(layer, *first, axis))))
    return failure();
  return layer.setOutputs(
      {first->values, createCast(builder, first->positions, type)});
}

LogicalResult openvino::importCumSum(LayerImporter &layer) {
  std::optional<bool> isExclusive = false, isReverse = false;
  if (failed(layer.readBool("exclusive", isExclusive)) ||
      failed(layer.readBool("reverse", isReverse)))
    return failure();
  FailureOr<OpFoldResult> axis(layer.getBuilder().getIndexAttr(0));
  if (layer.getNumInputs() == 2)
    axis = layer.getIndex(1, "axis is");
  if (failed(axis))
    return failure();
  return layer.setResult(createCumSum(layer.getBuilder(), layer.getInput(0),
                                      *axis, {*isExclusive, *isReverse}));
}

LogicalResult openvino::importEinsum(LayerImporter &layer) {
  StringRef equation;
  if (failed(layer.getData().readAttribute("equation", equation)) ||
      failed(layer.checkEqualElements()))
    return failure();
  return layer.setResult(
      createEinsum(layer.getBuilder(), layer.getInputs(), equation));
}

LogicalResult openvino::importNonZero(LayerImporter &layer) {
  Type type = layer.getBuilder().getI64Type();
  if (failed(layer.readIndexType("output_type", type)))
    return failure();
  return layer.setOutputs(
      createNonZero(layer.getBuilder(), layer.getInput(0), type));
}

LogicalResult openvino::importRange(LayerImporter &layer) {
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  Type type = layer.getElementType(0);
  if ((layer.getVersion() >= 4 &&
       failed(layer.readElementType("output_type", type))) ||
      failed(layer.checkElementType(type)))
    return failure();
  SmallVector<Value> scalars;
  for (StringRef name : {"start", "stop", "step"}) {
    FailureOr<Value> scalar = layer.getScalar(scalars.size(), name, type);
    if (failed(scalar))
      return failure();
    scalars.push_back(*scalar);
  }
  return layer.setResult(
      createRange(builder, scalars[0], scalars[1], scalars[2]));
}

LogicalResult openvino::importEye(LayerImporter &layer) {
  Type type;
  SmallVector<OpFoldResult> sizes;
  if (failed(layer.readElementType("output_type", type)) ||
      failed(layer.checkElementType(type)))
    return failure();
  SmallVector<OpFoldResult> numbers;
  for (StringRef name :
       {"num_rows is", "num_columns is", "diagonal_index is"}) {
    FailureOr<OpFoldResult> number = layer.getIndex(numbers.size(), name);
    if (failed(number))
      return failure();
    numbers.push_back(*number);
  }
  if (layer.getNumInputs() == 4) {
    auto batches = layer.getIndices(3, "batch_shape is");
    if (failed(batches))
      return failure();
    sizes = *batches;
  }
  llvm::append_values(sizes, numbers[0], numbers[1]);
  if (failed(checkShapeSizes(layer.getBuilder(), sizes)))
    return failure();
  return layer.setResult(
      createEye(layer.getBuilder(), sizes, numbers[2], type));
}
