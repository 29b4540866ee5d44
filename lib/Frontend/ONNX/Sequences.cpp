//===- Sequences.cpp - operators of ONNX on sequences ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Concat.h"
#include "../Builders/OnnxSplit.h"
#include "../Builders/Reshape.h"
#include "../Builders/RuntimeChecks.h"
#include "Operators.h"

#include "split-mlir/Dialect/Split/IR/Split.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// SplitToSequence
//===----------------------------------------------------------------------===//

namespace {
/// Imports one SplitToSequence node.
class SplitToSequenceImporter {
public:
  explicit SplitToSequenceImporter(NodeImporter &node)
      : node(node), b(node.getBuilder()), loc(node.getLoc()) {}

  LogicalResult import();

private:
  /// Pieces of the lengths in a 1-D second input.
  LogicalResult importLengths(TensorType lengths);
  /// Pieces of one size, or of 1 if the second input is absent; the last may be
  /// smaller.
  LogicalResult importChunks();
  /// The size of the pieces if it is known at import.
  FailureOr<std::optional<int64_t>> getKnownChunkSize();
  LogicalResult importKnownChunks(int64_t size, int64_t chunkSize);
  /// Only the number of pieces is there to be used.
  LogicalResult importRunTimeChunks(std::optional<int64_t> chunkSize);
  LogicalResult checkCount(int64_t count);
  LogicalResult setPieces(ValueRange pieces);
  /// Removes the dimension of size 1 along the axis.
  Value createSqueeze(Value piece);

  NodeImporter &node;
  OpBuilder &b;
  Location loc;
  Value data;
  TensorType type;
  int64_t axis = 0;
  bool removesAxis = false;
};
} // namespace

LogicalResult SplitToSequenceImporter::import() {
  auto axisAttribute = node.getIntAttribute("axis");
  auto keepdims = node.getIntAttribute("keepdims");
  if (failed(axisAttribute) || failed(keepdims))
    return failure();
  axis = axisAttribute->value_or(0);
  // Ignored where the second input is there.
  removesAxis = !node.hasInput(1) && keepdims->value_or(1) == 0;
  data = node.getInput(0);
  type = cast<TensorType>(data.getType());
  if (!node.hasInput(1))
    return importChunks();
  TensorType split = node.getInputType(1);
  if (!split.getElementType().isSignlessInteger(32) &&
      !split.getElementType().isSignlessInteger(64))
    return node.emitError() << "lengths must be int64 or int32, but are "
                            << split.getElementType();
  if (split.hasRank() && split.getRank() == 0)
    return importChunks();
  return importLengths(split);
}

LogicalResult SplitToSequenceImporter::checkCount(int64_t count) {
  if (count <= kMaxPieces)
    return node.addSequenceElements(count);
  return node.emitError() << "makes " << count << " pieces, expected at most "
                          << kMaxPieces;
}

LogicalResult SplitToSequenceImporter::importLengths(TensorType lengths) {
  if (!lengths.hasRank() || lengths.getRank() != 1 || !lengths.hasStaticShape())
    return node.emitError() << "lengths are of type " << lengths
                            << ", expected a scalar or a 1-D tensor of known "
                               "size";
  OnnxSplit split;
  // The version whose lengths are an input.
  split.version = 13;
  split.axis = axis;
  split.allowsInt32 = true;
  split.numResults = lengths.getDimSize(0);
  if (split.numResults == 0)
    return node.emitError() << "has no lengths";
  if (failed(checkCount(split.numResults)))
    return failure();
  split.constantLengths = node.getConstantInput(1);
  if (!split.constantLengths)
    split.lengths = node.getInput(1);
  split.data = data;
  auto pieces = createOnnxSplit(b, loc, split);
  if (failed(pieces))
    return failure();
  return setPieces(*pieces);
}

FailureOr<std::optional<int64_t>> SplitToSequenceImporter::getKnownChunkSize() {
  if (!node.hasInput(1))
    return std::optional<int64_t>(1);
  DenseElementsAttr constant = node.getConstantInput(1);
  if (!constant)
    return std::optional<int64_t>();
  int64_t size = (*constant.value_begin<APInt>()).getSExtValue();
  if (size < 1)
    return node.emitError()
           << "the size of pieces is " << size << ", expected at least 1";
  return std::optional(size);
}

