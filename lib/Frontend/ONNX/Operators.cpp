//===- Operators.cpp - the table of ONNX operators ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"

#include "../Builders/Scalars.h"

using namespace mlir;
using namespace mlir::split;
using ::onnx::TensorProto;

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
static constexpr ElementTypeSet kBool = 1u << TensorProto::BOOL;
static constexpr ElementTypeSet kNumbers = kFloats | kWideInts | kNarrowInts;
static constexpr ElementTypeSet kSignedInts =
    1u << TensorProto::INT8 | 1u << TensorProto::INT16 |
    1u << TensorProto::INT32 | 1u << TensorProto::INT64;
static constexpr ElementTypeSet kIndices =
    1u << TensorProto::INT32 | 1u << TensorProto::INT64;
static constexpr ElementTypeSet kAll = kNumbers | kBool |
                                       1u << TensorProto::COMPLEX64 |
                                       1u << TensorProto::COMPLEX128;

static constexpr int64_t kMany = kMaxArguments;

// Operators of the same versions share them.
static constexpr OperatorVersion kArithmeticVersions[] = {
    {1, kFloats, 2, 2, "broadcast axis consumed_inputs"},
    {6, kFloats | kWideInts, 2, 2, "broadcast axis"},
    {7, kFloats | kWideInts, 2, 2, ""},
    {13, kFloats | kBFloat16 | kWideInts, 2, 2, ""},
    {14, kNumbers | kBFloat16, 2, 2, ""}};
static constexpr OperatorVersion kLogicVersions[] = {
    {1, kBool, 2, 2, "broadcast axis"}, {7, kBool, 2, 2, ""}};
static constexpr OperatorVersion kOrderVersions[] = {
    {1, kFloats, 2, 2, "broadcast axis"},
    {7, kFloats, 2, 2, ""},
    {9, kNumbers, 2, 2, ""},
    {13, kNumbers | kBFloat16, 2, 2, ""}};
static constexpr OperatorVersion kOrEqualVersions[] = {
    {12, kNumbers, 2, 2, ""}, {16, kNumbers | kBFloat16, 2, 2, ""}};
static constexpr OperatorVersion kExtremeVersions[] = {
    {1, kFloats, 1, kMany, "consumed_inputs"},
    {6, kFloats, 1, kMany, ""},
    {8, kFloats, 1, kMany, ""},
    {12, kNumbers, 1, kMany, ""},
    {13, kNumbers | kBFloat16, 1, kMany, ""}};
static constexpr OperatorVersion kFunctionVersions[] = {
    {1, kFloats, 1, 1, "consumed_inputs"},
    {6, kFloats, 1, 1, ""},
    {13, kFloats | kBFloat16, 1, 1, ""}};

static constexpr OperatorVersion kAbsVersions[] = {
    {1, kFloats, 1, 1, "consumed_inputs"},
    {6, kNumbers, 1, 1, ""},
    {13, kNumbers | kBFloat16, 1, 1, ""}};
static constexpr OperatorVersion kCastVersions[] = {
    {1, kNumbers | kBool, 1, 1, "to"},
    {6, kNumbers | kBool, 1, 1, "to"},
    {9, kNumbers | kBool, 1, 1, "to"},
    {13, kNumbers | kBFloat16 | kBool, 1, 1, "to"},
    {19, kNumbers | kBFloat16 | kBool, 1, 1, "to saturate"},
    {24, kNumbers | kBFloat16 | kBool, 1, 1, "to saturate round_mode"}};
static constexpr OperatorVersion kConcatVersions[] = {
    {1, kFloats, 1, kMany, "axis"},
    {4, kAll, 1, kMany, "axis"},
    {11, kAll, 1, kMany, "axis"},
    {13, kAll | kBFloat16, 1, kMany, "axis"}};
static constexpr OperatorVersion kConcatFromSequenceVersions[] = {
    {11, kAll, 1, 1, "axis new_axis"}};
static constexpr OperatorVersion kConstantVersions[] = {
    {1, 0, 0, 0, "value"},
    {11, 0, 0, 0, "value sparse_value"},
    {12, 0, 0, 0,
     "value sparse_value value_float value_floats value_int value_ints "
     "value_string value_strings"}};
static constexpr OperatorVersion kConstantOfShapeVersions[] = {
    {9, 1u << TensorProto::INT64, 1, 1, "value"}};
static constexpr OperatorVersion kEqualVersions[] = {
    {1, kIndices | kBool, 2, 2, "broadcast axis"},
    {7, kIndices | kBool, 2, 2, ""},
    {11, kNumbers | kBool, 2, 2, ""},
    {13, kNumbers | kBFloat16 | kBool, 2, 2, ""}};
static constexpr OperatorVersion kErfVersions[] = {
    {9, kNumbers, 1, 1, ""}, {13, kNumbers | kBFloat16, 1, 1, ""}};
