//===- Operators.cpp - The table of ONNX operators ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::onnx;

static constexpr ElementTypeSet kFloats = kF16 | kF32 | kF64;
static constexpr ElementTypeSet kWideInts = kI32 | kI64 | kU32 | kU64;
static constexpr ElementTypeSet kNumbers =
    kFloats | kWideInts | kI8 | kI16 | kU8 | kU16;
static constexpr ElementTypeSet kSignedInts = kI8 | kI16 | kI32 | kI64;
static constexpr ElementTypeSet kIndices = kI32 | kI64;
static constexpr ElementTypeSet kAll =
    kNumbers | kBool | kComplex64 | kComplex128;

static constexpr int64_t kMany = kMaxArguments;

// Operators of the same versions share them.
using Versions = std::initializer_list<OperatorVersion>;
static constexpr Versions kArithmeticVersions = {
    {1, kFloats, 2, 2, "broadcast axis consumed_inputs"},
    {6, kFloats | kWideInts, 2, 2, "broadcast axis"},
    {7, kFloats | kWideInts, 2, 2, ""},
    {13, kFloats | kBF16 | kWideInts, 2, 2, ""},
    {14, kNumbers | kBF16, 2, 2, ""}};
static constexpr Versions kLogicVersions = {{1, kBool, 2, 2, "broadcast axis"},
                                            {7, kBool, 2, 2, ""}};
static constexpr Versions kOrderVersions = {
    {1, kFloats, 2, 2, "broadcast axis"},
    {7, kFloats, 2, 2, ""},
    {9, kNumbers, 2, 2, ""},
    {13, kNumbers | kBF16, 2, 2, ""}};
static constexpr Versions kOrEqualVersions = {{12, kNumbers, 2, 2, ""},
                                              {16, kNumbers | kBF16, 2, 2, ""}};
static constexpr Versions kExtremeVersions = {
    {1, kFloats, 1, kMany, "consumed_inputs"},
    {6, kFloats, 1, kMany, ""},
    {8, kFloats, 1, kMany, ""},
    {12, kNumbers, 1, kMany, ""},
    {13, kNumbers | kBF16, 1, kMany, ""}};
static constexpr Versions kFunctionVersions = {
    {1, kFloats, 1, 1, "consumed_inputs"},
    {6, kFloats, 1, 1, ""},
    {13, kFloats | kBF16, 1, 1, ""}};

static constexpr Versions kGlobalPoolVersions = {
    {1, kFloats, 1, 1, ""}, {22, kFloats | kBF16, 1, 1, ""}};

static constexpr StringLiteral kConvAttributes =
    "auto_pad dilations group kernel_shape pads strides";
static constexpr StringLiteral kConvTransposeAttributes =
    "auto_pad dilations group kernel_shape output_padding output_shape pads "
    "strides";
static constexpr StringLiteral kMaxPoolAttributes =
    "auto_pad ceil_mode dilations kernel_shape pads storage_order strides";

static constexpr StringLiteral kResizeAttributes =
    "coordinate_transformation_mode cubic_coeff_a exclude_outside "
    "extrapolation_value mode nearest_mode";
static constexpr StringLiteral kResizeToAxesAttributes =
    "antialias axes coordinate_transformation_mode cubic_coeff_a "
    "exclude_outside extrapolation_value keep_aspect_ratio_policy mode "
    "nearest_mode";

