//===- Split.cpp - Reads Split nodes of ONNX ------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/OnnxSplit.h"

#include "Operators.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;

LogicalResult mlir::split::frontends::onnx::importSplit(NodeImporter &node) {
  OnnxSplit split;
  // O1 and O5: the default is 0, and negative values count in every version.
  if (failed(node.readInt("axis", split.axis)) ||
      failed(node.readInts("split", split.lengthsAttribute)) ||
      failed(node.readInt("num_outputs", split.numOutputs)))
    return failure();
  split.version = node.getVersion();
  split.data = node.getInput(0);
  if (node.hasInput(1)) {
    split.constantLengths = node.getConstantInput(1);
    if (!split.constantLengths)
      split.lengths = node.getInput(1);
  }
  split.numResults = node.getNumOutputs();
  split.strict = node.isStrict();
  auto results = createOnnxSplit(node.getBuilder(), split);
  if (failed(results))
    return failure();
  for (auto [i, result] : llvm::enumerate(*results))
    node.setOutput(i, {result, {}});
  return success();
}
