//===- DataMovement.cpp - Layers that move elements -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/DataMovement.h"
#include "../Builders/Indexing.h"
#include "../Builders/Shapes.h"
#include "Layers.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

using Indices = SmallVector<OpFoldResult>;

LogicalResult openvino::importConcat(LayerImporter &layer) {
  int64_t axis = 0;
  SmallVector<Value> inputs;
  if (failed(layer.readInt("axis", axis)) ||
      failed(layer.readAlikeInputs(inputs)))
    return failure();
  return layer.setResult(createConcat(layer.getBuilder(), inputs, axis));
}

LogicalResult openvino::importShapeOf(LayerImporter &layer) {
  Type elementType = layer.getBuilder().getI64Type();
  if (failed(layer.readIndexType("output_type", elementType)))
    return failure();
  return layer.setResults(
      createShapeOf(layer.getBuilder(), layer.getInput(0), elementType,
                    /*begin=*/0, layer.getInputType(0).getRank()));
}

LogicalResult openvino::importReshape(LayerImporter &layer) {
  bool copyZeros = false;
  Value shape;
  if (failed(layer.readBool("special_zero", copyZeros)) ||
      failed(layer.readIntegers(1, "sizes are", shape)))
    return failure();
  return layer.setResult(
      createReshape(layer.getBuilder(), layer.getInput(0), shape, copyZeros));
}

LogicalResult openvino::importSqueeze(LayerImporter &layer) {
  bool skips = false;
  SmallVector<OpFoldResult> axes;
  if (failed(layer.readBool("allow_axis_skip", skips)) ||
      (layer.getNumInputs() == 2 &&
       failed(layer.readIndices(1, "axes are", axes))))
    return failure();
  if (skips)
    return layer.emitError() << "allow_axis_skip is not supported";
  // An empty list means the same as no list.
  std::optional<ArrayRef<OpFoldResult>> some;
  if (!axes.empty())
    some = axes;
  return layer.setResult(
      createSqueeze(layer.getBuilder(), layer.getInput(0), some));
}

LogicalResult openvino::importUnsqueeze(LayerImporter &layer) {
  SmallVector<OpFoldResult> axes;
  if (failed(layer.readIndices(1, "axes are", axes)))
    return failure();
  return layer.setResult(
      createUnsqueeze(layer.getBuilder(), layer.getInput(0), axes));
}

LogicalResult openvino::importTranspose(LayerImporter &layer) {
  SmallVector<int64_t> order;
  if (failed(layer.readConstantInts(1, "the positions in the order", order)))
    return failure();
  // An empty order reverses the dimensions.
  if (order.empty())
    for (int64_t dim = layer.getInputType(0).getRank(); dim-- > 0;)
      order.push_back(dim);
  return layer.setResult(
      createTranspose(layer.getBuilder(), layer.getInput(0), order));
}

LogicalResult openvino::importTile(LayerImporter &layer) {
  Indices repeats;
  if (failed(layer.readIndices(1, "repeats are", repeats)))
    return failure();
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  // The shorter of shape and repeats gets ones in front.
  SmallVector<OpFoldResult> sizes = getSizes(builder, layer.getInput(0));
  size_t rank = std::max(sizes.size(), repeats.size());
  OpFoldResult one = builder.getIndexAttr(1);
  sizes.insert(sizes.begin(), rank - sizes.size(), one);
  repeats.insert(repeats.begin(), rank - repeats.size(), one);
  Value data = createReshapeTo(builder, layer.getInput(0), sizes);
  return layer.setResult(createTile(builder, data, repeats));
}

/// Gives the data the dimensions of a shape of rank `rank`: the third input
/// says which of these they are.
static FailureOr<Value> mapAxes(LayerImporter &layer, int64_t rank) {
  SmallVector<int64_t> axes;
  if (failed(layer.readConstantInts(2, "the elements of axes_mapping", axes)))
    return failure();
  int64_t dataRank = layer.getInputType(0).getRank();
  Indices others;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(axes, dim))
      others.push_back(layer.getBuilder().getIndexAttr(dim));
  if (static_cast<int64_t>(axes.size()) != dataRank ||
      static_cast<int64_t>(others.size()) != rank - dataRank ||
      !llvm::is_sorted(axes))
    return layer.emitError()
           << "axes_mapping is not " << dataRank
           << " ascending dimensions of a result of rank " << rank;
  return createUnsqueeze(layer.getBuilder(), layer.getInput(0), others);
}

LogicalResult openvino::importBroadcast(LayerImporter &layer) {
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  enum { Numpy, Explicit, Bidirectional };
  int64_t mode = Numpy;
  Indices sizes;
  if (failed(layer.readChoice("mode", {"numpy", "explicit", "bidirectional"},
                              mode)) ||
      failed(layer.readIndices(1, "sizes are", sizes)) ||
      failed(checkShapeSizes(builder, sizes)))
    return failure();
  bool isMapped = layer.getNumInputs() == 3;
  if (isMapped != (mode == Explicit))
    return layer.emitError() << "number of inputs is " << layer.getNumInputs()
                             << ", which does not fit the mode";
  FailureOr<Value> data =
      isMapped ? mapAxes(layer, sizes.size()) : layer.getInput(0);
  if (failed(data))
    return failure();
  FailureOr<Value> result = createExpand(builder, *data, sizes);
  if (failed(result) ||
      (mode != Bidirectional &&
       failed(checkSizes(builder, *result, sizes, "the result"))))
    return failure();
  return layer.setResult(result);
}

