//===- Layers.cpp - The table of OpenVINO's layer types -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layers.h"

#include "../Builders/Limits.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

/// Defines no outputs. After all layers are imported, the inputs of Result
/// layers become the results of the function.
static LogicalResult importResult(LayerImporter &layer) {
  return layer.setOutputs({});
}

// Layer types of the same versions share them.
using Versions = std::initializer_list<OperatorVersion>;
static constexpr Versions kBinaryVersions = {
    {1, kNumbers, 2, 2, "auto_broadcast"}};
static constexpr Versions kUnaryVersions = {{1, kNumbers, 1, 1, ""}};
static constexpr Versions kFloatVersions = {{1, kFloats, 1, 1, ""}};

static constexpr Versions kConvolutionVersions = {
    {1, kNumbers, 2, 2, "auto_pad dilations pads_begin pads_end strides"}};
static constexpr Versions kConvolutionBackpropDataVersions = {
    {1, kNumbers, 2, 3,
     "auto_pad dilations output_padding pads_begin pads_end strides"}};
static constexpr Versions kPadVersions = {
    {1, kNumbers | kBool, 3, 4, "pad_mode"},
    {12, kNumbers | kBool, 3, 4, "pad_mode"}};

static constexpr StringLiteral kMaxPoolAttributes =
    "auto_pad axis dilations index_element_type kernel pads_begin pads_end "
    "rounding_type strides";
static constexpr StringLiteral kAvgPoolAttributes =
    "auto_pad exclude-pad kernel pads_begin pads_end rounding_type strides";
static constexpr StringLiteral kInterpolateAttributes =
    "antialias coordinate_transformation_mode cube_coeff mode nearest_mode "
    "pads_begin pads_end shape_calculation_mode";

/// The table of layer types.
static constexpr Versions kComparisonVersions = {
    {1, kNumbers | kBool, 2, 2, "auto_broadcast"}};
static constexpr Versions kReduceVersions = {{1, kNumbers, 2, 2, "keep_dims"}};

