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

/// The table of layer types.
static constexpr Operator<LayerImporter> kLayerTypes[] = {
    {"Add", kBinaryVersions, importElementwise<buildAdd>},
    {"Concat", {{1, kAnyElement, 1, kMaxArguments, "axis"}}, importConcat},
    {"Const",
     {{1, kAnyElement, 0, 0, "element_type shape offset size"}},
     importConst},
    {"Convert",
     {{1, kNumbers | kBool, 1, 1, "destination_type"}},
     importConvert},
    {"ConvertLike", {{1, kNumbers | kBool, 2, 2, ""}}, importConvertLike},
    {"Divide",
     {{1, kNumbers, 2, 2, "auto_broadcast m_pythondiv"}},
     importDivide},
    {"Erf", kFloatVersions, importElementwise<buildErf>},
    {"Exp", kFloatVersions, importElementwise<buildExp>},
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
     /*takesSequence=*/false,
     /*maxOutputs=*/2},
    {"Gather",
     {{1, kAnyElement, 3, 3, ""},
      {7, kAnyElement, 3, 3, "batch_dims"},
      {8, kAnyElement, 3, 3, "batch_dims"}},
     importGather},
    {"Gelu",
     {{2, kFloats, 1, 1, ""}, {7, kFloats, 1, 1, "approximation_mode"}},
     importGelu},
    {"LSTMCell",
     {{1, kFloats, 6, 6,
       "activations activations_alpha activations_beta clip hidden_size "
       "input_forget weights_format"},
      {4, kFloats, 6, 6,
       "activations activations_alpha activations_beta clip hidden_size"}},
     importRecurrent,
     /*takesSequence=*/false,
     /*maxOutputs=*/2},
    {"LSTMSequence",
     {{5, kFloats, 7, 7,
       "activations activations_alpha activations_beta clip direction "
       "hidden_size"}},
     importRecurrent,
     /*takesSequence=*/false,
     /*maxOutputs=*/3},
    {"MatMul", {{1, kNumbers, 2, 2, "transpose_a transpose_b"}}, importMatMul},
    {"Multiply", kBinaryVersions, importElementwise<buildMul>},
    {"Negative", kUnaryVersions, importElementwise<buildNeg>},
    {"Parameter",
     {{1, kAnyElement, 0, 0, "element_type shape"}},
     importParameter},
    {"RNNCell",
     {{1, kFloats, 5, 5,
       "activations activations_alpha activations_beta clip hidden_size"}},
     importRecurrent},
    {"RNNSequence",
     {{5, kFloats, 6, 6,
       "activations activations_alpha activations_beta clip direction "
       "hidden_size"}},
     importRecurrent,
     /*takesSequence=*/false,
     /*maxOutputs=*/2},
    {"ReLU", kUnaryVersions, importElementwise<buildRelu>},
    {"Reshape", {{1, kAnyElement, 2, 2, "special_zero"}}, importReshape},
    {"Result",
     {{1, kAnyElement, 1, 1, ""}},
     importResult,
     /*takesSequence=*/false,
     /*maxOutputs=*/0},
    {"ShapeOf",
     {{1, kAnyElement, 1, 1, ""}, {3, kAnyElement, 1, 1, "output_type"}},
     importShapeOf},
    {"Sigmoid", kFloatVersions, importElementwise<buildSigmoid>},
    {"SoftMax",
     {{1, kFloats, 1, 1, "axis"}, {8, kFloats, 1, 1, "axis"}},
     importSoftmax},
    // N1.
    {"Split",
     {{1, kAnyElement, 2, 2, "num_splits"}},
     importSplit,
     /*takesSequence=*/false,
     kMaxArguments},
    {"Sqrt", kFloatVersions, importElementwise<buildSqrt>},
    {"Squeeze",
     {{1, kAnyElement, 1, 2, ""}, {15, kAnyElement, 1, 2, "allow_axis_skip"}},
     importSqueeze},
    {"Subtract", kBinaryVersions, importElementwise<buildSub>},
    {"Swish", {{4, kFloats, 1, 2, ""}}, importSwish},
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