/// Reads starts, ends, steps and axes.
static LogicalResult readLists(LayerImporter &layer, SliceLists &lists) {
  Indices *rows[] = {&lists.starts, &lists.ends, &lists.steps, &lists.axes};
  for (int64_t i = 1; i < layer.getNumInputs(); ++i)
    if (failed(layer.readIndices(i, "positions are", *rows[i - 1])))
      return failure();
  size_t count = lists.starts.size();
  if (layer.getNumInputs() < 4)
    lists.steps.assign(count, layer.getBuilder().getIndexAttr(1));
  if (layer.getNumInputs() < 5)
    for (size_t dim = 0; dim < count; ++dim)
      lists.axes.push_back(layer.getBuilder().getIndexAttr(dim));
  return lists.verify(layer.getBuilder());
}

LogicalResult openvino::importSlice(LayerImporter &layer) {
  SliceLists lists;
  if (failed(readLists(layer, lists)))
    return failure();
  return layer.setResult(
      createSlice(layer.getBuilder(), layer.getInput(0), lists));
}

namespace {
/// Builds a StridedSlice. The lists and masks have an element for each position
/// in them: a dimension of the data, a new one, or several for the ellipsis.
class StridedSliceBuilder {
public:
  explicit StridedSliceBuilder(LayerImporter &layer)
      : layer(layer), builder(layer.getBuilder()),
        math(builder, builder.getLoc()) {}

  LogicalResult read();
  FailureOr<Value> build();

private:
  LogicalResult readMask(StringRef name, SmallVector<int64_t> &mask);
  /// Returns the slice of dimension `dim` by position `i`.
  AxisSlice getSlice(size_t i, int64_t dim);

  LayerImporter &layer;
  ImplicitLocOpBuilder &builder;
  IndexMath math;
  /// The axes are those of the lists.
  SliceLists lists;
  /// Whether begins and ends are ignored, dimensions are new or removed, and
  /// the position stands for all dimensions that others do not name.
  SmallVector<int64_t> ignoresBegin, ignoresEnd, isNew, isRemoved, isEllipsis;
};
} // namespace

LogicalResult StridedSliceBuilder::readMask(StringRef name,
                                            SmallVector<int64_t> &mask) {
  if (failed(layer.getData().readInts(name, mask)))
    return failure();
  mask.resize(lists.starts.size());
  return success();
}

LogicalResult StridedSliceBuilder::read() {
  if (failed(readLists(layer, lists)))
    return failure();
  if (failed(readMask("begin_mask", ignoresBegin)) ||
      failed(readMask("end_mask", ignoresEnd)) ||
      failed(readMask("new_axis_mask", isNew)) ||
      failed(readMask("shrink_axis_mask", isRemoved)) ||
      failed(readMask("ellipsis_mask", isEllipsis)))
    return failure();
  return success();
}

AxisSlice StridedSliceBuilder::getSlice(size_t i, int64_t dim) {
  OpFoldResult axis = builder.getIndexAttr(dim);
  Value least = math.get(std::numeric_limits<int64_t>::min());
  Value greatest = math.get(std::numeric_limits<int64_t>::max());
  Value begin = math.get(lists.starts[i]);
  if (isRemoved[i]) {
    // The last element has no position after it.
    Value next = math.select(math.isEqual(begin, -1), greatest,
                             math.add(begin, math.get(1)));
    return {axis, begin, next, builder.getIndexAttr(1)};
  }
  Value isBackward = math.isLess(lists.steps[i], 0);
  AxisSlice slice{axis, begin, lists.ends[i], lists.steps[i]};
  if (ignoresBegin[i])
    slice.start = math.select(isBackward, greatest, math.get(0));
  if (ignoresEnd[i])
    slice.end = math.select(isBackward, least, greatest);
  return slice;
}

FailureOr<Value> StridedSliceBuilder::build() {
  int64_t rank = layer.getInputType(0).getRank();
  int64_t numNamed = 0;
  for (size_t i = 0; i < lists.starts.size(); ++i)
    numNamed += !isNew[i] && !isEllipsis[i];
  int64_t numEllipses =
      llvm::count_if(isEllipsis, [](int64_t bit) { return bit != 0; });
  if (numNamed > rank || numEllipses > 1)
    return layer.emitError() << "names " << numNamed << " dimensions and "
                             << numEllipses << " ellipses, expected at most "
                             << rank << " and 1 for " << layer.getInputType(0);
  SmallVector<AxisSlice> slices;
  Indices removed, added;
  int64_t dim = 0, resultDim = 0;
  for (size_t i = 0; i < lists.starts.size(); ++i) {
    if (isEllipsis[i]) {
      dim += rank - numNamed;
      resultDim += rank - numNamed;
    } else if (isNew[i]) {
      added.push_back(builder.getIndexAttr(resultDim++));
    } else {
      slices.push_back(getSlice(i, dim));
      if (isRemoved[i])
        removed.push_back(builder.getIndexAttr(dim));
      else
        ++resultDim;
      ++dim;
    }
  }
  FailureOr<Value> result = createSlice(builder, layer.getInput(0), slices);
  if (succeeded(result))
    result = createSqueeze(builder, *result, removed);
  if (succeeded(result))
    result = createUnsqueeze(builder, *result, added);
  return result;
}

LogicalResult openvino::importStridedSlice(LayerImporter &layer) {
  StridedSliceBuilder slice(layer);
  if (failed(slice.read()))
    return failure();
  return layer.setResult(slice.build());
}