static constexpr OperatorVersion kExpandVersions[] = {
    {8, kAll, 2, 2, ""}, {13, kAll | kBFloat16, 2, 2, ""}};
static constexpr OperatorVersion kFlattenVersions[] = {
    {1, kFloats, 1, 1, "axis"},
    {9, kAll, 1, 1, "axis"},
    {11, kAll, 1, 1, "axis"},
    {13, kAll | kBFloat16, 1, 1, "axis"}};
static constexpr OperatorVersion kGatherVersions[] = {
    {1, kAll, 2, 2, "axis"},
    {11, kAll, 2, 2, "axis"},
    {13, kAll | kBFloat16, 2, 2, "axis"}};
static constexpr OperatorVersion kIdentityVersions[] = {
    {1, kAll, 1, 1, ""}, {13, kAll | kBFloat16, 1, 1, ""}};
static constexpr OperatorVersion kMatMulVersions[] = {
    {1, kFloats, 2, 2, ""},
    {9, kFloats | kWideInts, 2, 2, ""},
    {13, kFloats | kBFloat16 | kWideInts, 2, 2, ""}};
static constexpr OperatorVersion kNegVersions[] = {
    {1, kFloats, 1, 1, "consumed_inputs"},
    {6, kFloats | kSignedInts, 1, 1, ""},
    {13, kFloats | kBFloat16 | kSignedInts, 1, 1, ""}};
static constexpr OperatorVersion kNotVersions[] = {{1, kBool, 1, 1, ""}};
static constexpr OperatorVersion kPowVersions[] = {
    {1, kFloats, 2, 2, "broadcast axis"},
    {7, kFloats, 2, 2, ""},
    {12, kFloats | kIndices, 2, 2, ""},
    {13, kFloats | kBFloat16 | kIndices, 2, 2, ""},
    {15, kFloats | kBFloat16 | kIndices, 2, 2, ""}};
static constexpr OperatorVersion kReluVersions[] = {
    {1, kFloats, 1, 1, "consumed_inputs"},
    {6, kFloats, 1, 1, ""},
    {13, kFloats | kBFloat16, 1, 1, ""},
    {14, kFloats | kBFloat16 | kSignedInts, 1, 1, ""}};
static constexpr OperatorVersion kReshapeVersions[] = {
    {1, kFloats, 1, 1, "shape consumed_inputs"},
    {5, kAll, 2, 2, ""},
    {13, kAll | kBFloat16, 2, 2, ""},
    {14, kAll | kBFloat16, 2, 2, "allowzero"}};
static constexpr OperatorVersion kSequenceEmptyVersions[] = {
    {11, 0, 0, 0, "dtype"}};
static constexpr OperatorVersion kSequenceConstructVersions[] = {
    {11, kAll, 1, kMany, ""}};
static constexpr OperatorVersion kSequenceInsertVersions[] = {
    {11, kAll, 2, 3, ""}};
static constexpr OperatorVersion kSequenceEraseVersions[] = {
    {11, kAll, 1, 2, ""}};
static constexpr OperatorVersion kSequenceAtVersions[] = {{11, kAll, 2, 2, ""}};
static constexpr OperatorVersion kSequenceLengthVersions[] = {
    {11, kAll, 1, 1, ""}};
static constexpr OperatorVersion kShapeVersions[] = {
    {1, kAll, 1, 1, ""},
    {13, kAll | kBFloat16, 1, 1, ""},
    {15, kAll | kBFloat16, 1, 1, "start end"}};
static constexpr OperatorVersion kSliceVersions[] = {
    {1, kAll, 1, 1, "axes ends starts"},
    {10, kAll, 3, 5, ""},
    {11, kAll, 3, 5, ""},
    {13, kAll | kBFloat16, 3, 5, ""}};
static constexpr OperatorVersion kSoftmaxVersions[] = {
    {1, kFloats, 1, 1, "axis"},
    {11, kFloats, 1, 1, "axis"},
    {13, kFloats | kBFloat16, 1, 1, "axis"}};
// O1, O2, O3, O4 and O11.
static constexpr OperatorVersion kSplitVersions[] = {
    {1, kFloats, 1, 2, "axis split"},
    {2, kAll, 1, 1, "axis split"},
    {11, kAll, 1, 1, "axis split"},
    {13, kAll | kBFloat16, 1, 2, "axis"},
    {18, kAll | kBFloat16, 1, 2, "axis num_outputs"}};
static constexpr OperatorVersion kSplitToSequenceVersions[] = {
    {11, kAll, 1, 2, "axis keepdims"}};
static constexpr OperatorVersion kSqueezeVersions[] = {
    {1, kAll, 1, 1, "axes"},
    {11, kAll, 1, 1, "axes"},
    {13, kAll | kBFloat16, 1, 2, ""}};
static constexpr OperatorVersion kSumVersions[] = {
    {1, kFloats, 1, kMany, "consumed_inputs"},
    {6, kFloats, 1, kMany, ""},
    {8, kFloats, 1, kMany, ""},
    {13, kFloats | kBFloat16, 1, kMany, ""}};
