//===- Products.cpp - MatMul and Softmax of ONNX --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Axes.h"
#include "../Builders/MatMul.h"
#include "../Builders/Sizes.h"
#include "../Builders/Softmax.h"
#include "Operators.h"

using namespace mlir;
using namespace mlir::split;

LogicalResult mlir::split::importMatMul(NodeImporter &node) {
  SmallVector<Value> operands;
  if (failed(node.readAlikeInputs(operands)))
    return failure();
  return node.setResult(
      createMatMul(node.getBuilder(), node.getLoc(), operands[0], operands[1]));
}

LogicalResult mlir::split::importSoftmax(NodeImporter &node) {
  // Before opset 13 dimensions from the axis on are flattened to one.
  bool isFlattened = node.getVersion() < 13;
  int64_t axis = isFlattened ? 1 : -1;
  Value data;
  if (failed(node.readRankedInput(0, data)) ||
      failed(node.readInt("axis", axis)))
    return failure();
  int64_t rank = getRankedType(data).getRank();
  FailureOr<int64_t> dim = getAxis(node.getLoc(), axis, rank);
  if (failed(dim))
    return failure();
  return node.setResult(createSoftmax(node.getBuilder(), node.getLoc(), data,
                                      *dim, isFlattened ? rank - *dim : 1));
}
