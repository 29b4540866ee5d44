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
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

/// Defines no outputs. After all layers are imported, the inputs of Result
/// layers become the results of the function.
static LogicalResult importResult(LayerImporter &layer) {
  return layer.setResults({});
}

// Layer types of the same versions share them.
using Versions = std::initializer_list<OperatorVersion>;
static constexpr Versions kBinaryVersions = {
    {1, kNumbers, 2, 2, "auto_broadcast"}};
static constexpr ElementTypeSet kSignedNumbers =
    kFloats | kI8 | kI16 | kI32 | kI64;
static constexpr Versions kUnaryVersions = {{1, kNumbers}};
static constexpr Versions kFloatVersions = {{1, kFloats}};

static constexpr Versions kConvolutionVersions = {
    {1, kNumbers, 2, 2, "auto_pad dilations pads_begin pads_end strides"}};
static constexpr Versions kConvolutionBackpropDataVersions = {
    {1, kNumbers, 2, 3,
     "auto_pad dilations output_padding pads_begin pads_end strides"}};
static constexpr Versions kPadVersions = {
    {1, kNumbers | kBool, 3, 4, "pad_mode"}, {12}};

static constexpr Versions kComparisonVersions = {
    {1, kNumbers | kBool, 2, 2, "auto_broadcast"}};
static constexpr Versions kLogicVersions = {{1, kBool, 2, 2, "auto_broadcast"}};
static constexpr Versions kReduceVersions = {{1, kNumbers, 2, 2, "keep_dims"}};

