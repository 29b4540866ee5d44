//===- OnnxSplit.cpp - ONNX Split to the split dialect --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxSplit.h"

#include "Limits.h"
#include "Shapes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

static constexpr StringLiteral kOnlyOpenVino =
    "lengths in ONNX are >= 0, -1 is only in OpenVINO's VariadicSplit";

namespace {
/// Builds the ops for one Split.
class SplitBuilder {
public:
  SplitBuilder(ImplicitLocOpBuilder &builder, const OnnxSplit &split)
      : builder(builder), split(split),
        type(cast<TensorType>(split.data.getType())) {}

  FailureOr<ResultRange> build();

private:
  /// Emits errors of the rules C, S and V at the node.
  auto getEmitter() const {
    return [this] { return builder.emitError(); };
  }
  /// Warns, or fails under the strict option.
  LogicalResult emitWarningOrStrictError(const Twine &message) const;
  /// Returns whether the second input gives the lengths.
  bool hasLengthsInput() const {
    return split.lengths || split.constantLengths;
  }
  /// Returns the lengths from the attribute or a constant input, or none.
  FailureOr<std::optional<SmallVector<int64_t>>> getLengths();
  /// Reads a constant input of lengths.
  FailureOr<SmallVector<int64_t>> readLengths(DenseElementsAttr constant);
  /// Checks that there is one length for each output (O10).
  LogicalResult checkNumLengths(int64_t numLengths);
  /// Checks that lengths are int64, or int32 with a warning (O10).
  LogicalResult checkLengthsType(Type elementType);

  /// Creates the op for lengths that obey the rules.
  template <typename LengthsT>
  ResultRange createVariadicSplit(ArrayRef<LengthsT> lengths);
  FailureOr<ResultRange> buildKnownLengths(ArrayRef<int64_t> lengths);
  OpFoldResult createLength(Value lengths, int64_t i);
  FailureOr<ResultRange> buildRunTimeLengths();
  FailureOr<ResultRange> buildEqual();
  /// O7 and O8.
  FailureOr<ResultRange> buildChunks();
  FailureOr<ResultRange> buildKnownChunks(int64_t size, int64_t numChunks);
  FailureOr<ResultRange> buildRunTimeChunks(int64_t numChunks);
  /// Computes the size of `data` along the axis, after a check that the axis is
  /// in range.
  Value createAxisSize();

  ImplicitLocOpBuilder &builder;
  const OnnxSplit &split;
  TensorType type;
};
} // namespace

LogicalResult
SplitBuilder::emitWarningOrStrictError(const Twine &message) const {
  if (split.strict)
    return builder.emitError() << message;
  mlir::emitWarning(builder.getLoc()) << message;
  return success();
}

FailureOr<ResultRange> SplitBuilder::build() {
  // O4.
  if (hasLengthsInput() && split.numOutputs)
    return builder.emitError()
           << "has both the input 'split' and the attribute 'num_outputs'";
  auto lengths = getLengths();
  if (failed(lengths))
    return failure();
  if (*lengths)
    return buildKnownLengths(**lengths);
  if (hasLengthsInput())
    return buildRunTimeLengths();
  return split.version >= 18 ? buildChunks() : buildEqual();
}

FailureOr<std::optional<SmallVector<int64_t>>> SplitBuilder::getLengths() {
  std::optional<SmallVector<int64_t>> lengths = split.lengthsAttribute;
  // O2: an empty list counts as absent.
  if (lengths && lengths->empty())
    lengths.reset();
  if (!hasLengthsInput())
    return lengths;

  DenseElementsAttr constant = split.constantLengths;
  // O1.
  if (!constant && split.version == 1)
    return builder.emitError() << "lengths that are not constant are not "
                                  "supported in Split-1";
  if (!constant)
    return lengths;
  FailureOr<SmallVector<int64_t>> input = readLengths(constant);
  if (failed(input))
    return failure();
  // O1.
  if (lengths && *lengths != *input)
    return builder.emitError()
           << "the attribute 'split' and the input 'split' differ";
  lengths = std::move(*input);
  return lengths;
}

FailureOr<SmallVector<int64_t>>
SplitBuilder::readLengths(DenseElementsAttr constant) {
  ShapedType lengthsType = constant.getType();
  Type element = lengthsType.getElementType();
  if (lengthsType.getRank() != 1)
    return builder.emitError()
           << "lengths must be a 1-D tensor, but are " << lengthsType;
  if (failed(checkNumLengths(lengthsType.getNumElements())))
    return failure();
  SmallVector<int64_t> lengths;
  if (split.version != 1) {
    if (failed(checkLengthsType(element)))
      return failure();
    for (const APInt &length : constant.getValues<APInt>())
      lengths.push_back(length.getSExtValue());
    return lengths;
  }
  // O1: the lengths have the type T of the data, which is a float type.
  if (element != type.getElementType())
    return builder.emitError() << "lengths of Split-1 have the element type of "
                                  "the data, "
                               << type.getElementType() << ", not " << element;
  for (const APFloat &length : constant.getValues<APFloat>()) {
    llvm::APSInt integer(64, /*isUnsigned=*/false);
    bool isExact = false;
    length.convertToInteger(integer, APFloat::rmTowardZero, &isExact);
    // -0.0 counts as inexact.
    if (!isExact && !length.isZero())
      return builder.emitError()
             << "length #" << lengths.size()
             << (length.isInteger() ? " is out of range: " : " is no integer: ")
             << length.convertToDouble();
    lengths.push_back(integer.getSExtValue());
  }
  return lengths;
}

