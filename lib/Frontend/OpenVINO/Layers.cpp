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
static constexpr ElementTypeSet kSignedNumbers =
    kFloats | kI8 | kI16 | kI32 | kI64;
static constexpr Versions kUnaryVersions = {{1, kNumbers, 1, 1, ""}};
static constexpr Versions kFloatVersions = {{1, kFloats, 1, 1, ""}};

/// The table of layer types.
static constexpr Operator<LayerImporter> kLayerTypes[] = {
    {"Add", kBinaryVersions, importElementwise<buildAdd>},
    {"Broadcast",
     {{1, kAnyElement, 2, 3, "mode"}, {3, kAnyElement, 2, 3, "mode"}},
     importBroadcast},
    {"Concat", {{1, kAnyElement, 1, kMaxArguments, "axis"}}, importConcat},
    {"Const",
     {{1, kAnyElement, 0, 0, "element_type shape offset size"}},
     importConst},
    {"Convert",
     {{1, kNumbers | kBool, 1, 1, "destination_type"}},
     importConvert},
    {"ConvertLike", {{1, kNumbers | kBool, 2, 2, ""}}, importConvertLike},
    {"CumSum", {{3, kNumbers, 1, 2, "exclusive reverse"}}, importCumSum},
    {"Divide",
     {{1, kNumbers, 2, 2, "auto_broadcast m_pythondiv"}},
     importDivide},
    {"Einsum", {{7, kNumbers, 1, kMaxArguments, "equation"}}, importEinsum},
    {"Erf", kFloatVersions, importElementwise<buildErf>},
    {"Exp", kFloatVersions, importElementwise<buildExp>},
    {"Eye", {{9, kNumbers, 3, 4, "output_type"}}, importEye},
    {"FloorMod", kBinaryVersions, importElementwise<buildFloorMod>},
    {"Gather",
     {{1, kAnyElement, 3, 3, ""},
      {7, kAnyElement, 3, 3, "batch_dims"},
      {8, kAnyElement, 3, 3, "batch_dims"}},
     importGather},
    {"GatherElements", {{6, kAnyElement, 2, 2, "axis"}}, importGatherElements},
    {"GatherND",
     {{5, kAnyElement, 2, 2, "batch_dims"},
      {8, kAnyElement, 2, 2, "batch_dims"}},
     importGatherND},
    {"Gelu",
     {{2, kFloats, 1, 1, ""}, {7, kFloats, 1, 1, "approximation_mode"}},
     importGelu},
    {"MatMul", {{1, kNumbers, 2, 2, "transpose_a transpose_b"}}, importMatMul},
    {"Mod", kBinaryVersions, importElementwise<buildRem>},
    {"Multiply", kBinaryVersions, importElementwise<buildMul>},
    {"Negative", kUnaryVersions, importElementwise<buildNeg>},
    {"NonZero", {{3, kNumbers | kBool, 1, 1, "output_type"}}, importNonZero},
    {"OneHot", {{1, kInts, 4, 4, "axis"}}, importOneHot},
    {"Parameter",
     {{1, kAnyElement, 0, 0, "element_type shape"}},
     importParameter},
    {"Range",
     {{1, kSignedNumbers, 3, 3, ""}, {4, kSignedNumbers, 3, 3, "output_type"}},
     importRange},
    {"ReLU", kUnaryVersions, importElementwise<buildRelu>},
    {"Reshape", {{1, kAnyElement, 2, 2, "special_zero"}}, importReshape},
    {"Result",
     {{1, kAnyElement, 1, 1, ""}},
     importResult,
     /*takesSequence=*/false,
     /*maxOutputs=*/0},
    {"ReverseSequence",
     {{1, kAnyElement, 2, 2, "batch_axis seq_axis"}},
     importReverseSequence},
    {"ScatterElementsUpdate",
     {{3, kAnyElement, 4, 4, ""},
      {12, kAnyElement, 4, 4, "reduction use_init_val"}},
     importScatterElementsUpdate},
    {"ScatterNDUpdate", {{3, kAnyElement, 3, 3, ""}}, importScatterNDUpdate},
    {"ScatterUpdate", {{3, kAnyElement, 4, 4, ""}}, importScatterUpdate},
    {"Select", {{1, kBool, 3, 3, "auto_broadcast"}}, importSelect},
    {"ShapeOf",
     {{1, kAnyElement, 1, 1, ""}, {3, kAnyElement, 1, 1, "output_type"}},
     importShapeOf},
    {"Sigmoid", kFloatVersions, importElementwise<buildSigmoid>},
    {"Slice", {{8, kAnyElement, 4, 5, ""}}, importSlice},
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
    {"StridedSlice",
     {{1, kAnyElement, 3, 4,
       "begin_mask end_mask new_axis_mask shrink_axis_mask ellipsis_mask"}},
     importStridedSlice},
    {"Subtract", kBinaryVersions, importElementwise<buildSub>},
    {"Swish", {{4, kFloats, 1, 2, ""}}, importSwish},
    {"Tanh", kFloatVersions, importElementwise<buildTanh>},
    {"Tile", {{1, kAnyElement, 2, 2, ""}}, importTile},
    {"TopK",
     {{1, kNumbers, 2, 2, "axis mode sort"},
      {3, kNumbers, 2, 2, "axis mode sort index_element_type"},
      {11, kNumbers, 2, 2, "axis mode sort index_element_type stable"}},
     importTopK,
     /*takesSequence=*/false,
     /*maxOutputs=*/2},
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