/// The table of layer types.
static constexpr Operator<LayerImporter> kLayerTypes[] = {
    {"Abs", kUnaryVersions, importElementwise<buildAbs>},
    {"Acos", kFloatVersions, importElementwise<buildAcos>},
    {"Acosh", {{4, kFloats}}, importElementwise<buildAcosh>},
    {"Add", kBinaryVersions, importElementwise<buildAdd>},
    {"Asin", kFloatVersions, importElementwise<buildAsin>},
    {"Asinh", {{4, kFloats}}, importElementwise<buildAsinh>},
    {"Atan", kFloatVersions, importElementwise<buildAtan>},
    {"Atanh", {{4, kFloats}}, importElementwise<buildAtanh>},
    {"AvgPool",
     {{1, kFloats,
       "auto_pad exclude-pad! kernel pads_begin pads_end rounding_type "
       "strides"},
      {14},
      {16, "auto_pad dilations exclude-pad! kernel pads_begin pads_end "
           "rounding_type strides"}},
     importAvgPool},
    {"BatchNormInference",
     {{1, kFloats, 5, 5, "epsilon"}, {5}},
     importBatchNormInference},
    {"Broadcast", {{1, kAnyElement, 2, 3, "mode"}, {3}}, importBroadcast},
    {"Ceiling", kFloatVersions, importElementwise<buildCeil>},
    {"Clamp", {{1, kNumbers, "min max"}}, importClamp},
    {"Concat", {{1, kAnyElement, 1, kMaxArguments, "axis!"}}, importConcat},
    {"Const",
     {{1, kAnyElement, 0, 0, "element_type shape offset size"}},
     importConst},
    {"Convert", {{1, kNumbers | kBool, "destination_type"}}, importConvert},
    {"ConvertLike", {{1, kNumbers | kBool, 2, 2}}, importCastLike},
    {"Convolution", kConvolutionVersions, importConvolution},
    {"ConvolutionBackpropData", kConvolutionBackpropDataVersions,
     importConvolutionBackpropData},
    {"Cos", kFloatVersions, importElementwise<buildCos>},
    {"Cosh", kFloatVersions, importElementwise<buildCosh>},
    {"CumSum", {{3, kNumbers, 1, 2, "exclusive reverse"}}, importCumSum},
    {"DepthToSpace", {{1, kAnyElement, "block_size mode"}}, importDepthToSpace},
    {"Divide",
     {{1, kNumbers, 2, 2, "auto_broadcast m_pythondiv"}},
     importDivide},
    {"Einsum", {{7, kNumbers, 1, kMaxArguments, "equation!"}}, importEinsum},
    {"Elu", {{1, kFloats, "alpha=1"}}, importFormula<formulas::elu>},
    {"Equal", kComparisonVersions, importComparison<buildEqual>},
    {"Erf", kFloatVersions, importElementwise<buildErf>},
    {"Exp", kFloatVersions, importElementwise<buildExp>},
    {"Eye", {{9, kNumbers, 3, 4, "output_type"}}, importEye},
    {"Floor", kFloatVersions, importElementwise<buildFloor>},
    {"FloorMod", kBinaryVersions, importElementwise<buildFloorMod>},
    {"GRUCell",
     {{3, kFloats, 5, 5,
       "activations activations_alpha activations_beta clip hidden_size "
       "linear_before_reset"}},
     importRecurrent},
    {"GRUSequence",
     {{5, kFloats, 6, 6,
       "activations activations_alpha activations_beta clip direction "
       "hidden_size linear_before_reset"}},
     importRecurrent,
     /*maxOutputs=*/2},
    {"Gather", {{1, kAnyElement, 3, 3}, {7, "batch_dims"}, {8}}, importGather},
    {"GatherElements", {{6, kAnyElement, 2, 2, "axis!"}}, importGatherElements},
    {"GatherND", {{5, kAnyElement, 2, 2, "batch_dims"}, {8}}, importGatherND},
    {"Gelu", {{2, kFloats}, {7, "approximation_mode"}}, importGelu},
    {"Greater", kComparisonVersions, importComparison<buildGreater>},
    {"GreaterEqual", kComparisonVersions,
     importComparison<buildGreaterOrEqual>},
    {"GroupConvolution", kConvolutionVersions, importConvolution},
    {"GroupConvolutionBackpropData", kConvolutionBackpropDataVersions,
     importConvolutionBackpropData},
    {"GroupNormalization",
     {{12, kFloats, 3, 3, "num_groups! epsilon"}},
     importGroupNormalization},
    {"HSigmoid", {{5, kFloats}}, importFormula<formulas::hSigmoid>},
    {"HSwish", {{4, kFloats}}, importFormula<formulas::hardSwish>},
    {"HardSigmoid", {{1, kFloats, 3, 3}}, importFormula<formulas::hardSigmoid>},
    {"If",
     {{8, kBool, 1, kMaxArguments}},
     importIf,
     /*maxOutputs=*/kMaxArguments,
     InputKind::Tensors},
    {"Interpolate",
     {{4, kNumbers, 3, 4,
       "antialias coordinate_transformation_mode cube_coeff mode nearest_mode "
       "pads_begin pads_end shape_calculation_mode"},
      {11, kNumbers, 2, 3}},
     importInterpolate},
    {"LRN", {{1, kFloats, 2, 2, "alpha beta bias size"}}, importLRN},
    {"LSTMCell",
     {{1, kFloats, 6, 6,
       "activations activations_alpha activations_beta clip hidden_size "
       "input_forget weights_format"},
      {4, "activations activations_alpha activations_beta clip hidden_size"}},
     importRecurrent,
     /*maxOutputs=*/2},
    {"LSTMSequence",
     {{5, kFloats, 7, 7,
       "activations activations_alpha activations_beta clip direction "
       "hidden_size"}},
     importRecurrent,
     /*maxOutputs=*/3},
    {"Less", kComparisonVersions, importComparison<buildLess>},
    {"LessEqual", kComparisonVersions, importComparison<buildLessOrEqual>},
    {"Log", kFloatVersions, importElementwise<buildLog>},
    {"LogSoftmax", {{5, kFloats, "axis"}}, importSoftmax<createLogSoftmax, -1>},
    {"LogicalAnd", kLogicVersions, importElementwise<buildAnd>},
    {"LogicalNot", {{1, kBool}}, importElementwise<buildNot>},
    {"LogicalOr", kLogicVersions, importElementwise<buildOr>},
    {"LogicalXor", kLogicVersions, importElementwise<buildXor>},
    {"Loop",
     {{5, kI32 | kI64, 2, kMaxArguments, ""}},
     importLoop,
     /*maxOutputs=*/kMaxArguments,
     InputKind::Tensors},
    {"MVN",
     {{2, kFloats, "across_channels normalize_variance eps"},
      {6, kFloats, 2, 2, "normalize_variance eps eps_mode"}},
     importMVN},
    {"MatMul", {{1, kNumbers, 2, 2, "transpose_a transpose_b"}}, importMatMul},
    {"MaxPool",
     {{1, kNumbers,
       "auto_pad kernel pads_begin pads_end rounding_type strides"},
      {8, "auto_pad axis dilations index_element_type kernel pads_begin "
          "pads_end rounding_type strides"},
      {14}},
     importMaxPool,
     /*maxOutputs=*/2},
    {"Maximum", kBinaryVersions, importElementwise<buildMax>},
    {"Minimum", kBinaryVersions, importElementwise<buildMin>},
    {"Mish", {{4, kFloats}}, importFormula<formulas::mish>},
    {"Mod", kBinaryVersions, importElementwise<buildRem>},
    {"Multiply", kBinaryVersions, importElementwise<buildMul>},
    {"Negative", kUnaryVersions, importElementwise<buildNeg>},
    {"NonZero", {{3, kNumbers | kBool, "output_type"}}, importNonZero},
    {"NormalizeL2", {{1, kFloats, 2, 2, "eps eps_mode"}}, importNormalizeL2},
    {"NotEqual", kComparisonVersions, importComparison<buildNotEqual>},
    {"OneHot", {{1, kInts, 4, 4, "axis!"}}, importOneHot},
    {"PRelu", {{1, kNumbers, 2, 2}}, importPRelu},
    {"Pad", kPadVersions, importPad},
    {"Parameter",
     {{1, kAnyElement, 0, 0, "element_type shape"}},
     importParameter},
    {"Power",
     {{1, kFloats, 2, 2, "auto_broadcast"}},
     importElementwise<buildPow>},
    {"RNNCell",
     {{1, kFloats, 5, 5,
       "activations activations_alpha activations_beta clip hidden_size"}},
     importRecurrent},
    {"RNNSequence",
     {{5, kFloats, 6, 6,
       "activations activations_alpha activations_beta clip direction "
       "hidden_size"}},
     importRecurrent,
     /*maxOutputs=*/2},
    {"Range", {{1, kSignedNumbers, 3, 3}, {4, "output_type"}}, importRange},
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
    {"Reshape", {{1, kAnyElement, 2, 2, "special_zero!"}}, importReshape},
    {"Result",
     {{1, kAnyElement}},
     importResult,
     /*maxOutputs=*/0,
     InputKind::Tensors},
    {"ReverseSequence",
     {{1, kAnyElement, 2, 2, "batch_axis seq_axis"}},
     importReverseSequence},
    {"Round", {{5, kFloats, "mode"}}, importRound},
    {"ScatterElementsUpdate",
     {{3, kAnyElement, 4, 4}, {12, "reduction use_init_val"}},
     importScatterElementsUpdate},
    {"ScatterNDUpdate", {{3, kAnyElement, 3, 3}}, importScatterNDUpdate},
    {"ScatterUpdate", {{3, kAnyElement, 4, 4}}, importScatterUpdate},
    {"Select", {{1, kBool, 3, 3, "auto_broadcast"}}, importWhere},
    {"Selu", {{1, kFloats, 3, 3}}, importFormula<formulas::selu>},
    {"ShapeOf", {{1, kAnyElement}, {3, "output_type"}}, importShapeOf},
    {"Sigmoid", kFloatVersions, importElementwise<buildSigmoid>},
    {"Sign", kUnaryVersions, importElementwise<buildSign>},
    {"Sin", kFloatVersions, importElementwise<buildSin>},
    {"Sinh", kFloatVersions, importElementwise<buildSinh>},
    {"Slice", {{8, kAnyElement, 4, 5}}, importSlice},
    {"SoftMax", {{1, kFloats, "axis"}, {8}}, importSoftmax<createSoftmax, 1>},
    {"SoftPlus", {{4, kFloats}}, importFormula<formulas::softplus>},
    {"SoftSign", {{9, kFloats}}, importFormula<formulas::softsign>},
    {"SpaceToDepth", {{1, kAnyElement, "block_size mode"}}, importSpaceToDepth},
    // N1.
    {"Split",
     {{1, kAnyElement, 2, 2, "num_splits"}},
     importSplit,
     /*maxOutputs=*/kMaxArguments,
     InputKind::Tensors},
    {"Sqrt", kFloatVersions, importElementwise<buildSqrt>},
    {"SquaredDifference", kBinaryVersions,
     importElementwise<buildSquaredDifference>},
    {"Squeeze",
     {{1, kAnyElement, 1, 2}, {15, "allow_axis_skip"}},
     importSqueeze},
    {"StridedSlice",
     {{1, kAnyElement, 3, 4,
       "begin_mask end_mask new_axis_mask shrink_axis_mask ellipsis_mask"}},
     importStridedSlice},
    {"Subtract", kBinaryVersions, importElementwise<buildSub>},
    {"Swish", {{4, kFloats, 1, 2}}, importSwish},
    {"Tan", kFloatVersions, importElementwise<buildTan>},
    {"Tanh", kFloatVersions, importElementwise<buildTanh>},
    {"TensorIterator",
     {{1, kAnyElement, 1, kMaxArguments}},
     importLoop,
     /*maxOutputs=*/kMaxArguments,
     InputKind::Tensors},
    {"Tile", {{1, kAnyElement, 2, 2}}, importTile},
    {"TopK",
     {{1, kNumbers, 2, 2, "axis! mode sort"},
      {3, "axis! mode sort index_element_type"},
      {11, "axis! mode sort index_element_type stable"}},
     importTopK,
     /*maxOutputs=*/2},
    {"Transpose", {{1, kAnyElement, 2, 2}}, importTranspose},
    {"Unsqueeze", {{1, kAnyElement, 2, 2}}, importUnsqueeze},
    {"VariadicSplit",
     {{1, kAnyElement, 3, 3}},
     importVariadicSplit,
     /*maxOutputs=*/kMaxArguments,
     InputKind::Tensors},
};

const Operator<LayerImporter> *
mlir::split::frontends::openvino::findLayerType(StringRef name) {
  return findOperator(ArrayRef(kLayerTypes), name);
}