static constexpr OperatorVersion kTransposeVersions[] = {
    {1, kAll, 1, 1, "perm"}, {13, kAll | kBFloat16, 1, 1, "perm"}};
static constexpr OperatorVersion kUnsqueezeVersions[] = {
    {1, kAll, 1, 1, "axes"},
    {11, kAll, 1, 1, "axes"},
    {13, kAll | kBFloat16, 2, 2, ""}};
static constexpr OperatorVersion kWhereVersions[] = {{9, kBool, 3, 3, ""},
                                                     {16, kBool, 3, 3, ""}};

/// Every operator there is. Another elementwise one is a row, its versions and
/// its scalar computation.
static const Operator kOperators[] = {
    {"Abs", kAbsVersions, 1, importElementwise<buildAbs>},
    {"Add", kArithmeticVersions, 1, importElementwise<buildAdd>},
    {"And", kLogicVersions, 1, importElementwise<buildAnd>},
    {"Cast", kCastVersions, 1, importCast},
    {"Concat", kConcatVersions, 1, importConcat},
    {"ConcatFromSequence", kConcatFromSequenceVersions, 1,
     importConcatFromSequence, true},
    {"Constant", kConstantVersions, 1, importConstant},
    {"ConstantOfShape", kConstantOfShapeVersions, 1, importConstantOfShape},
    {"Div", kArithmeticVersions, 1, importElementwise<buildDiv>},
    {"Equal", kEqualVersions, 1, importComparison<buildEqual>},
    {"Erf", kErfVersions, 1, importErf},
    {"Exp", kFunctionVersions, 1, importElementwise<buildExp>},
    {"Expand", kExpandVersions, 1, importExpand},
    {"Flatten", kFlattenVersions, 1, importFlatten},
    {"Gather", kGatherVersions, 1, importGather},
    {"Greater", kOrderVersions, 1, importComparison<buildGreater>},
    {"GreaterOrEqual", kOrEqualVersions, 1,
     importComparison<buildGreaterOrEqual>},
    {"Identity", kIdentityVersions, 1, importIdentity},
    {"Less", kOrderVersions, 1, importComparison<buildLess>},
    {"LessOrEqual", kOrEqualVersions, 1, importComparison<buildLessOrEqual>},
    {"Log", kFunctionVersions, 1, importElementwise<buildLog>},
    {"MatMul", kMatMulVersions, 1, importMatMul},
    {"Max", kExtremeVersions, 1, importElementwise<buildMax>},
    {"Min", kExtremeVersions, 1, importElementwise<buildMin>},
    {"Mul", kArithmeticVersions, 1, importElementwise<buildMul>},
    {"Neg", kNegVersions, 1, importElementwise<buildNeg>},
    {"Not", kNotVersions, 1, importElementwise<buildNot>},
    {"Or", kLogicVersions, 1, importElementwise<buildOr>},
    {"Pow", kPowVersions, 1, importPow},
    {"Relu", kReluVersions, 1, importElementwise<buildRelu>},
    {"Reshape", kReshapeVersions, 1, importReshape},
    {"SequenceAt", kSequenceAtVersions, 1, importSequenceAt, true},
    {"SequenceConstruct", kSequenceConstructVersions, 1,
     importSequenceConstruct},
    {"SequenceEmpty", kSequenceEmptyVersions, 1, importSequenceEmpty},
    {"SequenceErase", kSequenceEraseVersions, 1, importSequenceErase, true},
    {"SequenceInsert", kSequenceInsertVersions, 1, importSequenceInsert, true},
    {"SequenceLength", kSequenceLengthVersions, 1, importSequenceLength, true},
    {"Shape", kShapeVersions, 1, importShape},
    {"Sigmoid", kFunctionVersions, 1, importElementwise<buildSigmoid>},
    {"Slice", kSliceVersions, 1, importSlice},
    {"Softmax", kSoftmaxVersions, 1, importSoftmax},
    {"Split", kSplitVersions, kMany, importSplit},
    {"SplitToSequence", kSplitToSequenceVersions, 1, importSplitToSequence},
    {"Sqrt", kFunctionVersions, 1, importElementwise<buildSqrt>},
    {"Squeeze", kSqueezeVersions, 1, importSqueeze},
    {"Sub", kArithmeticVersions, 1, importElementwise<buildSub>},
    {"Sum", kSumVersions, 1, importElementwise<buildAdd>},
    {"Tanh", kFunctionVersions, 1, importElementwise<buildTanh>},
    {"Transpose", kTransposeVersions, 1, importTranspose},
    {"Unsqueeze", kUnsqueezeVersions, 1, importUnsqueeze},
    {"Where", kWhereVersions, 1, importWhere},
    {"Xor", kLogicVersions, 1, importElementwise<buildXor>},
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
