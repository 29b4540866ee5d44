//===- Sequences.cpp - Operators of ONNX on sequences ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/ControlFlow.h"
#include "../Builders/DataMovement.h"
#include "../Builders/Indexing.h"
#include "../Builders/OnnxSplit.h"
#include "../Builders/Shapes.h"
#include "Operators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;

//===----------------------------------------------------------------------===//
// SplitToSequence
//===----------------------------------------------------------------------===//

/// Builds `data` with dimension `from` moved to position `to`.
static FailureOr<Value> createMoved(ImplicitLocOpBuilder &builder, Value data,
                                    int64_t from, int64_t to) {
  int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
  SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq(rank));
  permutation.erase(permutation.begin() + from);
  permutation.insert(permutation.begin() + to, from);
  return createTranspose(builder, data, permutation);
}

namespace {
/// Imports one SplitToSequence node.
class SplitToSequenceImporter {
public:
  explicit SplitToSequenceImporter(NodeImporter &node)
      : node(node), builder(node.getBuilder()) {}

  LogicalResult import();

private:
  /// Imports pieces whose lengths are in a 1-D second input.
  LogicalResult importLengths(TensorType lengths);
  /// Imports pieces of one size, which is 1 if the second input is absent; the
  /// last piece may be smaller.
  LogicalResult importChunks();
  /// Returns the size of the pieces if it is known at import.
  FailureOr<std::optional<int64_t>> getKnownChunkSize();
  LogicalResult importKnownChunks(int64_t size, int64_t chunkSize);
  /// Computes the number of pieces, and stacks pieces of size 1.
  LogicalResult importRunTimeChunks(std::optional<int64_t> chunkSize);
  LogicalResult checkCount(int64_t count);
  LogicalResult setPieces(ValueRange pieces);

  NodeImporter &node;
  ImplicitLocOpBuilder &builder;
  Value data;
  TensorType type;
  int64_t axis = 0;
  /// Whether keepdims is 1, and whether pieces have no axis of size 1.
  bool keepsAxis = true, removesAxis = false;
};
} // namespace

LogicalResult SplitToSequenceImporter::import() {
  if (failed(node.readInt("axis", axis)) ||
      failed(node.readBool("keepdims", keepsAxis)))
    return failure();
  removesAxis = !keepsAxis && !node.hasInput(1);
  data = node.getInput(0);
  type = cast<TensorType>(data.getType());
  if (!node.hasInput(1))
    return importChunks();
  TensorType split = node.getInputType(1);
  if (!contains(kI32 | kI64, split.getElementType()))
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
  // In Split-13 the lengths are an input.
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
  auto pieces = createOnnxSplit(builder, split);
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
  // ONNX ignores keepdims where the second input is there. PyTorch exports
  // unbind with both, and ONNX Runtime then removes the axis.
  removesAxis = !keepsAxis && size == 1;
  return std::optional(size);
}

LogicalResult SplitToSequenceImporter::importChunks() {
  if (failed(node.checkRank(0)))
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
  int64_t count = llvm::divideCeilSigned(size, chunkSize);
  if (failed(checkCount(count)))
    return failure();
  if (count == 0)
    return setPieces({});
  SmallVector<int64_t> lengths(count, chunkSize);
  lengths.back() = size - (count - 1) * chunkSize;
  return setPieces(
      VariadicSplitOp::create(builder, data, axis, lengths).getResults());
}

LogicalResult
SplitToSequenceImporter::importRunTimeChunks(std::optional<int64_t> chunkSize) {
  IndexMath math(builder, builder.getLoc());
  OpFoldResult size = getSize(builder, data, axis);
  OpFoldResult chunk = builder.getIndexAttr(chunkSize.value_or(1));
  if (!chunkSize) {
    Value given = readAsIndex(builder, builder.getLoc(), node.getInput(1));
    Value isPositive =
        math.compare(arith::CmpIPredicate::sge, given, math.get(1));
    AssertOp::create(builder, isPositive,
                     "the size of pieces is {}, expected at least 1", given);
    chunk = given;
  }
  Value length = math.ceilDiv(size, chunk);
  if (chunkSize != 1)
    return node.setSequence(
        {type.getElementType(), {}, length, {}, {data, axis, chunk}});
  FailureOr<Value> stack = createMoved(builder, data, axis, 0);
  OpFoldResult kept = builder.getIndexAttr(axis + 1);
  if (succeeded(stack) && !removesAxis)
    stack = createUnsqueeze(builder, *stack, ArrayRef(kept));
  if (failed(stack))
    return failure();
  return node.setSequence({type.getElementType(), {}, length, *stack});
}

