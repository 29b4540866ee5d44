//===- Split.cpp - ONNX Split to the split dialect ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Split.h"

#include "Operators.h"
#include "RuntimeChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

static constexpr StringLiteral kOnlyOpenVino =
    "lengths in ONNX are >= 0, -1 is only in OpenVINO's VariadicSplit";

namespace {
/// Imports one Split node.
class SplitImporter {
public:
  SplitImporter(NodeImporter &node)
      : node(node), b(node.getBuilder()), loc(node.getLoc()),
        numOutputs(node.getNumOutputs()) {}

  LogicalResult import();

private:
  /// Emits errors of the rules C, S and V at the node.
  auto getEmitter() const {
    return [this] { return node.emitError(); };
  }
  /// Whether the second input gives the lengths.
  bool hasLengthsInput() const { return node.hasInput(1); }
  /// The lengths from the attribute or a constant input, or none.
  FailureOr<std::optional<SmallVector<int64_t>>> getLengths();
  /// The elements of a constant input of lengths.
  FailureOr<SmallVector<int64_t>> readLengths(DenseElementsAttr constant);
  /// O10: int64, or int32 with a warning.
  LogicalResult checkLengthsType(Type elementType);

  LogicalResult importKnownLengths(ArrayRef<int64_t> lengths);
  LogicalResult importRunTimeLengths();
  LogicalResult importEqual();
  /// O7 and O8.
  LogicalResult importChunks();
  LogicalResult importKnownChunks(int64_t size, int64_t numChunks);
  LogicalResult importRunTimeChunks(int64_t numChunks);
  /// The size of `data` along the axis at run time, once the axis is known to
  /// be in range.
  Value createAxisSize();
  /// Defines the outputs by the first results of an op.
  LogicalResult setOutputs(ValueRange results);

  NodeImporter &node;
  OpBuilder &b;
  Location loc;
  int64_t numOutputs;
  Value data;
  TensorType type;
  int64_t axis = 0;
};
} // namespace

LogicalResult SplitImporter::import() {
  // O1 and O5: the default is 0, and negative values count in every opset.
  FailureOr<std::optional<int64_t>> axisAttr = node.getIntAttribute("axis");
  if (failed(axisAttr))
    return failure();
  axis = axisAttr->value_or(0);
  data = node.getInput(0);
  type = cast<TensorType>(data.getType());

  // O4.
  if (hasLengthsInput() && node.findAttribute("num_outputs"))
    return node.emitError()
           << "has both the input 'split' and the attribute 'num_outputs'";
  auto lengths = getLengths();
  if (failed(lengths))
    return failure();
  if (*lengths)
    return importKnownLengths(**lengths);
  if (hasLengthsInput())
    return importRunTimeLengths();
  return node.getVersion() >= 18 ? importChunks() : importEqual();
}

FailureOr<std::optional<SmallVector<int64_t>>> SplitImporter::getLengths() {
  auto lengths = node.getIntsAttribute("split");
  if (failed(lengths))
    return failure();
  // O2: an empty list counts as absent.
  if (*lengths && (*lengths)->empty())
    lengths->reset();
  if (!hasLengthsInput())
    return lengths;

  DenseElementsAttr constant = node.getConstantInput(1);
  // O1.
  if (!constant && node.getVersion() == 1)
    return node.emitError() << "lengths that are not constant are not "
                               "supported in Split-1";
  if (!constant)
    return lengths;
  FailureOr<SmallVector<int64_t>> input = readLengths(constant);
  if (failed(input))
    return failure();
  // O1.
  if (*lengths && **lengths != *input)
    return node.emitError()
           << "the attribute 'split' and the input 'split' differ";
  return std::optional(std::move(*input));
}

