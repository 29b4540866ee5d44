//===- Movement.cpp - operators of ONNX that move elements ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Concat.h"
#include "../Builders/Expand.h"
#include "../Builders/Gather.h"
#include "../Builders/Reshape.h"
#include "../Builders/Sizes.h"
#include "../Builders/Slice.h"
#include "../Builders/Transpose.h"
#include "Operators.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::split;

LogicalResult mlir::split::importConcat(NodeImporter &node) {
  int64_t axis = 1;
  SmallVector<Value> values;
  if (failed(node.readInt("axis", axis)) ||
      failed(node.readAlikeInputs(values)))
    return failure();
  if (node.getVersion() >= 4 && !node.findAttribute("axis"))
    return node.emitMissingAttribute("axis");
  return node.setResult(
      createConcat(node.getBuilder(), node.getLoc(), values, axis));
}

LogicalResult mlir::split::importTranspose(NodeImporter &node) {
  Value data;
  std::optional<SmallVector<int64_t>> permutation;
  if (failed(node.readRankedInput(0, data)) ||
      failed(node.readInts("perm", permutation)))
    return failure();
  int64_t rank = getRankedType(data).getRank();
  SmallVector<int64_t> reversed =
      llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(rank)));
  return node.setResult(createTranspose(node.getBuilder(), node.getLoc(), data,
                                        permutation.value_or(reversed)));
}

LogicalResult mlir::split::importGather(NodeImporter &node) {
  int64_t axis = 0;
  Value data, indices;
  if (failed(node.readInt("axis", axis)) ||
      failed(node.readRankedInput(0, data)) ||
      failed(node.readIndexInput(1, indices)))
    return failure();
  return node.setResult(
      createGather(node.getBuilder(), node.getLoc(), data, indices, axis));
}

LogicalResult mlir::split::importExpand(NodeImporter &node) {
  Value data, shape;
  if (failed(node.readRankedInput(0, data)) ||
      failed(node.readIndexInput(1, shape)))
    return failure();
  auto sizes = createShape(node.getBuilder(), node.getLoc(), shape);
  if (failed(sizes))
    return failure();
  return node.setResult(
      createExpand(node.getBuilder(), node.getLoc(), data, *sizes));
}

/// The shape of a Reshape-1 is an attribute, made a constant here.
static LogicalResult readReshapeAttribute(NodeImporter &node, Value &shape) {
  std::optional<SmallVector<int64_t>> sizes;
  if (failed(node.readInts("shape", sizes)))
    return failure();
  if (!sizes)
    return node.emitMissingAttribute("shape");
  OpBuilder &b = node.getBuilder();
  shape =
      arith::ConstantOp::create(b, node.getLoc(), b.getI64TensorAttr(*sizes));
  return success();
}

LogicalResult mlir::split::importReshape(NodeImporter &node) {
  Value data, shape;
  int64_t allowZero = 0;
  if (failed(node.readRankedInput(0, data)) ||
      failed(node.readInt("allowzero", allowZero)) ||
      failed(node.getVersion() == 1 ? readReshapeAttribute(node, shape)
                                    : node.readIndexInput(1, shape)))
    return failure();
  return node.setResult(createReshape(node.getBuilder(), node.getLoc(), data,
                                      shape, /*copyZeros=*/allowZero == 0));
}

LogicalResult mlir::split::importFlatten(NodeImporter &node) {
  Value data;
  int64_t axis = 1;
  if (failed(node.readRankedInput(0, data)) ||
      failed(node.readInt("axis", axis)))
    return failure();
  return node.setResult(
      createFlatten(node.getBuilder(), node.getLoc(), data, axis));
}

using Indices = SmallVector<OpFoldResult>;

/// Reads a list that is an attribute; none if it is absent.
static LogicalResult readIndexAttribute(NodeImporter &node, StringRef name,
                                        Indices &indices) {
  std::optional<SmallVector<int64_t>> ints;
  if (failed(node.readInts(name, ints)))
    return failure();
  if (ints)
    indices = getAsIndexOpFoldResult(node.getBuilder().getContext(), *ints);
  return success();
}

/// Reads the axes of a Squeeze or Unsqueeze: before opset 13 an attribute,
/// since then an input. Tells whether there are any.
static LogicalResult readAxes(NodeImporter &node, Indices &axes,
                              bool &isGiven) {
  if (node.getVersion() >= 13) {
    isGiven = node.hasInput(1);
    return node.readIndices(1, "axes", axes);
  }
  isGiven = node.findAttribute("axes");
  return readIndexAttribute(node, "axes", axes);
}

LogicalResult mlir::split::importSqueeze(NodeImporter &node) {
  Value data;
  Indices axes;
  bool isGiven = false;
  if (failed(node.readRankedInput(0, data)) ||
      failed(readAxes(node, axes, isGiven)))
    return failure();
  std::optional<ArrayRef<OpFoldResult>> given;
  if (isGiven)
    given = axes;
  return node.setResult(
      createSqueeze(node.getBuilder(), node.getLoc(), data, given));
}

LogicalResult mlir::split::importUnsqueeze(NodeImporter &node) {
  Value data;
  Indices axes;
  bool isGiven = false;
  if (failed(node.readRankedInput(0, data)) ||
      failed(readAxes(node, axes, isGiven)))
    return failure();
  if (!isGiven)
    return node.emitMissingAttribute("axes");
  return node.setResult(
      createUnsqueeze(node.getBuilder(), node.getLoc(), data, axes));
}

namespace {
/// The lists that a Slice gets; axes and steps may be absent, and are empty.
struct SliceLists {
  Indices starts, ends, axes, steps;
};
} // namespace

/// Slice-1 has attributes, Slice-10 inputs.
static LogicalResult readSliceLists(NodeImporter &node, SliceLists &lists) {
  if (node.getVersion() >= 10)
    return failure(failed(node.readIndices(1, "starts", lists.starts)) ||
                   failed(node.readIndices(2, "ends", lists.ends)) ||
                   failed(node.readIndices(3, "axes", lists.axes)) ||
                   failed(node.readIndices(4, "steps", lists.steps)));
  for (StringRef name : {"starts", "ends"})
    if (!node.findAttribute(name))
      return node.emitMissingAttribute(name);
  return failure(failed(readIndexAttribute(node, "starts", lists.starts)) ||
                 failed(readIndexAttribute(node, "ends", lists.ends)) ||
                 failed(readIndexAttribute(node, "axes", lists.axes)));
}

LogicalResult mlir::split::importSlice(NodeImporter &node) {
  Value data;
  SliceLists lists;
  if (failed(node.readRankedInput(0, data)) ||
      failed(readSliceLists(node, lists)))
    return failure();
  OpBuilder &b = node.getBuilder();
  size_t count = lists.starts.size();
  if (lists.axes.empty())
    for (size_t i = 0; i < count; ++i)
      lists.axes.push_back(b.getIndexAttr(i));
  if (lists.steps.empty())
    lists.steps.assign(count, b.getIndexAttr(1));
  if (lists.ends.size() != count || lists.axes.size() != count ||
      lists.steps.size() != count)
    return node.emitError()
           << "has " << count << " starts, " << lists.ends.size() << " ends, "
           << lists.axes.size() << " axes and " << lists.steps.size()
           << " steps, expected as many of each";
  SmallVector<AxisSlice> slices;
  for (auto [axis, start, end, step] :
       llvm::zip_equal(lists.axes, lists.starts, lists.ends, lists.steps))
    slices.push_back({axis, start, end, step});
  return node.setResult(createSlice(b, node.getLoc(), data, slices));
}
