//===- Layers.cpp - the table of OpenVINO's layer types -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layers.h"

#include "../Builders/Limits.h"
#include "../Builders/Scalars.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

/// The function's results are made of these once all layers are there.
static LogicalResult importResult(LayerImporter &layer) {
  return layer.setOutputs({});
}

static constexpr LayerVersion kConstVersions[] = {
    {1, Elements::Any, 0, 0, "element_type shape offset size"}};
static constexpr LayerVersion kConcatVersions[] = {
    {1, Elements::Any, 1, kMaxArguments, "axis"}};
static constexpr LayerVersion kConvertVersions[] = {
    {1, Elements::NumbersAndBools, 1, 1, "destination_type"}};
static constexpr LayerVersion kConvertLikeVersions[] = {
    {1, Elements::NumbersAndBools, 2, 2, ""}};
static constexpr LayerVersion kDivideVersions[] = {
    {1, Elements::Numbers, 2, 2, "auto_broadcast m_pythondiv"}};
static constexpr LayerVersion kBinaryVersions[] = {
    {1, Elements::Numbers, 2, 2, "auto_broadcast"}};
static constexpr LayerVersion kUnaryVersions[] = {
    {1, Elements::Numbers, 1, 1, ""}};
static constexpr LayerVersion kFloatVersions[] = {
    {1, Elements::Floats, 1, 1, ""}};
static constexpr LayerVersion kGatherVersions[] = {
    {1, Elements::Any, 3, 3, ""},
    {7, Elements::Any, 3, 3, "batch_dims"},
    {8, Elements::Any, 3, 3, "batch_dims"}};
static constexpr LayerVersion kGeluVersions[] = {
    {2, Elements::Floats, 1, 1, ""},
    {7, Elements::Floats, 1, 1, "approximation_mode"}};
static constexpr LayerVersion kMatMulVersions[] = {
    {1, Elements::Numbers, 2, 2, "transpose_a transpose_b"}};
static constexpr LayerVersion kReshapeVersions[] = {
    {1, Elements::Any, 2, 2, "special_zero"}};
static constexpr LayerVersion kShapeOfVersions[] = {
    {1, Elements::Any, 1, 1, ""}, {3, Elements::Any, 1, 1, "output_type"}};
static constexpr LayerVersion kSoftmaxVersions[] = {
    {1, Elements::Floats, 1, 1, "axis"}, {8, Elements::Floats, 1, 1, "axis"}};
static constexpr LayerVersion kSqueezeVersions[] = {
    {1, Elements::Any, 1, 2, ""}, {15, Elements::Any, 1, 2, "allow_axis_skip"}};
static constexpr LayerVersion kSwishVersions[] = {
    {4, Elements::Floats, 1, 2, ""}};
static constexpr LayerVersion kTransposeVersions[] = {
    {1, Elements::Any, 2, 2, ""}};
static constexpr LayerVersion kUnsqueezeVersions[] = {
    {1, Elements::Any, 2, 2, ""}};
static constexpr LayerVersion kParameterVersions[] = {
    {1, Elements::Any, 0, 0, "element_type shape"}};
static constexpr LayerVersion kResultVersions[] = {
    {1, Elements::Any, 1, 1, ""}};
// N1.
static constexpr LayerVersion kSplitVersions[] = {
    {1, Elements::Any, 2, 2, "num_splits"}};
static constexpr LayerVersion kVariadicSplitVersions[] = {
    {1, Elements::Any, 3, 3, ""}};

/// Every layer type there is.
static const LayerType kLayerTypes[] = {
    {"Add", kBinaryVersions, 1, 1, importElementwise<buildAdd>},
    {"Concat", kConcatVersions, 1, 1, importConcat},
    {"Const", kConstVersions, 1, 1, importConst},
    {"Convert", kConvertVersions, 1, 1, importConvert},
    {"ConvertLike", kConvertLikeVersions, 1, 1, importConvertLike},
    {"Divide", kDivideVersions, 1, 1, importDivide},
    {"Erf", kFloatVersions, 1, 1, importElementwise<buildErf>},
    {"Exp", kFloatVersions, 1, 1, importElementwise<buildExp>},
    {"Gather", kGatherVersions, 1, 1, importGather},
    {"Gelu", kGeluVersions, 1, 1, importGelu},
    {"MatMul", kMatMulVersions, 1, 1, importMatMul},
    {"Multiply", kBinaryVersions, 1, 1, importElementwise<buildMul>},
    {"Negative", kUnaryVersions, 1, 1, importElementwise<buildNeg>},
    {"Parameter", kParameterVersions, 1, 1, importParameter},
    {"ReLU", kUnaryVersions, 1, 1, importElementwise<buildRelu>},
    {"Reshape", kReshapeVersions, 1, 1, importReshape},
    {"Result", kResultVersions, 0, 0, importResult},
    {"ShapeOf", kShapeOfVersions, 1, 1, importShapeOf},
    {"Sigmoid", kFloatVersions, 1, 1, importElementwise<buildSigmoid>},
    {"SoftMax", kSoftmaxVersions, 1, 1, importSoftmax},
    {"Split", kSplitVersions, 1, kMaxArguments, importSplit},
    {"Sqrt", kFloatVersions, 1, 1, importElementwise<buildSqrt>},
    {"Squeeze", kSqueezeVersions, 1, 1, importSqueeze},
    {"Subtract", kBinaryVersions, 1, 1, importElementwise<buildSub>},
    {"Swish", kSwishVersions, 1, 1, importSwish},
    {"Tanh", kFloatVersions, 1, 1, importElementwise<buildTanh>},
    {"Transpose", kTransposeVersions, 1, 1, importTranspose},
    {"Unsqueeze", kUnsqueezeVersions, 1, 1, importUnsqueeze},
    {"VariadicSplit", kVariadicSplitVersions, 1, kMaxArguments,
     importVariadicSplit},
};

const LayerVersion *LayerType::findVersion(int64_t opset) const {
  const LayerVersion *found = nullptr;
  for (const LayerVersion &version : versions)
    if (version.since <= opset)
      found = &version;
  return found;
}

const LayerType *mlir::split::openvino::findLayerType(StringRef name) {
  const LayerType *row = llvm::find_if(
      kLayerTypes, [&](const LayerType &type) { return type.name == name; });
  return row == std::end(kLayerTypes) ? nullptr : row;
}