LogicalResult SplitToSequenceImporter::setPieces(ValueRange pieces) {
  GraphSequence sequence{type.getElementType()};
  OpFoldResult removed = builder.getIndexAttr(axis);
  for (Value piece : pieces) {
    FailureOr<Value> element = piece;
    if (removesAxis)
      element = createSqueeze(builder, piece, ArrayRef(removed));
    if (failed(element))
      return failure();
    sequence.elements.push_back({*element, {}});
  }
  return node.setSequence(std::move(sequence));
}

LogicalResult
mlir::split::frontends::onnx::importSplitToSequence(NodeImporter &node) {
  return SplitToSequenceImporter(node).import();
}

//===----------------------------------------------------------------------===//
// Operators on sequences
//===----------------------------------------------------------------------===//

/// Returns the elements of the first input, a sequence of known length.
static FailureOr<ArrayRef<GraphValue>> getElements(NodeImporter &node) {
  const GraphSequence &sequence = node.getSequence(0);
  if (sequence.length)
    return node.emitError() << "input #0 is a sequence whose length is known "
                               "only at run time, which "
                            << node.getOperator() << " does not support";
  return ArrayRef(sequence.elements);
}

/// Reads the position in input `i`, counted from the front, which has to be
/// less than `count`.
static FailureOr<int64_t> getPosition(NodeImporter &node, int64_t i,
                                      int64_t count) {
  TensorType type = node.getInputType(i);
  DenseElementsAttr constant = node.getConstantInput(i);
  if (!contains(kI32 | kI64, type.getElementType()))
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

LogicalResult
mlir::split::frontends::onnx::importSequenceEmpty(NodeImporter &node) {
  int64_t dataType = ::onnx::TensorProto::FLOAT;
  if (failed(node.readInt("dtype", dataType)))
    return failure();
  llvm::Expected<Type> type =
      getElementType(dataType, node.getBuilder().getContext());
  if (!type)
    return node.emitError() << llvm::toString(type.takeError());
  return node.setSequence({*type});
}

LogicalResult
mlir::split::frontends::onnx::importSequenceConstruct(NodeImporter &node) {
  GraphSequence sequence{node.getInputType(0).getElementType()};
  if (failed(node.addSequenceElements(node.getNumInputs())))
    return failure();
  for (int64_t i = 0; i < node.getNumInputs(); ++i) {
    if (failed(node.checkPresent(i)) ||
        failed(node.checkAlike(i, sequence.elementType)))
      return failure();
    sequence.elements.push_back(node.getInputEntry(i));
  }
  return node.setSequence(std::move(sequence));
}

/// Appends a tensor to a stack.
static LogicalResult importRowAppend(NodeImporter &node,
                                     GraphSequence sequence) {
  if (failed(node.checkRank(1)) ||
      failed(node.checkAlike(1, sequence.elementType)))
    return failure();
  ImplicitLocOpBuilder &builder = node.getBuilder();
  OpFoldResult first = builder.getIndexAttr(0);
  FailureOr<Value> row =
      createUnsqueeze(builder, node.getInput(1), ArrayRef(first));
  if (failed(row))
    return failure();
  FailureOr<Value> stack = createRowsJoin(builder, sequence.stack, *row,
                                          /*inFront=*/false);
  if (failed(stack))
    return failure();
  IndexMath math(builder, builder.getLoc());
  sequence.stack = *stack;
  sequence.length = math.add(sequence.length, math.get(1));
  return node.setSequence(std::move(sequence));
}

LogicalResult
mlir::split::frontends::onnx::importSequenceInsert(NodeImporter &node) {
  if (node.getSequence(0).stack && !node.hasInput(2))
    return importRowAppend(node, node.getSequence(0));
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
  return node.setSequence(std::move(sequence));
}

LogicalResult
mlir::split::frontends::onnx::importSequenceErase(NodeImporter &node) {
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
  return node.setSequence(std::move(sequence));
}

/// Concatenates the elements of the input sequence along `axis`, which may be a
/// new one.
static FailureOr<Value> createConcatOfElements(NodeImporter &node,
                                               ArrayRef<GraphValue> elements,
                                               int64_t axis, bool isNew) {
  if (elements.empty())
    return node.emitError() << "input #0 is an empty sequence";
  if (failed(node.addSequenceElements(elements.size())))
    return failure();
  ImplicitLocOpBuilder &builder = node.getBuilder();
  OpFoldResult added = builder.getIndexAttr(axis);
  SmallVector<Value> values;
  for (const GraphValue &element : elements) {
    FailureOr<Value> value = node.getValue(element);
    if (!isa<RankedTensorType>(value->getType()))
      return node.emitError() << "input #0 holds a tensor of unknown rank, "
                                 "which "
                              << node.getOperator() << " does not support";
    if (isNew)
      value = createUnsqueeze(builder, *value, ArrayRef(added));
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  return createConcat(builder, values, axis);
}

/// Reads a position that is known only at run time, as a tensor of rank 0.
static FailureOr<Value> readPosition(NodeImporter &node) {
  Value input;
  if (failed(node.readIndexInput(1, input)))
    return failure();
  ImplicitLocOpBuilder &builder = node.getBuilder();
  FailureOr<Value> position = createOnlyElement(builder, input, "the position");
  if (failed(position))
    return failure();
  auto type = RankedTensorType::get({}, position->getType());
  return createFromElements(builder, type, *position);
}

/// Selects the row at a position that is known only at run time.
static LogicalResult importRowAt(NodeImporter &node, Value stack) {
  FailureOr<Value> position = readPosition(node);
  if (failed(position))
    return failure();
  return node.setResult(
      createGather(node.getBuilder(), stack, *position, /*axis=*/0));
}

/// Selects the piece at a position.
static LogicalResult importChunkAt(NodeImporter &node,
                                   const GraphSequence &sequence) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  OpFoldResult length = getAsOpFoldResult(sequence.length);
  FailureOr<Value> position = readPosition(node);
  if (failed(position) ||
      failed(checkIndices(builder, *position, length, /*dim=*/0)))
    return failure();
  const auto &[data, axis, size] = sequence.chunks;
  OpFoldResult index = readAsIndex(builder, builder.getLoc(), *position);
  IndexMath math(builder, builder.getLoc());
  // A later piece than the first has no larger offset than the size of `data`.
  Value start = math.mul(createPosition(builder, index, length), size);
  AxisSlice slice{builder.getIndexAttr(axis), start, math.add(start, size),
                  builder.getIndexAttr(1)};
  return node.setResult(createSlice(builder, data, ArrayRef(slice)));
}

LogicalResult
mlir::split::frontends::onnx::importSequenceAt(NodeImporter &node) {
  if (Value stack = node.getSequence(0).stack)
    return importRowAt(node, stack);
  if (node.getSequence(0).chunks.data)
    return importChunkAt(node, node.getSequence(0));
  auto elements = getElements(node);
  if (failed(elements))
    return failure();
  if (!node.getConstantInput(1)) {
    FailureOr<Value> stack =
        createConcatOfElements(node, *elements, /*axis=*/0, /*isNew=*/true);
    return failed(stack) ? failure() : importRowAt(node, *stack);
  }
  FailureOr<int64_t> position = getPosition(node, 1, elements->size());
  if (failed(position))
    return failure();
  node.setOutput(0, (*elements)[*position]);
  return success();
}

/// Concatenates the rows of `stack` along `axis`, which may be a new one.
static FailureOr<Value> createConcatOfRows(ImplicitLocOpBuilder &builder,
                                           Value stack, int64_t axis,
                                           bool isNew) {
  int64_t rank = cast<RankedTensorType>(stack.getType()).getRank();
  FailureOr<int64_t> position = getAxis(builder, axis, isNew ? rank : rank - 1);
  if (failed(position))
    return failure();
  FailureOr<Value> moved = createMoved(builder, stack, 0, *position);
  if (failed(moved) || isNew)
    return moved;
  IndexMath math(builder, builder.getLoc());
  SmallVector<OpFoldResult> sizes = getSizes(builder, *moved);
  Value joined = math.mul(sizes[*position], sizes[*position + 1]);
  sizes.erase(sizes.begin() + *position);
  sizes[*position] = getAsOpFoldResult(joined);
  return createReshapeTo(builder, *moved, sizes);
}

LogicalResult
mlir::split::frontends::onnx::importConcatFromSequence(NodeImporter &node) {
  int64_t axis = 0, newAxis = 0;
  if (failed(node.readInt("axis", axis)) ||
      failed(node.readInt("new_axis", newAxis)) ||
      failed(node.checkAttribute("axis")))
    return failure();
  if (Value stack = node.getSequence(0).stack)
    return node.setResult(createConcatOfRows(node.getBuilder(), stack, axis,
                                             /*isNew=*/newAxis != 0));
  auto elements = getElements(node);
  if (failed(elements))
    return failure();
  return node.setResult(
      createConcatOfElements(node, *elements, axis, /*isNew=*/newAxis != 0));
}

LogicalResult
mlir::split::frontends::onnx::importSequenceLength(NodeImporter &node) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  const GraphSequence &sequence = node.getSequence(0);
  auto type = RankedTensorType::get({}, builder.getI64Type());
  if (!sequence.length) {
    int64_t length = sequence.elements.size();
    node.setOutput(0, {{}, DenseElementsAttr::get(type, length)});
    return success();
  }
  Value length = arith::IndexCastOp::create(builder, builder.getI64Type(),
                                            sequence.length);
  node.setOutput(0,
                 {tensor::FromElementsOp::create(builder, type, length), {}});
  return success();
}