/// The table of operators. Another elementwise operator is a row with its
/// versions and its scalar computation.
static constexpr Operator<NodeImporter> kOperators[] = {
    {"Abs",
     {{1, kFloats, 1, 1, "consumed_inputs"},
      {6, kNumbers, 1, 1, ""},
      {13, kNumbers | kBF16, 1, 1, ""}},
     importElementwise<buildAbs>},
    {"Add", kArithmeticVersions, importElementwise<buildAdd>},
    {"And", kLogicVersions, importElementwise<buildAnd>},
    {"AveragePool",
     {{1, kFloats, 1, 1, "auto_pad kernel_shape pads strides"},
      {7, kFloats, 1, 1,
       "auto_pad count_include_pad kernel_shape pads strides"},
      {10, kFloats, 1, 1,
       "auto_pad ceil_mode count_include_pad kernel_shape pads strides"},
      {11, kFloats, 1, 1,
       "auto_pad ceil_mode count_include_pad kernel_shape pads strides"},
      {19, kFloats, 1, 1,
       "auto_pad ceil_mode count_include_pad dilations kernel_shape pads "
       "strides"},
      {22, kFloats | kBF16, 1, 1,
       "auto_pad ceil_mode count_include_pad dilations kernel_shape pads "
       "strides"}},
     importAveragePool},
    {"Cast",
     {{1, kNumbers | kBool, 1, 1, "to"},
      {6, kNumbers | kBool, 1, 1, "to"},
      {9, kNumbers | kBool, 1, 1, "to"},
      {13, kNumbers | kBF16 | kBool, 1, 1, "to"},
      {19, kNumbers | kBF16 | kBool, 1, 1, "to saturate"},
      {24, kNumbers | kBF16 | kBool, 1, 1, "to saturate round_mode"}},
     importCast},
    {"Concat",
     {{1, kFloats, 1, kMany, "axis"},
      {4, kAll, 1, kMany, "axis"},
      {11, kAll, 1, kMany, "axis"},
      {13, kAll | kBF16, 1, kMany, "axis"}},
     importConcat},
    {"ConcatFromSequence",
     {{11, kAll, 1, 1, "axis new_axis"}},
     importConcatFromSequence,
     /*takesSequence=*/true},
    {"Constant",
     {{1, 0, 0, 0, "value"},
      {11, 0, 0, 0, "value sparse_value"},
      {12, 0, 0, 0,
       "value sparse_value value_float value_floats value_int value_ints "
       "value_string value_strings"}},
     importConstant},
    {"ConstantOfShape", {{9, kI64, 1, 1, "value"}}, importConstantOfShape},
    {"Conv",
     {{1, kFloats, 2, 3, kConvAttributes},
      {11, kFloats, 2, 3, kConvAttributes},
      {22, kFloats | kBF16, 2, 3, kConvAttributes}},
     importConv},
    {"ConvTranspose",
     {{1, kFloats, 2, 3, kConvTransposeAttributes},
      {11, kFloats, 2, 3, kConvTransposeAttributes},
      {22, kFloats | kBF16, 2, 3, kConvTransposeAttributes}},
     importConvTranspose},
    {"DepthToSpace",
     {{1, kAll, 1, 1, "blocksize"},
      {11, kAll, 1, 1, "blocksize mode"},
      {13, kAll | kBF16, 1, 1, "blocksize mode"}},
     importDepthToSpace},
    {"Div", kArithmeticVersions, importElementwise<buildDiv>},
    {"Equal",
     {{1, kIndices | kBool, 2, 2, "broadcast axis"},
      {7, kIndices | kBool, 2, 2, ""},
      {11, kNumbers | kBool, 2, 2, ""},
      {13, kNumbers | kBF16 | kBool, 2, 2, ""}},
     importComparison<buildEqual>},
    {"Erf",
     {{9, kNumbers, 1, 1, ""}, {13, kNumbers | kBF16, 1, 1, ""}},
     importErf},
    {"Exp", kFunctionVersions, importElementwise<buildExp>},
    {"Expand",
     {{8, kAll, 2, 2, ""}, {13, kAll | kBF16, 2, 2, ""}},
     importExpand},
    {"Flatten",
     {{1, kFloats, 1, 1, "axis"},
      {9, kAll, 1, 1, "axis"},
      {11, kAll, 1, 1, "axis"},
      {13, kAll | kBF16, 1, 1, "axis"}},
     importFlatten},
    {"Gather",
     {{1, kAll, 2, 2, "axis"},
      {11, kAll, 2, 2, "axis"},
      {13, kAll | kBF16, 2, 2, "axis"}},
     importGather},
    {"GlobalAveragePool", kGlobalPoolVersions, importGlobalPool},
    {"GlobalLpPool",
     {{1, kFloats, 1, 1, "p"},
      {2, kFloats, 1, 1, "p"},
      {22, kFloats | kBF16, 1, 1, "p"}},
     importGlobalPool},
    {"GlobalMaxPool", kGlobalPoolVersions, importGlobalPool},
    {"Greater", kOrderVersions, importComparison<buildGreater>},
    {"GreaterOrEqual", kOrEqualVersions, importComparison<buildGreaterOrEqual>},
    {"Identity",
     {{1, kAll, 1, 1, ""}, {13, kAll | kBF16, 1, 1, ""}},
     importIdentity},
    {"Less", kOrderVersions, importComparison<buildLess>},
    {"LessOrEqual", kOrEqualVersions, importComparison<buildLessOrEqual>},
    {"Log", kFunctionVersions, importElementwise<buildLog>},
    {"LRN",
     {{1, kFloats, 1, 1, "alpha beta bias size"},
      {13, kFloats | kBF16, 1, 1, "alpha beta bias size"}},
     importLRN},
    {"LpPool",
     {{1, kFloats, 1, 1, "auto_pad kernel_shape p pads strides"},
      {2, kFloats, 1, 1, "auto_pad kernel_shape p pads strides"},
      {11, kFloats, 1, 1, "auto_pad kernel_shape p pads strides"},
      {18, kFloats, 1, 1,
       "auto_pad ceil_mode dilations kernel_shape p pads strides"},
      {22, kFloats | kBF16, 1, 1,
       "auto_pad ceil_mode dilations kernel_shape p pads strides"}},
     importLpPool},
    {"MatMul",
     {{1, kFloats, 2, 2, ""},
      {9, kFloats | kWideInts, 2, 2, ""},
      {13, kFloats | kBF16 | kWideInts, 2, 2, ""}},
     importMatMul},
    {"Max", kExtremeVersions, importElementwise<buildMax>},
    {"MaxPool",
     {{1, kFloats, 1, 1, "auto_pad kernel_shape pads strides"},
      {8, kFloats, 1, 1, "auto_pad kernel_shape pads storage_order strides"},
      {10, kFloats, 1, 1, kMaxPoolAttributes},
      {11, kFloats, 1, 1, kMaxPoolAttributes},
      {12, kFloats | kI8 | kU8, 1, 1, kMaxPoolAttributes},
      {22, kFloats | kBF16 | kI8 | kU8, 1, 1, kMaxPoolAttributes}},
     importMaxPool,
     /*takesSequence=*/false,
     /*maxOutputs=*/2},
    {"Min", kExtremeVersions, importElementwise<buildMin>},
    {"Mul", kArithmeticVersions, importElementwise<buildMul>},
    {"Neg",
     {{1, kFloats, 1, 1, "consumed_inputs"},
      {6, kFloats | kSignedInts, 1, 1, ""},
      {13, kFloats | kBF16 | kSignedInts, 1, 1, ""}},
     importElementwise<buildNeg>},
    {"Not", {{1, kBool, 1, 1, ""}}, importElementwise<buildNot>},
    {"Or", kLogicVersions, importElementwise<buildOr>},
    {"Pad",
     {{1, kFloats, 1, 1, "mode paddings value"},
      {2, kFloats, 1, 1, "mode pads value"},
      {11, kNumbers, 2, 3, "mode"},
      {13, kNumbers | kBF16 | kBool, 2, 3, "mode"},
      {18, kNumbers | kBF16 | kBool, 2, 4, "mode"},
      {19, kNumbers | kBF16 | kBool, 2, 4, "mode"},
      {21, kNumbers | kBF16 | kBool, 2, 4, "mode"}},
     importPad},
    {"Pow",
     {{1, kFloats, 2, 2, "broadcast axis"},
      {7, kFloats, 2, 2, ""},
      {12, kFloats | kIndices, 2, 2, ""},
      {13, kFloats | kBF16 | kIndices, 2, 2, ""},
      {15, kFloats | kBF16 | kIndices, 2, 2, ""}},
     importPow},
    {"Relu",
     {{1, kFloats, 1, 1, "consumed_inputs"},
      {6, kFloats, 1, 1, ""},
      {13, kFloats | kBF16, 1, 1, ""},
      {14, kFloats | kBF16 | kSignedInts, 1, 1, ""}},
     importElementwise<buildRelu>},
    {"Reshape",
     {{1, kFloats, 1, 1, "shape consumed_inputs"},
      {5, kAll, 2, 2, ""},
      {13, kAll | kBF16, 2, 2, ""},
      {14, kAll | kBF16, 2, 2, "allowzero"}},
     importReshape},
    {"Resize",
     {{10, kNumbers, 2, 2, "mode"},
      {11, kNumbers, 3, 4, kResizeAttributes},
      {13, kNumbers | kBF16, 1, 4, kResizeAttributes},
      {18, kNumbers | kBF16, 1, 4, kResizeToAxesAttributes},
      {19, kNumbers | kBF16, 1, 4, kResizeToAxesAttributes}},
     importResize},
    {"SequenceAt",
     {{11, kAll, 2, 2, ""}},
     importSequenceAt,
     /*takesSequence=*/true},
    {"SequenceConstruct", {{11, kAll, 1, kMany, ""}}, importSequenceConstruct},
    {"SequenceEmpty", {{11, 0, 0, 0, "dtype"}}, importSequenceEmpty},
    {"SequenceErase",
     {{11, kAll, 1, 2, ""}},
     importSequenceErase,
     /*takesSequence=*/true},
    {"SequenceInsert",
     {{11, kAll, 2, 3, ""}},
     importSequenceInsert,
     /*takesSequence=*/true},
    {"SequenceLength",
     {{11, kAll, 1, 1, ""}},
     importSequenceLength,
     /*takesSequence=*/true},
    {"Shape",
     {{1, kAll, 1, 1, ""},
      {13, kAll | kBF16, 1, 1, ""},
      {15, kAll | kBF16, 1, 1, "start end"}},
     importShape},
    {"Sigmoid", kFunctionVersions, importElementwise<buildSigmoid>},
    {"Slice",
     {{1, kAll, 1, 1, "axes ends starts"},
      {10, kAll, 3, 5, ""},
      {11, kAll, 3, 5, ""},
      {13, kAll | kBF16, 3, 5, ""}},
     importSlice},
    {"Softmax",
     {{1, kFloats, 1, 1, "axis"},
      {11, kFloats, 1, 1, "axis"},
      {13, kFloats | kBF16, 1, 1, "axis"}},
     importSoftmax},
    {"SpaceToDepth",
     {{1, kAll, 1, 1, "blocksize"}, {13, kAll | kBF16, 1, 1, "blocksize"}},
     importSpaceToDepth},
    // O1, O2, O3, O4 and O11.
    {"Split",
     {{1, kFloats, 1, 2, "axis split"},
      {2, kAll, 1, 1, "axis split"},
      {11, kAll, 1, 1, "axis split"},
      {13, kAll | kBF16, 1, 2, "axis"},
      {18, kAll | kBF16, 1, 2, "axis num_outputs"}},
     importSplit,
     /*takesSequence=*/false,
     kMany},
    {"SplitToSequence",
     {{11, kAll, 1, 2, "axis keepdims"}},
     importSplitToSequence},
    {"Sqrt", kFunctionVersions, importElementwise<buildSqrt>},
    {"Squeeze",
     {{1, kAll, 1, 1, "axes"},
      {11, kAll, 1, 1, "axes"},
      {13, kAll | kBF16, 1, 2, ""}},
     importSqueeze},
    {"Sub", kArithmeticVersions, importElementwise<buildSub>},
    {"Sum",
     {{1, kFloats, 1, kMany, "consumed_inputs"},
      {6, kFloats, 1, kMany, ""},
      {8, kFloats, 1, kMany, ""},
      {13, kFloats | kBF16, 1, kMany, ""}},
     importElementwise<buildAdd>},
    {"Tanh", kFunctionVersions, importElementwise<buildTanh>},
    {"Transpose",
     {{1, kAll, 1, 1, "perm"}, {13, kAll | kBF16, 1, 1, "perm"}},
     importTranspose},
    {"Unsqueeze",
     {{1, kAll, 1, 1, "axes"},
      {11, kAll, 1, 1, "axes"},
      {13, kAll | kBF16, 2, 2, ""}},
     importUnsqueeze},
    {"Upsample",
     {{1, kFloats | kIndices, 1, 1, "height_scale mode width_scale"},
      {7, kNumbers, 1, 1, "mode scales"},
      {9, kNumbers, 2, 2, "mode"},
      {10, kNumbers, 2, 2, "mode"}},
     importResize},
    {"Where", {{9, kBool, 3, 3, ""}, {16, kBool, 3, 3, ""}}, importWhere},
    {"Xor", kLogicVersions, importElementwise<buildXor>},
};

const Operator<NodeImporter> *mlir::split::onnx::findOperator(StringRef name) {
  return split::findOperator(ArrayRef(kOperators), name);
}