LogicalResult SplitToSequenceImporter::importChunks() {
  if (failed(node.readRankedInput(0, data)))
    return failure();
  auto emitError = [&] { return node.emitError(); };
  if (failed(verifySplit(emitError, type, axis, /*numSplits=*/1)))
    return failure();
  axis = *normalizeAxis(axis, type.getRank());
  auto chunkSize = getKnownChunkSize();
  if (failed(chunkSize))
    return failure();
  if (*chunkSize && !type.isDynamicDim(axis))
    return importKnownChunks(type.getDimSize(axis), **chunkSize);
  return importRunTimeChunks(*chunkSize);
}

LogicalResult SplitToSequenceImporter::importKnownChunks(int64_t size,
                                                         int64_t chunkSize) {
  int64_t count = size / chunkSize + (size % chunkSize != 0);
  if (failed(checkCount(count)))
    return failure();
  if (count == 0)
    return setPieces({});
  SmallVector<int64_t> lengths(count, chunkSize);
  lengths.back() = size - (count - 1) * chunkSize;
  return setPieces(
      VariadicSplitOp::create(b, loc, data, axis, lengths).getResults());
}

LogicalResult
SplitToSequenceImporter::importRunTimeChunks(std::optional<int64_t> chunkSize) {
  Value size = createDim(b, loc, data, axis);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value chunk;
  if (chunkSize) {
    chunk = arith::ConstantIndexOp::create(b, loc, *chunkSize);
  } else {
    chunk = arith::IndexCastOp::create(
        b, loc, b.getIndexType(),
        tensor::ExtractOp::create(b, loc, node.getInput(1), ValueRange()));
    Value isPositive =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, chunk, one);
    AssertOp::create(b, loc, isPositive,
                     "the size of pieces is {}, expected at least 1", chunk);
  }
  node.setSequence(
      0, {type.getElementType(), {}, createCeilDiv(b, loc, size, chunk)});
  return success();
}

Value SplitToSequenceImporter::createSqueeze(Value piece) {
  SmallVector<ReassociationIndices> groups;
  int64_t rank = type.getRank();
  // The axis goes with the dimension before it, the first with the one after.
  for (int64_t i = 0; i < rank; ++i) {
    if (groups.empty() || (i != axis && !(i == 1 && axis == 0)))
      groups.emplace_back();
    groups.back().push_back(i);
  }
  if (rank == 1)
    groups.clear();
  return tensor::CollapseShapeOp::create(b, loc, piece, groups);
}

LogicalResult SplitToSequenceImporter::setPieces(ValueRange pieces) {
  GraphSequence sequence{type.getElementType()};
  for (Value piece : pieces)
    sequence.elements.push_back(
        {removesAxis ? createSqueeze(piece) : piece, {}});
  node.setSequence(0, std::move(sequence));
  return success();
}

LogicalResult mlir::split::importSplitToSequence(NodeImporter &node) {
  return SplitToSequenceImporter(node).import();
}

//===----------------------------------------------------------------------===//
// Operators on sequences
//===----------------------------------------------------------------------===//

/// A sequence that is an input and whose elements are known.
static FailureOr<ArrayRef<GraphValue>> getElements(NodeImporter &node) {
  const GraphSequence &sequence = node.getSequence(0);
  if (sequence.length)
    return node.emitError() << "input #0 is a sequence whose length is known "
                               "only at run time, which only SequenceLength "
                               "supports";
  return ArrayRef(sequence.elements);
}

/// The position in input `i`, counted from the front, of `count` that there
/// are.
static FailureOr<int64_t> getPosition(NodeImporter &node, int64_t i,
                                      int64_t count) {
  TensorType type = node.getInputType(i);
  DenseElementsAttr constant = node.getConstantInput(i);
  if (!type.getElementType().isSignlessInteger(32) &&
      !type.getElementType().isSignlessInteger(64))
    return node.emitError() << "a position is of int64 or int32, not of "
                            << type.getElementType();
  if (!constant)
    return node.emitError()
           << "a position that is not constant is not supported";
  if (constant.getNumElements() != 1)
    return node.emitError() << "a position is a scalar, not " << type;
  int64_t position = (*constant.value_begin<APInt>()).getSExtValue();
  int64_t length = node.getSequence(0).elements.size();
  if (position < -length || position >= count)
    return node.emitError()
           << "position " << position
           << " is out of range for a sequence of length " << length;
  return position < 0 ? position + length : position;
}

LogicalResult mlir::split::importSequenceEmpty(NodeImporter &node) {
  auto dataType = node.getIntAttribute("dtype");
  if (failed(dataType))
    return failure();
  llvm::Expected<Type> type =
      getElementType(dataType->value_or(::onnx::TensorProto::FLOAT),
                     node.getBuilder().getContext());
  if (!type)
    return node.emitError() << llvm::toString(type.takeError());
  node.setSequence(0, {*type});
  return success();
}