FailureOr<SmallVector<int64_t>>
SplitImporter::readLengths(DenseElementsAttr constant) {
  ShapedType lengthsType = constant.getType();
  Type element = lengthsType.getElementType();
  if (lengthsType.getRank() != 1)
    return node.emitError()
           << "lengths must be a 1-D tensor, but are " << lengthsType;
  SmallVector<int64_t> lengths;
  if (node.getVersion() != 1) {
    if (failed(checkLengthsType(element)))
      return failure();
    for (const APInt &length : constant.getValues<APInt>())
      lengths.push_back(length.getSExtValue());
    return lengths;
  }
  // O1: T is a float type, and the lengths are of it.
  if (element != type.getElementType())
    return node.emitError() << "lengths of Split-1 have the element type of "
                               "the data, "
                            << type.getElementType() << ", not " << element;
  for (const APFloat &length : constant.getValues<APFloat>()) {
    llvm::APSInt integer(64, /*isUnsigned=*/false);
    bool isExact = false;
    length.convertToInteger(integer, APFloat::rmTowardZero, &isExact);
    // -0.0 counts as inexact.
    if (!isExact && !length.isZero())
      return node.emitError()
             << "length #" << lengths.size()
             << (length.isInteger() ? " is out of range: " : " is no integer: ")
             << length.convertToDouble();
    lengths.push_back(integer.getSExtValue());
  }
  return lengths;
}

LogicalResult SplitImporter::checkLengthsType(Type elementType) {
  if (elementType.isSignlessInteger(64))
    return success();
  if (!elementType.isSignlessInteger(32))
    return node.emitError() << "lengths must be int64, but are " << elementType;
  node.emitWarning() << "lengths should be int64, but are int32";
  return success();
}

LogicalResult SplitImporter::importKnownLengths(ArrayRef<int64_t> lengths) {
  // O10.
  for (auto [i, length] : llvm::enumerate(lengths))
    if (length < 0)
      return node.emitError()
             << "length #" << i << " is " << length << ": " << kOnlyOpenVino;
  if (static_cast<int64_t>(lengths.size()) != numOutputs)
    return node.emitError()
           << "number of lengths is " << lengths.size() << ", expected "
           << numOutputs << ", the number of outputs";
  if (failed(verifyVariadicSplit(getEmitter(), type, axis, lengths)))
    return failure();
  return setOutputs(
      VariadicSplitOp::create(b, loc, data, axis, lengths).getResults());
}

LogicalResult SplitImporter::importRunTimeLengths() {
  TensorType given = node.getInputType(1);
  Type element = given.getElementType();
  if (failed(checkLengthsType(element)))
    return failure();
  // O10, at run time where the count is not known.
  TensorType needed = RankedTensorType::get({numOutputs}, element);
  if (!intersectTypes(given, needed))
    return node.emitError() << "lengths are of type " << given << ", expected "
                            << needed << ", one for each output";
  // Any number of equal pieces asks for no more than an axis.
  if (failed(verifySplit(getEmitter(), type, axis, /*numSplits=*/1)))
    return failure();
  Value lengths = createCheckedCast(b, loc, node.getInput(1), needed,
                                    " of lengths", "the outputs need");
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  for (int64_t i = 0; i < numOutputs; ++i) {
    Value position = arith::ConstantIndexOp::create(b, loc, i);
    Value length = arith::IndexCastOp::create(
        b, loc, b.getIndexType(),
        tensor::ExtractOp::create(b, loc, lengths, position));
    Value isNatural =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, length, zero);
    AssertOp::create(b, loc, isNatural,
                     ("length #" + Twine(i) + " is {}: " + kOnlyOpenVino).str(),
                     length);
  }
  return setOutputs(
      VariadicSplitOp::create(b, loc, data, axis, lengths).getResults());
}

LogicalResult SplitImporter::importEqual() {
  // O6.
  if (failed(verifySplit(getEmitter(), type, axis, numOutputs)))
    return failure();
  return setOutputs(
      SplitOp::create(b, loc, data, axis, numOutputs).getResults());
}

LogicalResult SplitImporter::importChunks() {
  FailureOr<std::optional<int64_t>> attr = node.getIntAttribute("num_outputs");
  if (failed(attr))
    return failure();
  // O4.
  if (!*attr && failed(node.emitWarningOrStrictError(
                    "has neither the input 'split' nor the attribute "
                    "'num_outputs'; taking the number of outputs")))
    return failure();
  int64_t numChunks = attr->value_or(numOutputs);
  if (numChunks < 1)
    return node.emitError()
           << "num_outputs is " << numChunks << ", expected at least 1";
  // O8.
  if (numOutputs > numChunks)
    return node.emitError() << "has " << numOutputs
                            << " outputs, but num_outputs is " << numChunks;
  if (failed(verifySplit(getEmitter(), type, axis, /*numSplits=*/1)))
    return failure();

  int64_t size = ShapedType::kDynamic;
  if (type.hasRank())
    size = type.getDimSize(*normalizeAxis(axis, type.getRank()));
  if (ShapedType::isDynamic(size))
    return importRunTimeChunks(numChunks);
  return importKnownChunks(size, numChunks);
}

