//===- Elementwise.cpp - elementwise operators of ONNX --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/Elementwise.h"

#include "Operators.h"

#include "split-mlir/Support/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;

/// Checks what binary operators before opset 7 ask for: equal shapes, or the
/// attribute `broadcast`. Sizes known only at run time are broadcast anyway.
static LogicalResult verifyLegacyBroadcast(NodeImporter &node) {
  FailureOr<std::optional<int64_t>> broadcast =
      node.getIntAttribute("broadcast");
  if (failed(broadcast))
    return failure();
  if (broadcast->value_or(0) != 0)
    return node.emitError() << "the attribute 'broadcast' of opsets before 7 "
                               "is not supported";
  if (!joinTypes(node.getInputType(0), node.getInputType(1)))
    return node.emitError()
           << node.getInputType(0) << " and " << node.getInputType(1)
           << " differ in shape, and the attribute "
              "'broadcast' is not set";
  return success();
}

LogicalResult mlir::split::importElementwise(NodeImporter &node,
                                             ScalarBuilder scalar) {
  SmallVector<Value> operands;
  for (int64_t i = 0; i < node.getNumInputs(); ++i) {
    if (failed(node.checkRanked(i)) ||
        failed(node.checkElementType(i, node.getInputType(0).getElementType())))
      return failure();
    operands.push_back(node.getInput(i));
  }
  if (node.getNumInputs() == 2 && node.getVersion() < 7 &&
      failed(verifyLegacyBroadcast(node)))
    return failure();
  FailureOr<Value> result =
      createElementwise(node.getBuilder(), node.getLoc(), operands,
                        node.getInputType(0).getElementType(), scalar);
  if (failed(result))
    return failure();
  node.setOutput(0, {*result, {}});
  return success();
}
