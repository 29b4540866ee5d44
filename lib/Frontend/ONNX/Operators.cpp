//===- Operators.cpp - the table of ONNX operators ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"

#include "../Common/Scalars.h"

using namespace mlir;
using namespace mlir::split;
using ::onnx::AttributeProto;
using ::onnx::TensorProto;

//===----------------------------------------------------------------------===//
// Operators that compute nothing
//===----------------------------------------------------------------------===//

static LogicalResult importIdentity(NodeImporter &node) {
  if (DenseElementsAttr constant = node.getConstantInput(0))
    node.setOutput(0, {Value(), constant});
  else
    node.setOutput(0, {node.getInput(0), {}});
  return success();
}

/// The value of a Constant's one attribute; null for a kind that is not
/// supported.
static llvm::Expected<DenseElementsAttr>
decodeConstantAttribute(const AttributeProto &attribute, StringRef folder,
                        Builder &b) {
  auto vectorOf = [](int64_t size, Type element) {
    return RankedTensorType::get({size}, element);
  };
  StringRef name = attribute.name();
  if (name == "value" && attribute.type() == AttributeProto::TENSOR)
    return decodeConstant(attribute.t(), b.getContext(), folder);
  if (name == "value_int" && attribute.type() == AttributeProto::INT)
    return DenseElementsAttr::get(RankedTensorType::get({}, b.getI64Type()),
                                  ArrayRef<int64_t>(attribute.i()));
  if (name == "value_float" && attribute.type() == AttributeProto::FLOAT)
    return DenseElementsAttr::get(RankedTensorType::get({}, b.getF32Type()),
                                  ArrayRef<float>(attribute.f()));
  if (name == "value_ints" && attribute.type() == AttributeProto::INTS) {
    SmallVector<int64_t> ints(attribute.ints().begin(), attribute.ints().end());
    return DenseElementsAttr::get(vectorOf(ints.size(), b.getI64Type()),
                                  ArrayRef<int64_t>(ints));
  }
  if (name == "value_floats" && attribute.type() == AttributeProto::FLOATS) {
    SmallVector<float> floats(attribute.floats().begin(),
                              attribute.floats().end());
    return DenseElementsAttr::get(vectorOf(floats.size(), b.getF32Type()),
                                  ArrayRef<float>(floats));
  }
  return llvm::createStringError(
      "attribute '" + name + "' of kind " +
      AttributeProto::AttributeType_Name(attribute.type()) +
      " is not supported");
}

