//===- Reductions.cpp - Sums and products of ONNX -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Axes.h"
#include "../Builders/CumSum.h"
#include "../Builders/Einsum.h"
#include "../Builders/MatMul.h"
#include "../Builders/Reduce.h"
#include "../Builders/Sizes.h"
#include "Operators.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::onnx;

LogicalResult mlir::split::onnx::importMatMul(NodeImporter &node) {
  SmallVector<Value> operands;
  if (failed(node.readAlikeInputs(operands)))
    return failure();
  return node.setResult(
      createMatMul(node.getBuilder(), operands[0], operands[1]));
}

LogicalResult mlir::split::onnx::importSoftmax(NodeImporter &node) {
  // Before opset 13 dimensions from the axis on are flattened to one.
  bool isFlattened = node.getVersion() < 13;
  int64_t axis = isFlattened ? 1 : -1;
  Value data;
  if (failed(node.readRankedInput(0, data)) ||
      failed(node.readInt("axis", axis)))
    return failure();
  int64_t rank = getRankedType(data).getRank();
  FailureOr<int64_t> dim = getAxis(node.getBuilder(), axis, rank);
  if (failed(dim))
    return failure();
  return node.setResult(createSoftmax(node.getBuilder(), data, *dim,
                                      isFlattened ? rank - *dim : 1));
}

LogicalResult mlir::split::onnx::importCumSum(NodeImporter &node) {
  Value data;
  OpFoldResult axis;
  CumSumOptions options;
  if (failed(node.readBool("exclusive", options.isExclusive)) ||
      failed(node.readBool("reverse", options.isReverse)) ||
      failed(node.readRankedInput(0, data)) ||
      failed(node.readInteger(1, axis)))
    return failure();
  return node.setResult(createCumSum(node.getBuilder(), data, axis, options));
}

LogicalResult mlir::split::onnx::importEinsum(NodeImporter &node) {
  std::string equation;
  SmallVector<Value> operands;
  if (failed(node.readString("equation", equation)) ||
      failed(node.checkAttribute("equation")) ||
      failed(node.readAlikeInputs(operands)))
    return failure();
  return node.setResult(createEinsum(node.getBuilder(), operands, equation));
}