/// `piece #3 is empty`, or `pieces #2 to #3 are empty`.
static std::string describeEmptyChunks(int64_t first, int64_t last) {
  if (first == last)
    return ("piece #" + Twine(first) + " is empty").str();
  return ("pieces #" + Twine(first) + " to #" + Twine(last) + " are empty")
      .str();
}

/// The chunks are of length c = ceil(d / n) as far as `data` goes (O7). Of
/// `numChunks` only those with an output become results, and one more that
/// takes the rest (O8).
LogicalResult SplitImporter::importKnownChunks(int64_t size,
                                               int64_t numChunks) {
  if (size % numChunks == 0 && numOutputs == numChunks)
    return importEqual();
  int64_t chunk = size / numChunks + (size % numChunks != 0);
  // With c = 0 all are empty, which is nothing to warn of.
  int64_t numFull = chunk == 0 ? numChunks
                               : llvm::divideCeil(static_cast<uint64_t>(size),
                                                  static_cast<uint64_t>(chunk));
  if (numFull < numChunks &&
      failed(node.emitWarningOrStrictError(
          describeEmptyChunks(numFull, numChunks - 1) + ": " + Twine(size) +
          " in " + Twine(numChunks) + " pieces of " + Twine(chunk))))
    return failure();
  SmallVector<int64_t> lengths;
  int64_t rest = size;
  for (int64_t i = 0; i < numOutputs; ++i) {
    lengths.push_back(std::min(chunk, rest));
    rest -= lengths.back();
  }
  if (numOutputs < numChunks)
    lengths.push_back(rest);
  return setOutputs(
      VariadicSplitOp::create(b, loc, data, axis, lengths).getResults());
}

Value SplitImporter::createAxisSize() {
  if (type.hasRank())
    return tensor::DimOp::create(b, loc, data,
                                 *normalizeAxis(axis, type.getRank()));
  // C4, before anything is read by it.
  Value rank = tensor::RankOp::create(b, loc, data);
  Value index = arith::ConstantIndexOp::create(b, loc, axis);
  // Written so that no axis overflows.
  Value needed =
      arith::ConstantIndexOp::create(b, loc, axis < 0 ? -(axis + 1) : axis);
  Value isInRange =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, rank, needed);
  AssertOp::create(b, loc, isInRange,
                   "axis {} is out of range for data of rank {}",
                   ValueRange{index, rank});
  if (axis < 0)
    index = arith::AddIOp::create(b, loc, rank, index);
  return tensor::DimOp::create(b, loc, data, index);
}

/// The same as for a known size, in index arithmetic. No product is formed, so
/// none overflows.
LogicalResult SplitImporter::importRunTimeChunks(int64_t numChunks) {
  Value rest = createAxisSize();
  Value n = arith::ConstantIndexOp::create(b, loc, numChunks);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  // c = d / n + (d % n != 0)
  Value quotient = arith::DivUIOp::create(b, loc, rest, n);
  Value remainder = arith::RemUIOp::create(b, loc, rest, n);
  Value isEven = createIsEqual(b, loc, remainder, zero);
  Value chunk = arith::AddIOp::create(
      b, loc, quotient, arith::SelectOp::create(b, loc, isEven, zero, one));
  SmallVector<Value> lengths;
  for (int64_t i = 0; i < numOutputs; ++i) {
    lengths.push_back(arith::MinUIOp::create(b, loc, chunk, rest));
    rest = arith::SubIOp::create(b, loc, rest, lengths.back());
  }
  if (numOutputs < numChunks)
    lengths.push_back(rest);
  Value lengthsTensor = tensor::FromElementsOp::create(b, loc, lengths);
  return setOutputs(
      VariadicSplitOp::create(b, loc, data, axis, lengthsTensor).getResults());
}

LogicalResult SplitImporter::setOutputs(ValueRange results) {
  for (int64_t i = 0; i < numOutputs; ++i)
    node.setOutput(i, {results[i], {}});
  return success();
}

LogicalResult mlir::split::importSplit(NodeImporter &node) {
  return SplitImporter(node).import();
}