LogicalResult SplitBuilder::checkNumLengths(int64_t numLengths) {
  if (numLengths == split.numResults)
    return success();
  return builder.emitError()
         << "number of lengths is " << numLengths << ", expected "
         << split.numResults << ", the number of outputs";
}

LogicalResult SplitBuilder::checkLengthsType(Type elementType) {
  if (elementType.isSignlessInteger(64) ||
      (split.allowsInt32 && elementType.isSignlessInteger(32)))
    return success();
  if (!elementType.isSignlessInteger(32))
    return builder.emitError()
           << "lengths must be int64, but are " << elementType;
  mlir::emitWarning(builder.getLoc())
      << "lengths should be int64, but are int32";
  return success();
}

/// The size of a piece that fits in memory only if another dimension is empty,
/// as V3 allows, is left out of its type: importers refuse such types.
template <typename LengthsT>
ResultRange SplitBuilder::createVariadicSplit(ArrayRef<LengthsT> lengths) {
  auto op = VariadicSplitOp::create(builder, split.data, split.axis, lengths);
  for (Value piece : op.getResults()) {
    auto pieceType = dyn_cast<RankedTensorType>(piece.getType());
    if (!pieceType || !llvm::errorToBool(checkShape(
                          pieceType.getShape(), pieceType.getElementType())))
      continue;
    SmallVector<int64_t> shape(pieceType.getShape());
    bool mayBeEmpty = llvm::is_contained(shape, 0) ||
                      llvm::is_contained(shape, ShapedType::kDynamic);
    shape[*normalizeAxis(split.axis, shape.size())] = ShapedType::kDynamic;
    if (mayBeEmpty)
      piece.setType(pieceType.clone(shape));
  }
  return op.getResults();
}

FailureOr<ResultRange>
SplitBuilder::buildKnownLengths(ArrayRef<int64_t> lengths) {
  // O10.
  for (auto [i, length] : llvm::enumerate(lengths))
    if (length < 0)
      return builder.emitError()
             << "length #" << i << " is " << length << ": " << kOnlyOpenVino;
  if (failed(checkNumLengths(lengths.size())))
    return failure();
  if (failed(verifyVariadicSplit(getEmitter(), type, split.axis, lengths)))
    return failure();
  return createVariadicSplit(lengths);
}

/// Returns length `i` of the tensor `lengths`. O10: a constant that is at least
/// 0 stays one, and others are checked at run time.
OpFoldResult SplitBuilder::createLength(Value lengths, int64_t i) {
  OpFoldResult known = getRunTimeLength(lengths, i);
  if (known && getConstantIntValue(known).value_or(-1) >= 0)
    return known;
  IndexMath math(builder, builder.getLoc());
  Value length = known ? math.get(known)
                       : readAsIndex(builder, builder.getLoc(), lengths, i);
  AssertOp::create(
      builder, math.compare(arith::CmpIPredicate::sge, length, math.get(0)),
      ("length #" + Twine(i) + " is {}: " + kOnlyOpenVino).str(), length);
  return length;
}

FailureOr<ResultRange> SplitBuilder::buildRunTimeLengths() {
  TensorType given = cast<TensorType>(split.lengths.getType());
  Type element = given.getElementType();
  if (failed(checkLengthsType(element)))
    return failure();
  // O10, at run time where the count is not known.
  TensorType needed = RankedTensorType::get({split.numResults}, element);
  if (!joinTypes(given, needed))
    return builder.emitError()
           << "lengths are of type " << given << ", expected " << needed
           << ", one for each output";
  // One equal piece checks only the axis.
  if (failed(verifySplit(getEmitter(), type, split.axis, /*numSplits=*/1)))
    return failure();
  Value lengths = createCheckedCast(builder, split.lengths, needed,
                                    " of lengths", "the outputs need");
  SmallVector<OpFoldResult> list;
  for (int64_t i = 0; i < split.numResults; ++i)
    list.push_back(createLength(lengths, i));
  if (failed(verifyVariadicSplit(getEmitter(), type, split.axis, list)))
    return failure();
  return createVariadicSplit<OpFoldResult>(list);
}

