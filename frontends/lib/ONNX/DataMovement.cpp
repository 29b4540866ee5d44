//===- DataMovement.cpp - Operators of ONNX that move elements ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/DataMovement.h"
#include "../Builders/Indexing.h"
#include "../Builders/Shapes.h"
#include "Operators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;

LogicalResult mlir::split::frontends::onnx::importConcat(NodeImporter &node) {
  int64_t axis = 1;
  SmallVector<Value> values;
  if (failed(node.readInt("axis", axis)) ||
      failed(node.readAlikeInputs(values)))
    return failure();
  if (node.getVersion() >= 4 && failed(node.checkAttribute("axis")))
    return failure();
  return node.setResult(createConcat(node.getBuilder(), values, axis));
}

LogicalResult
mlir::split::frontends::onnx::importTranspose(NodeImporter &node) {
  Value data = node.getInput(0);
  int64_t rank = getRankedType(data).getRank();
  SmallVector<int64_t> permutation =
      llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(rank)));
  if (failed(node.readInts("perm", permutation)))
    return failure();
  return node.setResult(createTranspose(node.getBuilder(), data, permutation));
}

LogicalResult mlir::split::frontends::onnx::importGather(NodeImporter &node) {
  int64_t axis = 0;
  Value indices;
  if (failed(node.readInt("axis", axis)) ||
      failed(node.readIndexInput(1, indices)))
    return failure();
  return node.setResult(
      createGather(node.getBuilder(), node.getInput(0), indices, axis));
}

LogicalResult mlir::split::frontends::onnx::importExpand(NodeImporter &node) {
  Value shape;
  if (failed(node.readIndexInput(1, shape)))
    return failure();
  auto sizes = createShape(node.getBuilder(), shape);
  if (failed(sizes))
    return failure();
  return node.setResult(
      createExpand(node.getBuilder(), node.getInput(0), *sizes));
}

/// Builds a constant of the shape, which is an attribute in Reshape-1.
static LogicalResult readReshapeAttribute(NodeImporter &node, Value &shape) {
  std::optional<SmallVector<int64_t>> sizes;
  if (failed(node.readInts("shape", sizes)))
    return failure();
  ImplicitLocOpBuilder &builder = node.getBuilder();
  shape = arith::ConstantOp::create(builder, builder.getI64TensorAttr(*sizes));
  return success();
}

LogicalResult mlir::split::frontends::onnx::importReshape(NodeImporter &node) {
  Value shape;
  int64_t allowZero = 0;
  if (failed(node.readInt("allowzero", allowZero)) ||
      failed(node.getVersion() == 1 ? readReshapeAttribute(node, shape)
                                    : node.readIndexInput(1, shape)))
    return failure();
  return node.setResult(createReshape(node.getBuilder(), node.getInput(0),
                                      shape,
                                      /*copyZeros=*/allowZero == 0));
}

LogicalResult mlir::split::frontends::onnx::importFlatten(NodeImporter &node) {
  int64_t axis = 1;
  if (failed(node.readInt("axis", axis)))
    return failure();
  return node.setResult(
      createFlatten(node.getBuilder(), node.getInput(0), axis));
}

using Indices = SmallVector<OpFoldResult>;

LogicalResult mlir::split::frontends::onnx::importSqueeze(NodeImporter &node) {
  std::optional<Indices> axes;
  if (failed(node.readIndices(1, "axes", axes)))
    return failure();
  return node.setResult(
      createSqueeze(node.getBuilder(), node.getInput(0), axes));
}

LogicalResult
mlir::split::frontends::onnx::importUnsqueeze(NodeImporter &node) {
  std::optional<Indices> axes;
  if (failed(node.readIndices(1, "axes", axes)))
    return failure();
  return node.setResult(
      createUnsqueeze(node.getBuilder(), node.getInput(0), *axes));
}

/// Slice-1 has attributes, Slice-10 inputs.
static LogicalResult readSliceLists(NodeImporter &node, SliceLists &lists) {
  std::pair<StringRef, Indices *> rows[] = {{"starts", &lists.starts},
                                            {"ends", &lists.ends},
                                            {"axes", &lists.axes},
                                            {"steps", &lists.steps}};
  for (auto &&[i, row] : llvm::enumerate(rows)) {
    std::optional<Indices> given;
    if (failed(node.readIndices(i + 1, row.first, given)))
      return failure();
    *row.second = given.value_or(Indices());
  }
  return success();
}

LogicalResult mlir::split::frontends::onnx::importSlice(NodeImporter &node) {
  SliceLists lists;
  if (failed(readSliceLists(node, lists)))
    return failure();
  ImplicitLocOpBuilder &builder = node.getBuilder();
  size_t count = lists.starts.size();
  if (lists.axes.empty())
    for (size_t i = 0; i < count; ++i)
      lists.axes.push_back(builder.getIndexAttr(i));
  if (lists.steps.empty())
    lists.steps.assign(count, builder.getIndexAttr(1));
  return node.setResult(createSlice(builder, node.getInput(0), lists));
}

/// Builds the repetitions of Tile-1, which repeats along one axis.
static LogicalResult readRepeats(NodeImporter &node, Indices &repeats) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  IndexMath math(builder, builder.getLoc());
  int64_t rank = getRankedType(node.getInput(0)).getRank();
  OpFoldResult count, axis;
  if (failed(node.readInteger(1, count)) || failed(node.readInteger(2, axis)) ||
      failed(checkAxes(builder, axis, rank)))
    return failure();
  for (int64_t dim = 0; dim < rank; ++dim)
    repeats.push_back(getAsOpFoldResult(math.select(
        createIsAxis(builder, axis, dim, rank), count, math.get(1))));
  return success();
}

LogicalResult mlir::split::frontends::onnx::importTile(NodeImporter &node) {
  Indices repeats;
  std::optional<Indices> list;
  if (failed(node.getVersion() == 1 ? readRepeats(node, repeats)
                                    : node.readIndices(1, "repeats", list)))
    return failure();
  return node.setResult(
      createTile(node.getBuilder(), node.getInput(0), list.value_or(repeats)));
}

LogicalResult mlir::split::frontends::onnx::importTrilu(NodeImporter &node) {
  bool isUpper = true;
  OpFoldResult k = node.getBuilder().getIndexAttr(0);
  if (failed(node.readBool("upper", isUpper)) ||
      (node.hasInput(1) && failed(node.readInteger(1, k))))
    return failure();
  return node.setResult(
      createTriangle(node.getBuilder(), node.getInput(0), k, isUpper));
}