static LogicalResult importConstant(NodeImporter &node) {
  if (node.getAttributes().size() != 1)
    return node.emitError() << "number of attributes is "
                            << node.getAttributes().size() << ", expected 1";
  llvm::Expected<DenseElementsAttr> constant = decodeConstantAttribute(
      *node.getAttributes().front(), node.getFolder(), node.getBuilder());
  if (!constant)
    return node.emitError() << llvm::toString(constant.takeError());
  node.setOutput(0, {Value(), *constant});
  return success();
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static constexpr ElementTypeSet kFloats = 1u << TensorProto::FLOAT16 |
                                          1u << TensorProto::FLOAT |
                                          1u << TensorProto::DOUBLE;
static constexpr ElementTypeSet kBFloat16 = 1u << TensorProto::BFLOAT16;
static constexpr ElementTypeSet kWideInts =
    1u << TensorProto::INT32 | 1u << TensorProto::INT64 |
    1u << TensorProto::UINT32 | 1u << TensorProto::UINT64;
static constexpr ElementTypeSet kNarrowInts =
    1u << TensorProto::INT8 | 1u << TensorProto::INT16 |
    1u << TensorProto::UINT8 | 1u << TensorProto::UINT16;
static constexpr ElementTypeSet kAll =
    kFloats | kWideInts | kNarrowInts | 1u << TensorProto::BOOL |
    1u << TensorProto::COMPLEX64 | 1u << TensorProto::COMPLEX128;

static constexpr OperatorVersion kConstantVersions[] = {
    {1, 0, 0, 0, "value"},
    {11, 0, 0, 0, "value sparse_value"},
    {12, 0, 0, 0,
     "value sparse_value value_float value_floats value_int value_ints "
     "value_string value_strings"}};
static constexpr OperatorVersion kIdentityVersions[] = {
    {1, kAll, 1, 1, ""}, {13, kAll | kBFloat16, 1, 1, ""}};
static constexpr OperatorVersion kMulVersions[] = {
    {1, kFloats, 2, 2, "broadcast axis consumed_inputs"},
    {6, kFloats | kWideInts, 2, 2, "broadcast axis"},
    {7, kFloats | kWideInts, 2, 2, ""},
    {13, kFloats | kBFloat16 | kWideInts, 2, 2, ""},
    {14, kFloats | kBFloat16 | kWideInts | kNarrowInts, 2, 2, ""}};
static constexpr OperatorVersion kSequenceEmptyVersions[] = {
    {11, 0, 0, 0, "dtype"}};
static constexpr OperatorVersion kSequenceConstructVersions[] = {
    {11, kAll, 1, kMaxArguments, ""}};
static constexpr OperatorVersion kSequenceInsertVersions[] = {
    {11, kAll, 2, 3, ""}};
static constexpr OperatorVersion kSequenceEraseVersions[] = {
    {11, kAll, 1, 2, ""}};
static constexpr OperatorVersion kSequenceAtVersions[] = {{11, kAll, 2, 2, ""}};
static constexpr OperatorVersion kSequenceLengthVersions[] = {
    {11, kAll, 1, 1, ""}};
static constexpr OperatorVersion kSigmoidVersions[] = {
    {1, kFloats, 1, 1, "consumed_inputs"},
    {6, kFloats, 1, 1, ""},
    {13, kFloats | kBFloat16, 1, 1, ""}};
// O1, O2, O3, O4 and O11.
static constexpr OperatorVersion kSplitVersions[] = {
    {1, kFloats, 1, 2, "axis split"},
    {2, kAll, 1, 1, "axis split"},
    {11, kAll, 1, 1, "axis split"},
    {13, kAll | kBFloat16, 1, 2, "axis"},
    {18, kAll | kBFloat16, 1, 2, "axis num_outputs"}};
static constexpr OperatorVersion kSplitToSequenceVersions[] = {
    {11, kAll, 1, 2, "axis keepdims"}};

/// Every operator there is. Another elementwise one is a row, its versions and
/// its scalar computation.
static const Operator kOperators[] = {
    {"Constant", kConstantVersions, 1, importConstant},
    {"Identity", kIdentityVersions, 1, importIdentity},
    {"Mul", kMulVersions, 1, importElementwise<buildMul>},
    {"SequenceAt", kSequenceAtVersions, 1, importSequenceAt, true},
    {"SequenceConstruct", kSequenceConstructVersions, 1,
     importSequenceConstruct},
    {"SequenceEmpty", kSequenceEmptyVersions, 1, importSequenceEmpty},
    {"SequenceErase", kSequenceEraseVersions, 1, importSequenceErase, true},
    {"SequenceInsert", kSequenceInsertVersions, 1, importSequenceInsert, true},
    {"SequenceLength", kSequenceLengthVersions, 1, importSequenceLength, true},
    {"Sigmoid", kSigmoidVersions, 1, importElementwise<buildSigmoid>},
    {"Split", kSplitVersions, kMaxArguments, importSplit},
    {"SplitToSequence", kSplitToSequenceVersions, 1, importSplitToSequence},
};

const OperatorVersion *Operator::findVersion(int64_t opset) const {
  const OperatorVersion *found = nullptr;
  for (const OperatorVersion &version : versions)
    if (version.since <= opset)
      found = &version;
  return found;
}

const Operator *mlir::split::findOperator(StringRef name) {
  const Operator *row = llvm::find_if(
      kOperators, [&](const Operator &op) { return op.name == name; });
  return row == std::end(kOperators) ? nullptr : row;
}