FailureOr<ResultRange> SplitBuilder::buildEqual() {
  // O6.
  if (failed(verifySplit(getEmitter(), type, split.axis, split.numResults)))
    return failure();
  return SplitOp::create(builder, split.data, split.axis, split.numResults)
      .getResults();
}

FailureOr<ResultRange> SplitBuilder::buildChunks() {
  // O4.
  if (!split.numOutputs &&
      failed(emitWarningOrStrictError(
          "has neither the input 'split' nor the attribute "
          "'num_outputs'; taking the number of outputs")))
    return failure();
  int64_t numChunks = split.numOutputs.value_or(split.numResults);
  if (numChunks < 1)
    return builder.emitError()
           << "num_outputs is " << numChunks << ", expected at least 1";
  // O8.
  if (split.numResults > numChunks)
    return builder.emitError()
           << "has " << formatCount(split.numResults, "output")
           << ", but num_outputs is " << numChunks;
  if (failed(verifySplit(getEmitter(), type, split.axis, /*numSplits=*/1)))
    return failure();

  int64_t size = ShapedType::kDynamic;
  if (type.hasRank())
    size = type.getDimSize(*normalizeAxis(split.axis, type.getRank()));
  if (ShapedType::isDynamic(size))
    return buildRunTimeChunks(numChunks);
  return buildKnownChunks(size, numChunks);
}

/// `piece #3 is empty`, or `pieces #2 to #3 are empty`.
static std::string describeEmptyChunks(int64_t first, int64_t last) {
  if (first == last)
    return ("piece #" + Twine(first) + " is empty").str();
  return ("pieces #" + Twine(first) + " to #" + Twine(last) + " are empty")
      .str();
}

/// Chunks have the length c = ceil(d / n) until `data` ends (O7). Only chunks
/// with an output become results; one more result takes the rest (O8).
FailureOr<ResultRange> SplitBuilder::buildKnownChunks(int64_t size,
                                                      int64_t numChunks) {
  if (size % numChunks == 0 && split.numResults == numChunks)
    return buildEqual();
  int64_t chunk = llvm::divideCeilSigned(size, numChunks);
  // If c = 0, all pieces are empty and no warning is due.
  int64_t numFull =
      chunk == 0 ? numChunks : llvm::divideCeilSigned(size, chunk);
  if (numFull < numChunks &&
      failed(emitWarningOrStrictError(
          describeEmptyChunks(numFull, numChunks - 1) + ": " + Twine(size) +
          " in " + Twine(numChunks) + " pieces of " + Twine(chunk))))
    return failure();
  SmallVector<int64_t> lengths;
  int64_t rest = size;
  for (int64_t i = 0; i < split.numResults; ++i) {
    lengths.push_back(std::min(chunk, rest));
    rest -= lengths.back();
  }
  if (split.numResults < numChunks)
    lengths.push_back(rest);
  return VariadicSplitOp::create(builder, split.data, split.axis, lengths)
      .getResults();
}

Value SplitBuilder::createAxisSize() {
  if (type.hasRank())
    return tensor::DimOp::create(builder, split.data,
                                 *normalizeAxis(split.axis, type.getRank()));
  // C4, before anything is read by it.
  Value rank = tensor::RankOp::create(builder, split.data);
  IndexMath math(builder, builder.getLoc());
  Value index = math.get(split.axis);
  // Written so that no axis overflows.
  Value needed = math.get(split.axis < 0 ? -(split.axis + 1) : split.axis);
  Value isInRange = math.compare(arith::CmpIPredicate::sgt, rank, needed);
  AssertOp::create(builder, isInRange,
                   "axis {} is out of range for data of rank {}",
                   ValueRange{index, rank});
  if (split.axis < 0)
    index = math.add(rank, index);
  return tensor::DimOp::create(builder, split.data, index);
}

/// Computes the same lengths at run time. There are no products that could
/// overflow.
FailureOr<ResultRange> SplitBuilder::buildRunTimeChunks(int64_t numChunks) {
  Value rest = createAxisSize();
  IndexMath math(builder, builder.getLoc());
  Value chunk = math.ceilDiv(rest, math.get(numChunks));
  SmallVector<OpFoldResult> lengths;
  for (int64_t i = 0; i < split.numResults; ++i) {
    Value length = arith::MinUIOp::create(builder, chunk, rest);
    lengths.push_back(length);
    rest = math.sub(rest, length);
  }
  if (split.numResults < numChunks)
    lengths.push_back(rest);
  return VariadicSplitOp::create(builder, split.data, split.axis,
                                 ArrayRef(lengths))
      .getResults();
}

FailureOr<ResultRange>
mlir::split::frontends::createOnnxSplit(ImplicitLocOpBuilder &builder,
                                        const OnnxSplit &split) {
  FailureOr<ResultRange> results = SplitBuilder(builder, split).build();
  if (failed(results))
    return failure();
  return results->take_front(split.numResults);
}
