//===- ForeignSplits.cpp - what split ops of other compilers mean ---------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Frontend/Builders/OnnxSplit.h"
#include "../../Frontend/Builders/RuntimeChecks.h"
#include "ForeignOp.h"

#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// onnx-mlir
//===----------------------------------------------------------------------===//

/// Gives the results of `split` the types of the foreign op's, as far as those
/// are present (O9).
static LogicalResult takeResultTypes(const ForeignOp &op,
                                     SplitOpInterface split) {
  for (auto [result, foreign] : llvm::zip(split->getResults(), op.getResults()))
    if (!isa<NoneType>(foreign.getType()))
      result.setType(foreign.getType());
  return verifySplitSpec([&] { return op.emitError(); }, split.getSpec(),
                         split->getResultTypes());
}

static FailureOr<ResultRange> buildOnnxSplit(OpBuilder &b,
                                             const ForeignOp &op) {
  auto axis = op.getIntAttribute("axis");
  auto lengths = op.getIntsAttribute("split");
  auto numOutputs = op.getIntAttribute("num_outputs");
  FailureOr<Value> data = op.getTensor("input");
  if (failed(axis) || failed(lengths) || failed(numOutputs) || failed(data))
    return failure();
  OnnxSplit split;
  split.version = op.getDefinition().onnxVersion;
  split.data = *data;
  split.axis = axis->value_or(0);
  split.lengthsAttribute = *lengths;
  if (op.getOperand("split")) {
    FailureOr<Value> lengthsOperand = op.getTensor("split");
    if (failed(lengthsOperand))
      return failure();
    split.constantLengths = getConstant(*lengthsOperand);
    if (!split.constantLengths)
      split.lengths = *lengthsOperand;
  }
  split.numOutputs = *numOutputs;
  split.numResults = op.getResults().size();
  split.strict = op.isOnnxStrict();
  FailureOr<ResultRange> results = createOnnxSplit(b, op.getLoc(), split);
  if (failed(results) ||
      failed(takeResultTypes(
          op, cast<SplitOpInterface>(results->front().getOwner()))))
    return failure();
  return results;
}

//===----------------------------------------------------------------------===//
// TensorFlow and TFLite
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kAxis = "split_dim";
static constexpr StringLiteral kLengths = "size_splits";

namespace {
/// An axis or lengths.
struct IntegersOperand {
  /// The elements, if they are constant.
  std::optional<SmallVector<int64_t>> constants;
  /// The operand otherwise, and the type that is needed of it.
  Value value;
  TensorType needed;
};
} // namespace

/// Reads an operand that is to have one of `shapes`.
static FailureOr<IntegersOperand>
readIntegers(const ForeignOp &op, StringRef name,
             ArrayRef<ArrayRef<int64_t>> shapes) {
  FailureOr<Value> value = op.getTensor(name);
  if (failed(value))
    return failure();
  DenseElementsAttr constant = getConstant(*value);
  auto type =
      cast<TensorType>(constant ? constant.getType() : value->getType());
  Type element = type.getElementType();
  // C3, V1: both dialects have signless ones alone.
  if (!element.isSignlessInteger() || element.getIntOrFloatBitWidth() < 8 ||
      element.getIntOrFloatBitWidth() > 64)
    return op.emitTypeError(name, type)
           << "a tensor of signless integers of 8 to 64 bits";
  IntegersOperand integers;
  for (ArrayRef<int64_t> shape : llvm::reverse(shapes)) {
    auto candidate = RankedTensorType::get(shape, element);
    if (joinTypes(type, candidate))
      integers.needed = candidate;
  }
  if (!integers.needed)
    return op.emitTypeError(name, type)
           << RankedTensorType::get(shapes.front(), element);
  if (!constant) {
    integers.value = *value;
    return integers;
  }
  integers.constants.emplace();
  for (const APInt &integer : constant.getValues<APInt>())
    integers.constants->push_back(integer.getSExtValue());
  return integers;
}

/// The operand as a split op takes it, or null if it is constant.
static Value createOperand(OpBuilder &b, const ForeignOp &op,
                           const IntegersOperand &integers, StringRef name) {
  if (!integers.value)
    return {};
  return createCheckedCast(b, op.getLoc(), integers.value, integers.needed,
                           (" of " + name).str(),
                           (op.getDefinition().name + " needs").str());
}

/// Checks that the attribute with the number of pieces, if there is one, tells
/// that of the results (S1, V1).
static LogicalResult verifyCount(const ForeignOp &op, StringRef name,
                                 bool isRequired) {
  auto count = op.getIntAttribute(name);
  if (failed(count))
    return failure();
  if (!*count && isRequired)
    return op.emitError() << "attribute '" << name << "' is missing";
  int64_t numResults = op.getResults().size();
  if (count->value_or(numResults) != numResults)
    return op.emitError() << "attribute '" << name << "' is " << **count
                          << ", expected " << numResults
                          << ", the number of results";
  return success();
}