static constexpr Operator<LayerImporter> kLayerTypes[] = {
    {"Abs", kUnaryVersions, importElementwise<buildAbs>},
    {"Acos", kFloatVersions, importElementwise<buildAcos>},
    {"Acosh", {{4, kFloats, 1, 1, ""}}, importElementwise<buildAcosh>},
    {"Add", kBinaryVersions, importElementwise<buildAdd>},
    {"Asin", kFloatVersions, importElementwise<buildAsin>},
    {"Asinh", {{4, kFloats, 1, 1, ""}}, importElementwise<buildAsinh>},
    {"Atan", kFloatVersions, importElementwise<buildAtan>},
    {"Atanh", {{4, kFloats, 1, 1, ""}}, importElementwise<buildAtanh>},
    {"AvgPool",
     {{1, kFloats, 1, 1, kAvgPoolAttributes},
      {14, kFloats, 1, 1, kAvgPoolAttributes},
      {16, kFloats, 1, 1,
       "auto_pad dilations exclude-pad kernel pads_begin pads_end "
       "rounding_type strides"}},
     importAvgPool},
    {"BatchNormInference",
     {{1, kFloats, 5, 5, "epsilon"}, {5, kFloats, 5, 5, "epsilon"}},
     importBatchNormInference},
    {"Ceiling", kFloatVersions, importElementwise<buildCeil>},
    {"Clamp", {{1, kNumbers, 1, 1, "min max"}}, importClamp},
    {"Concat", {{1, kAnyElement, 1, kMaxArguments, "axis"}}, importConcat},
    {"Const",
     {{1, kAnyElement, 0, 0, "element_type shape offset size"}},
     importConst},
    {"Convert",
     {{1, kNumbers | kBool, 1, 1, "destination_type"}},
     importConvert},
    {"ConvertLike", {{1, kNumbers | kBool, 2, 2, ""}}, importConvertLike},
    {"Convolution", kConvolutionVersions, importConvolution},
    {"ConvolutionBackpropData", kConvolutionBackpropDataVersions,
     importConvolutionBackpropData},
    {"Cos", kFloatVersions, importElementwise<buildCos>},
    {"Cosh", kFloatVersions, importElementwise<buildCosh>},
    {"DepthToSpace",
     {{1, kAnyElement, 1, 1, "block_size mode"}},
     importDepthToSpace},
    {"Divide",
     {{1, kNumbers, 2, 2, "auto_broadcast m_pythondiv"}},
     importDivide},
    {"Elu",
     {{1, kFloats, 1, 1, "alpha=1"}},
     importElementwise<buildFormula<formulas::elu>>},
    {"Equal", kComparisonVersions, importComparison<buildEqual>},
    {"Erf", kFloatVersions, importElementwise<buildErf>},
    {"Exp", kFloatVersions, importElementwise<buildExp>},
    {"Floor", kFloatVersions, importElementwise<buildFloor>},
    {"Gather",
     {{1, kAnyElement, 3, 3, ""},
      {7, kAnyElement, 3, 3, "batch_dims"},
      {8, kAnyElement, 3, 3, "batch_dims"}},
     importGather},
    {"Gelu",
     {{2, kFloats, 1, 1, ""}, {7, kFloats, 1, 1, "approximation_mode"}},
     importGelu},
    {"Greater", kComparisonVersions, importComparison<buildGreater>},
    {"GreaterEqual", kComparisonVersions,
     importComparison<buildGreaterOrEqual>},
    {"GroupConvolution", kConvolutionVersions, importConvolution},
    {"GroupConvolutionBackpropData", kConvolutionBackpropDataVersions,
     importConvolutionBackpropData},
    {"GroupNormalization",
     {{12, kFloats, 3, 3, "num_groups epsilon"}},
     importGroupNormalization},
    {"HSigmoid",
     {{5, kFloats, 1, 1, ""}},
     importElementwise<buildFormula<formulas::hSigmoid>>},
    {"HSwish",
     {{4, kFloats, 1, 1, ""}},
     importElementwise<buildFormula<formulas::hardSwish>>},
    {"HardSigmoid",
     {{1, kFloats, 3, 3, ""}},
     importElementwise<buildFormula<formulas::hardSigmoid>>},
    {"Interpolate",
     {{4, kNumbers, 3, 4, kInterpolateAttributes},
      {11, kNumbers, 2, 3, kInterpolateAttributes}},
     importInterpolate},
    {"LRN", {{1, kFloats, 2, 2, "alpha beta bias size"}}, importLRN},
    {"Less", kComparisonVersions, importComparison<buildLess>},
    {"LessEqual", kComparisonVersions, importComparison<buildLessOrEqual>},
    {"Log", kFloatVersions, importElementwise<buildLog>},
    {"LogSoftmax",
     {{5, kFloats, 1, 1, "axis"}},
     importSoftmax<createLogSoftmax, -1>},
    {"LogicalAnd",
     {{1, kBool, 2, 2, "auto_broadcast"}},
     importElementwise<buildAnd>},
    {"LogicalNot", {{1, kBool, 1, 1, ""}}, importElementwise<buildNot>},
    {"LogicalOr",
     {{1, kBool, 2, 2, "auto_broadcast"}},
     importElementwise<buildOr>},
    {"LogicalXor",
     {{1, kBool, 2, 2, "auto_broadcast"}},
     importElementwise<buildXor>},
    {"MVN",
     {{2, kFloats, 1, 1, "across_channels normalize_variance eps"},
      {6, kFloats, 2, 2, "normalize_variance eps eps_mode"}},
     importMVN},
    {"MatMul", {{1, kNumbers, 2, 2, "transpose_a transpose_b"}}, importMatMul},
    {"MaxPool",
     {{1, kNumbers, 1, 1,
       "auto_pad kernel pads_begin pads_end rounding_type strides"},
      {8, kNumbers, 1, 1, kMaxPoolAttributes},
      {14, kNumbers, 1, 1, kMaxPoolAttributes}},
     importMaxPool,
     /*takesSequence=*/false,
     /*maxOutputs=*/2},
    {"Maximum", kBinaryVersions, importElementwise<buildMax>},
    {"Minimum", kBinaryVersions, importElementwise<buildMin>},
    {"Mish",
     {{4, kFloats, 1, 1, ""}},
     importElementwise<buildFormula<formulas::mish>>},
    {"Multiply", kBinaryVersions, importElementwise<buildMul>},
    {"Negative", kUnaryVersions, importElementwise<buildNeg>},
    {"NormalizeL2", {{1, kFloats, 2, 2, "eps eps_mode"}}, importNormalizeL2},
    {"NotEqual", kComparisonVersions, importComparison<buildNotEqual>},
    {"PRelu", {{1, kNumbers, 2, 2, ""}}, importPRelu},
    {"Pad", kPadVersions, importPad},
    {"Parameter",
     {{1, kAnyElement, 0, 0, "element_type shape"}},
     importParameter},
    {"Power",
     {{1, kFloats, 2, 2, "auto_broadcast"}},
     importElementwise<buildPow>},
    {"ReLU", kUnaryVersions, importElementwise<buildRelu>},
    {"ReduceL1",
     {{4, kNumbers, 2, 2, "keep_dims"}},
     importReduction<kReduceL1>},
    {"ReduceL2",
     {{4, kNumbers, 2, 2, "keep_dims"}},
     importReduction<kReduceL2>},
    {"ReduceLogicalAnd",
     {{1, kBool, 2, 2, "keep_dims"}},
     importReduction<kReduceAnd>},
    {"ReduceLogicalOr",
     {{1, kBool, 2, 2, "keep_dims"}},
     importReduction<kReduceOr>},
    {"ReduceMax", kReduceVersions, importReduction<kReduceMax>},
    {"ReduceMean", kReduceVersions, importReduction<kReduceMean>},
    {"ReduceMin", kReduceVersions, importReduction<kReduceMin>},
    {"ReduceProd", kReduceVersions, importReduction<kReduceProd>},
    {"ReduceSum", kReduceVersions, importReduction<kReduceSum>},
    {"Reshape", {{1, kAnyElement, 2, 2, "special_zero"}}, importReshape},
    {"Result",
     {{1, kAnyElement, 1, 1, ""}},
     importResult,
     /*takesSequence=*/false,
     /*maxOutputs=*/0},
    {"Round", {{5, kFloats, 1, 1, "mode"}}, importRound},
    {"Selu",
     {{1, kFloats, 3, 3, ""}},
     importElementwise<buildFormula<formulas::selu>>},
    {"ShapeOf",
     {{1, kAnyElement, 1, 1, ""}, {3, kAnyElement, 1, 1, "output_type"}},
     importShapeOf},
    {"Sigmoid", kFloatVersions, importElementwise<buildSigmoid>},
    {"Sign", kUnaryVersions, importElementwise<buildSign>},
    {"Sin", kFloatVersions, importElementwise<buildSin>},
    {"Sinh", kFloatVersions, importElementwise<buildSinh>},
    {"SoftMax",
     {{1, kFloats, 1, 1, "axis"}, {8, kFloats, 1, 1, "axis"}},
     importSoftmax<createSoftmax, 1>},
    {"SoftPlus",
     {{4, kFloats, 1, 1, ""}},
     importElementwise<buildFormula<formulas::softplus>>},
    {"SoftSign",
     {{9, kFloats, 1, 1, ""}},
     importElementwise<buildFormula<formulas::softsign>>},
    {"SpaceToDepth",
     {{1, kAnyElement, 1, 1, "block_size mode"}},
     importSpaceToDepth},
    // N1.
    {"Split",
     {{1, kAnyElement, 2, 2, "num_splits"}},
     importSplit,
     /*takesSequence=*/false,
     kMaxArguments},
    {"Sqrt", kFloatVersions, importElementwise<buildSqrt>},
    {"SquaredDifference", kBinaryVersions,
     importElementwise<buildSquaredDifference>},
    {"Squeeze",
     {{1, kAnyElement, 1, 2, ""}, {15, kAnyElement, 1, 2, "allow_axis_skip"}},
     importSqueeze},
    {"Subtract", kBinaryVersions, importElementwise<buildSub>},
    {"Swish", {{4, kFloats, 1, 2, ""}}, importSwish},
    {"Tan", kFloatVersions, importElementwise<buildTan>},
    {"Tanh", kFloatVersions, importElementwise<buildTanh>},
    {"Transpose", {{1, kAnyElement, 2, 2, ""}}, importTranspose},
    {"Unsqueeze", {{1, kAnyElement, 2, 2, ""}}, importUnsqueeze},
    {"VariadicSplit",
     {{1, kAnyElement, 3, 3, ""}},
     importVariadicSplit,
     /*takesSequence=*/false,
     kMaxArguments},
};

const Operator<LayerImporter> *
mlir::split::openvino::findLayerType(StringRef name) {
  return findOperator(ArrayRef(kLayerTypes), name);
}
