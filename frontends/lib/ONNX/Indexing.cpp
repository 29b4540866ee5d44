//===- Indexing.cpp - Operators of ONNX that index ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Indexing.h"

#include "../Builders/DataMovement.h"
#include "../Builders/Elementwise.h"
#include "../Builders/Shapes.h"
#include "Operators.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;

LogicalResult mlir::split::frontends::onnx::importGatherND(NodeImporter &node) {
  int64_t numBatches = 0;
  Value indices;
  if (failed(node.readInt("batch_dims", numBatches)) ||
      failed(node.readIndexInput(1, indices)))
    return failure();
  return node.setResult(
      createGatherND(node.getBuilder(), node.getInput(0), indices, numBatches));
}

namespace {
/// The inputs of an operator that scatters.
struct ScatterInputs {
  Value data, indices, updates;
  ScatterKind kind = ScatterKind::Update;
};
} // namespace

static LogicalResult readScatter(NodeImporter &node, ScatterInputs &inputs) {
  int64_t kind = 0;
  inputs.data = node.getInput(0);
  inputs.updates = node.getInput(2);
  if (failed(node.readIndexInput(1, inputs.indices)) ||
      failed(node.checkAlike(2, node.getElementType(0))) ||
      failed(node.readChoice("reduction", {"none", "add", "mul", "max", "min"},
                             kind)))
    return failure();
  inputs.kind = static_cast<ScatterKind>(kind);
  Type type = node.getElementType(0);
  if (kind != 0 && isa<ComplexType>(type))
    return node.emitError()
           << "a reduction of elements of type " << type << " is not supported";
  return success();
}

LogicalResult
mlir::split::frontends::onnx::importScatterElements(NodeImporter &node) {
  int64_t axis = 0;
  ScatterInputs inputs;
  if (failed(node.readInt("axis", axis)) || failed(readScatter(node, inputs)))
    return failure();
  return node.setResult(createScatterElements(node.getBuilder(), inputs.data,
                                              inputs.indices, inputs.updates,
                                              axis, inputs.kind));
}

LogicalResult
mlir::split::frontends::onnx::importScatterND(NodeImporter &node) {
  ScatterInputs inputs;
  if (failed(readScatter(node, inputs)))
    return failure();
  return node.setResult(createScatterND(node.getBuilder(), inputs.data,
                                        inputs.indices, inputs.updates,
                                        inputs.kind));
}

LogicalResult
mlir::split::frontends::onnx::importReverseSequence(NodeImporter &node) {
  int64_t batchAxis = 1, timeAxis = 0;
  Value lengths;
  if (failed(node.readInt("batch_axis", batchAxis)) ||
      failed(node.readInt("time_axis", timeAxis)) ||
      failed(node.readIndexInput(1, lengths)))
    return failure();
  return node.setResult(createReverseSequence(
      node.getBuilder(), node.getInput(0), lengths, batchAxis, timeAxis));
}

LogicalResult mlir::split::frontends::onnx::importNonZero(NodeImporter &node) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  return node.setResult(
      createNonZero(builder, node.getInput(0), builder.getI64Type()));
}

LogicalResult mlir::split::frontends::onnx::importCompress(NodeImporter &node) {
  std::optional<int64_t> axis;
  Value data = node.getInput(0), condition = node.getInput(1);
  if (failed(node.readInt("axis", axis)))
    return failure();
  ImplicitLocOpBuilder &builder = node.getBuilder();
  RankedTensorType type = getRankedType(condition);
  if (type.getRank() != 1 || !type.getElementType().isInteger(1))
    return node.emitError() << "the condition is of type " << type
                            << ", expected a 1-D tensor of i1";
  if (!axis)
    data = createReshapeTo(builder, data,
                           createProduct(builder, getSizes(builder, data)));
  return node.setResult(
      createCompress(builder, data, condition, axis.value_or(0)));
}

LogicalResult mlir::split::frontends::onnx::importOneHot(NodeImporter &node) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  int64_t axis = -1;
  Value values = node.getInput(2);
  OpFoldResult depth;
  if (failed(node.readInt("axis", axis)) || failed(node.readInteger(1, depth)))
    return failure();
  RankedTensorType type = getRankedType(values);
  if (type.getShape() != ArrayRef<int64_t>(2))
    return node.emitError() << "the values are of type " << type
                            << ", expected a 1-D tensor of 2 elements";
  SmallVector<Value> elements = createElements(builder, values);
  bool allowsNegative = !node.getElementType(0).isUnsignedInteger();
  return node.setResult(createOneHot(
      builder, createCast(builder, node.getInput(0), builder.getI64Type()),
      depth, elements[0], elements[1], axis, allowsNegative));
}

LogicalResult mlir::split::frontends::onnx::importTopK(NodeImporter &node) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  int64_t axis = -1, k = 0;
  bool isLargest = true;
  OpFoldResult count;
  if (failed(node.readInt("axis", axis)) ||
      failed(node.readBool("largest", isLargest)))
    return failure();
  if (node.getVersion() == 1) {
    if (failed(node.readInt("k", k)))
      return failure();
    count = builder.getIndexAttr(k);
  } else if (failed(node.readInteger(1, count))) {
    return failure();
  }
  FailureOr<TopK> result =
      createTopK(builder, node.getInput(0), count, axis,
                 isLargest ? Order::Greatest : Order::Least);
  if (failed(result))
    return failure();
  return node.setResults({result->values, result->positions});
}

/// Imports ArgMax or ArgMin.
static LogicalResult importArg(NodeImporter &node, Order order) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  int64_t axis = 0;
  bool keepsDims = true, isLast = false;
  Value data = node.getInput(0);
  if (failed(node.readAxis(axis)) ||
      failed(node.readBool("keepdims", keepsDims)) ||
      failed(node.readBool("select_last_index", isLast)))
    return failure();
  Value position = createArgFirst(builder, data, axis, order, isLast);
  if (!keepsDims)
    return node.setResult(position);
  OpFoldResult kept = builder.getIndexAttr(axis);
  return node.setResult(createUnsqueeze(builder, position, kept));
}

LogicalResult mlir::split::frontends::onnx::importArgMax(NodeImporter &node) {
  return importArg(node, Order::Greatest);
}

LogicalResult mlir::split::frontends::onnx::importArgMin(NodeImporter &node) {
  return importArg(node, Order::Least);
}

LogicalResult mlir::split::frontends::onnx::importHardmax(NodeImporter &node) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  // Before opset 13 dimensions from the axis on are flattened to one.
  bool isFlattened = node.getVersion() < 13;
  int64_t axis = isFlattened ? 1 : -1;
  Value data = node.getInput(0);
  if (failed(node.readAxis(axis)))
    return failure();
  if (!isFlattened)
    return node.setResult(createHardmax(builder, data, axis));
  FailureOr<Value> flat = createFlatten(builder, data, axis);
  if (failed(flat))
    return failure();
  Value result = createHardmax(builder, *flat, /*axis=*/1);
  return node.setResult(
      createReshapeTo(builder, result, getSizes(builder, data)));
}