/// Builds the op of `spec`, which obeys the rules.
static ResultRange createPieces(OpBuilder &b, const ForeignOp &op, Value data,
                                const SplitSpec &spec,
                                const IntegersOperand &axis,
                                const IntegersOperand &lengths) {
  TypeRange types = op.getResults().getTypes();
  Value axisOperand = createOperand(b, op, axis, kAxis);
  IntegerAttr staticAxis;
  if (spec.axis)
    staticAxis = b.getI64IntegerAttr(*spec.axis);
  if (spec.equalPieces)
    return SplitOp::create(b, op.getLoc(), types, data, axisOperand, staticAxis,
                           spec.numPieces)
        .getResults();
  Value lengthsOperand = createOperand(b, op, lengths, kLengths);
  DenseI64ArrayAttr staticLengths;
  if (spec.lengths)
    staticLengths = b.getDenseI64ArrayAttr(*spec.lengths);
  return VariadicSplitOp::create(b, op.getLoc(), types, data, axisOperand,
                                 lengthsOperand, staticAxis, staticLengths)
      .getResults();
}

static FailureOr<ResultRange> buildPieces(OpBuilder &b, const ForeignOp &op) {
  FailureOr<Value> data = op.getTensor("value");
  // C3.
  FailureOr<IntegersOperand> axis = readIntegers(op, kAxis, {{}, {1}});
  if (failed(data) || failed(axis))
    return failure();
  SplitSpec spec;
  spec.data = cast<TensorType>(data->getType());
  spec.numPieces = op.getResults().size();
  spec.equalPieces = !op.takesOperand(kLengths);
  if (axis->constants)
    spec.axis = axis->constants->front();
  FailureOr<IntegersOperand> lengths = IntegersOperand();
  if (!spec.equalPieces) {
    // V1.
    lengths = readIntegers(op, kLengths, {{spec.numPieces}});
    if (failed(lengths))
      return failure();
    if (lengths->constants)
      spec.lengths = *lengths->constants;
  }
  if (failed(verifySplitSpec([&] { return op.emitError(); }, spec,
                             op.getResults().getTypes())))
    return failure();
  return createPieces(b, op, *data, spec, *axis, *lengths);
}

static FailureOr<ResultRange> buildTensorFlowSplit(OpBuilder &b,
                                                   const ForeignOp &op) {
  if (failed(verifyCount(op, "num_split", /*isRequired=*/false)))
    return failure();
  return buildPieces(b, op);
}

static FailureOr<ResultRange> buildTFLiteSplit(OpBuilder &b,
                                               const ForeignOp &op) {
  if (failed(verifyCount(op, "num_splits", /*isRequired=*/true)))
    return failure();
  return buildPieces(b, op);
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

static constexpr StringRef kOnnx11Operands[] = {"input"};
static constexpr StringRef kOnnx13Operands[] = {"input", "split"};
static constexpr StringRef kSplitOperands[] = {kAxis, "value"};
static constexpr StringRef kSplitVOperands[] = {"value", kLengths, kAxis};

static constexpr StringRef kOnnx11Attributes[] = {"axis", "split"};
static constexpr StringRef kOnnx13Attributes[] = {"axis"};
static constexpr StringRef kOnnx18Attributes[] = {"axis", "num_outputs"};
static constexpr StringRef kTensorFlowAttributes[] = {"num_split"};
static constexpr StringRef kTFLiteAttributes[] = {"num_splits"};

static constexpr ForeignOpDefinition kDefinitions[] = {
    {"onnx.Split", kOnnx13Operands, /*minOperands=*/1, kOnnx18Attributes,
     buildOnnxSplit, /*onnxVersion=*/18},
    {"onnx.SplitV13", kOnnx13Operands, /*minOperands=*/1, kOnnx13Attributes,
     buildOnnxSplit, /*onnxVersion=*/13},
    {"onnx.SplitV11", kOnnx11Operands, /*minOperands=*/1, kOnnx11Attributes,
     buildOnnxSplit, /*onnxVersion=*/11},
    {"tf.Split", kSplitOperands, /*minOperands=*/2, kTensorFlowAttributes,
     buildTensorFlowSplit},
    {"tf.SplitV", kSplitVOperands, /*minOperands=*/3, kTensorFlowAttributes,
     buildTensorFlowSplit},
    {"tfl.split", kSplitOperands, /*minOperands=*/2, kTFLiteAttributes,
     buildTFLiteSplit},
    {"tfl.split_v", kSplitVOperands, /*minOperands=*/3, kTFLiteAttributes,
     buildTFLiteSplit},
};

const ForeignOpDefinition *mlir::split::findForeignSplit(Operation *op) {
  StringRef name = op->getName().getStringRef();
  // What onnx-mlir called Split before it knew opset 13.
  if (name == "onnx.Split" &&
      (getForeignAttribute(op, "split") ||
       (op->getNumOperands() == 1 && !getForeignAttribute(op, "num_outputs"))))
    name = "onnx.SplitV11";
  const auto *definition =
      llvm::find_if(kDefinitions, [&](const ForeignOpDefinition &definition) {
        return definition.name == name;
      });
  return definition == std::end(kDefinitions) ? nullptr : definition;
}

bool mlir::split::isForeignSplitAttribute(StringRef name) {
  return llvm::any_of(kDefinitions, [&](const ForeignOpDefinition &definition) {
    return llvm::is_contained(definition.attributes, name);
  });
}
