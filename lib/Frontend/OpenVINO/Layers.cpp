//===- Layers.cpp - the table of OpenVINO's layer types -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layers.h"

#include "../Common/Limits.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

/// The function's results are made of these once all layers are there.
static LogicalResult importResult(LayerImporter &layer) {
  return layer.setOutputs({});
}

static constexpr LayerVersion kConstVersions[] = {
    {1, Elements::Any, 0, 0, "element_type shape offset size"}};
static constexpr LayerVersion kParameterVersions[] = {
    {1, Elements::Any, 0, 0, "element_type shape"}};
static constexpr LayerVersion kResultVersions[] = {{1, Elements::Any, 1, 1, ""}};
// N1.
static constexpr LayerVersion kSplitVersions[] = {
    {1, Elements::Any, 2, 2, "num_splits"}};
static constexpr LayerVersion kVariadicSplitVersions[] = {
    {1, Elements::Any, 3, 3, ""}};

/// Every layer type there is.
static const LayerType kLayerTypes[] = {
    {"Const", kConstVersions, 1, 1, importConst},
    {"Parameter", kParameterVersions, 1, 1, importParameter},
    {"Result", kResultVersions, 0, 0, importResult},
    {"Split", kSplitVersions, 1, kMaxArguments, importSplit},
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