LogicalResult mlir::split::importSequenceConstruct(NodeImporter &node) {
  GraphSequence sequence{node.getInputType(0).getElementType()};
  if (failed(node.addSequenceElements(node.getNumInputs())))
    return failure();
  for (int64_t i = 0; i < node.getNumInputs(); ++i) {
    if (!node.hasInput(i))
      return node.emitError() << "input #" << i << " is missing";
    if (failed(node.checkAlike(i, sequence.elementType)))
      return failure();
    sequence.elements.push_back(node.getInputEntry(i));
  }
  node.setSequence(0, std::move(sequence));
  return success();
}

LogicalResult mlir::split::importSequenceInsert(NodeImporter &node) {
  auto elements = getElements(node);
  if (failed(elements) ||
      failed(node.checkAlike(1, node.getSequence(0).elementType)))
    return failure();
  FailureOr<int64_t> position = elements->size();
  if (node.hasInput(2))
    position = getPosition(node, 2, elements->size() + 1);
  if (failed(position) ||
      failed(node.addSequenceElements(elements->size() + 1)))
    return failure();
  GraphSequence sequence = node.getSequence(0);
  sequence.elements.insert(sequence.elements.begin() + *position,
                           node.getInputEntry(1));
  node.setSequence(0, std::move(sequence));
  return success();
}

LogicalResult mlir::split::importSequenceErase(NodeImporter &node) {
  auto elements = getElements(node);
  if (failed(elements))
    return failure();
  if (elements->empty())
    return node.emitError() << "input #0 is an empty sequence";
  FailureOr<int64_t> position = elements->size() - 1;
  if (node.hasInput(1))
    position = getPosition(node, 1, elements->size());
  if (failed(position) ||
      failed(node.addSequenceElements(elements->size() - 1)))
    return failure();
  GraphSequence sequence = node.getSequence(0);
  sequence.elements.erase(sequence.elements.begin() + *position);
  node.setSequence(0, std::move(sequence));
  return success();
}

LogicalResult mlir::split::importSequenceAt(NodeImporter &node) {
  auto elements = getElements(node);
  if (failed(elements))
    return failure();
  FailureOr<int64_t> position = getPosition(node, 1, elements->size());
  if (failed(position))
    return failure();
  node.setOutput(0, (*elements)[*position]);
  return success();
}

LogicalResult mlir::split::importConcatFromSequence(NodeImporter &node) {
  auto axis = node.getIntAttribute("axis");
  auto newAxis = node.getIntAttribute("new_axis");
  auto elements = getElements(node);
  if (failed(axis) || failed(newAxis) || failed(elements))
    return failure();
  if (!*axis)
    return node.emitMissingAttribute("axis");
  if (elements->empty())
    return node.emitError() << "input #0 is an empty sequence";
  if (failed(node.addSequenceElements(elements->size())))
    return failure();
  OpBuilder &b = node.getBuilder();
  SmallVector<Value> values;
  for (const GraphValue &element : *elements) {
    FailureOr<Value> value = node.getValue(element);
    if (!isa<RankedTensorType>(value->getType()))
      return node.emitError() << "input #0 holds a tensor of unknown rank, "
                                 "which ConcatFromSequence does not support";
    if (newAxis->value_or(0) != 0)
      value = createUnsqueeze(b, node.getLoc(), *value,
                              ArrayRef<OpFoldResult>(b.getIndexAttr(**axis)));
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  FailureOr<Value> result = createConcat(b, node.getLoc(), values, **axis);
  if (failed(result))
    return failure();
  node.setOutput(0, {*result, {}});
  return success();
}

LogicalResult mlir::split::importSequenceLength(NodeImporter &node) {
  OpBuilder &b = node.getBuilder();
  const GraphSequence &sequence = node.getSequence(0);
  auto type = RankedTensorType::get({}, b.getI64Type());
  if (!sequence.length) {
    int64_t length = sequence.elements.size();
    node.setOutput(0, {{}, DenseElementsAttr::get(type, length)});
    return success();
  }
  Value length = arith::IndexCastOp::create(b, node.getLoc(), b.getI64Type(),
                                            sequence.length);
  node.setOutput(
      0, {tensor::FromElementsOp::create(b, node.getLoc(), type, length), {}});
  return success();
}
