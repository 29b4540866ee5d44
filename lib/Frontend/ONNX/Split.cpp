//===- Split.cpp - reads Split nodes of ONNX ------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/OnnxSplit.h"

#include "Operators.h"

using namespace mlir;
using namespace mlir::split;

LogicalResult mlir::split::importSplit(NodeImporter &node) {
  auto axis = node.getIntAttribute("axis");
  auto lengths = node.getIntsAttribute("split");
  auto numOutputs = node.getIntAttribute("num_outputs");
  if (failed(axis) || failed(lengths) || failed(numOutputs))
    return failure();
  OnnxSplit split;
  split.version = node.getVersion();
  split.data = node.getInput(0);
  // O1 and O5: the default is 0, and negative values count in every version.
  split.axis = axis->value_or(0);
  split.lengthsAttribute = *lengths;
  if (node.hasInput(1)) {
    split.constantLengths = node.getConstantInput(1);
    if (!split.constantLengths)
      split.lengths = node.getInput(1);
  }
  split.numOutputs = *numOutputs;
  split.numResults = node.getNumOutputs();
  split.strict = node.isStrict();
  auto results = createOnnxSplit(node.getBuilder(), node.getLoc(), split);
  if (failed(results))
    return failure();
  for (auto [i, result] : llvm::enumerate(*results))
    node.setOutput(i, {result, {}});
  return success();
}
