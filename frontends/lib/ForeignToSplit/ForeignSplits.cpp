//===- ForeignSplits.cpp - Readers of other compilers' splits -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignSplits.h"

#include "../Builders/OnnxSplit.h"
#include "../Builders/Shapes.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Gives the results of `split` the types of the foreign op's results, unless
/// those are absent (O9).
static LogicalResult takeResultTypes(const ForeignOp &op,
                                     SplitOpInterface split) {
  for (auto [result, foreign] : llvm::zip(split->getResults(), op.getResults()))
    if (!isa<NoneType>(foreign.getType()))
      result.setType(foreign.getType());
  return verifySplitSpec([&] { return op.emitError(); }, split.getSpec(),
                         split->getResultTypes());
}

static FailureOr<ResultRange> buildOnnxSplit(ImplicitLocOpBuilder &builder,
                                             const ForeignOp &op) {
  OnnxSplit split;
  std::optional<int64_t> axis;
  FailureOr<Value> data = op.getTensor("input");
  if (failed(op.readInt("axis", axis)) ||
      failed(op.readInts("split", split.lengthsAttribute)) ||
      failed(op.readInt("num_outputs", split.numOutputs)) || failed(data))
    return failure();
  split.version = op.getDefinition().onnxVersion;
  split.data = *data;
  split.axis = axis.value_or(0);
  if (op.getOperand("split")) {
    FailureOr<Value> lengthsOperand = op.getTensor("split");
    if (failed(lengthsOperand))
      return failure();
    split.constantLengths = getConstant(*lengthsOperand);
    if (!split.constantLengths)
      split.lengths = *lengthsOperand;
  }
  split.numResults = op.getResults().size();
  split.strict = op.isOnnxStrict();
  FailureOr<ResultRange> results = createOnnxSplit(builder, split);
  if (failed(results) ||
      failed(takeResultTypes(
          op, cast<SplitOpInterface>(results->front().getOwner()))))
    return failure();
  return results;
}

static constexpr StringLiteral kAxis = "split_dim";
static constexpr StringLiteral kLengths = "size_splits";

namespace {
/// The axis or the lengths of a foreign op.
struct IntegersOperand {
  /// The elements, if they are constants.
  std::optional<SmallVector<int64_t>> constants;
  /// Otherwise the operand, and the type that it has to have.
  Value value;
  TensorType needed;
};
} // namespace

/// Reads an operand that has to have one of `shapes`.
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
  // C3, V1: both dialects have only signless integers.
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

/// Returns the operand of the split op.
static Value createOperand(ImplicitLocOpBuilder &builder, const ForeignOp &op,
                           const IntegersOperand &integers, StringRef name) {
  return createCheckedCast(builder, integers.value, integers.needed,
                           (" of " + name).str(),
                           (op.getDefinition().name + " needs").str());
}

/// Checks that the attribute with the number of pieces, which TFLite requires,
/// is that of the results (S1, V1).
static LogicalResult verifyCount(const ForeignOp &op) {
  const ForeignOpDefinition &definition = op.getDefinition();
  StringRef name = definition.attributes.front();
  std::optional<int64_t> count;
  if (failed(op.readInt(name, count)))
    return failure();
  if (!count && definition.name.starts_with("tfl."))
    return op.emitError() << "attribute '" << name << "' is missing";
  int64_t numResults = op.getResults().size();
  if (count.value_or(numResults) != numResults)
    return op.emitError() << "attribute '" << name << "' is " << *count
                          << ", expected " << numResults
                          << ", the number of results";
  return success();
}

/// Builds the op for `spec`, which obeys the rules.
static ResultRange createPieces(ImplicitLocOpBuilder &builder,
                                const ForeignOp &op, Value data,
                                const SplitSpec &spec,
                                const IntegersOperand &axis,
                                const IntegersOperand &lengths) {
  TypeRange types = op.getResults().getTypes();
  OpFoldResult mixedAxis =
      spec.axis ? OpFoldResult(builder.getI64IntegerAttr(*spec.axis))
                : createOperand(builder, op, axis, kAxis);
  if (spec.equalPieces)
    return SplitOp::create(builder, types, data, mixedAxis, spec.numPieces)
        .getResults();
  OpFoldResult mixedLengths =
      spec.lengths ? OpFoldResult(builder.getDenseI64ArrayAttr(*spec.lengths))
                   : createOperand(builder, op, lengths, kLengths);
  return VariadicSplitOp::create(builder, types, data, mixedAxis, mixedLengths)
      .getResults();
}

static FailureOr<ResultRange> buildPieces(ImplicitLocOpBuilder &builder,
                                          const ForeignOp &op) {
  if (failed(verifyCount(op)))
    return failure();
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
  return createPieces(builder, op, *data, spec, *axis, *lengths);
}

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
     buildPieces},
    {"tf.SplitV", kSplitVOperands, /*minOperands=*/3, kTensorFlowAttributes,
     buildPieces},
    {"tfl.split", kSplitOperands, /*minOperands=*/2, kTFLiteAttributes,
     buildPieces},
    {"tfl.split_v", kSplitVOperands, /*minOperands=*/3, kTFLiteAttributes,
     buildPieces},
};

const ForeignOpDefinition *
mlir::split::frontends::findForeignSplit(Operation *op) {
  StringRef name = op->getName().getStringRef();
  // Older versions of onnx-mlir, without opset 13, print SplitV11 as Split.
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

bool mlir::split::frontends::isForeignSplitAttribute(StringRef name) {
  return llvm::any_of(kDefinitions, [&](const ForeignOpDefinition &definition) {
    return llvm::is_contained(definition.attributes, name);
  });
}
