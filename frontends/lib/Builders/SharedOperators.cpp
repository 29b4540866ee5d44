//===- SharedOperators.cpp - Operators of several formats -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedOperators.h"

#include "DataMovement.h"
#include "Elementwise.h"
#include "Indexing.h"
#include "Reduce.h"
#include "Shapes.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

LogicalResult mlir::split::frontends::importCastLike(OperatorImporter &op) {
  Type type = op.getElementType(1);
  if (failed(op.checkElementType(type)))
    return failure();
  return op.setResult(createCast(op.getBuilder(), op.getInput(0), type));
}

LogicalResult mlir::split::frontends::importCumSum(OperatorImporter &op) {
  CumSumOptions options;
  OpFoldResult axis = op.getBuilder().getIndexAttr(0);
  if (failed(op.readBool("exclusive", options.isExclusive)) ||
      failed(op.readBool("reverse", options.isReverse)) ||
      (op.hasInput(1) && failed(op.readIndex(1, "axis is", axis))))
    return failure();
  return op.setResult(
      createCumSum(op.getBuilder(), op.getInput(0), axis, options));
}

LogicalResult mlir::split::frontends::importEinsum(OperatorImporter &op) {
  StringRef equation;
  SmallVector<Value> operands;
  if (failed(op.readString("equation", equation)) ||
      failed(op.readAlikeInputs(operands)))
    return failure();
  return op.setResult(createEinsum(op.getBuilder(), operands, equation));
}

LogicalResult
mlir::split::frontends::importGatherElements(OperatorImporter &op) {
  int64_t axis = 0;
  Value indices;
  if (failed(op.readInt("axis", axis)) ||
      failed(op.readIntegers(1, "indices are", indices)))
    return failure();
  return op.setResult(
      createGatherElements(op.getBuilder(), op.getInput(0), indices, axis));
}

/// Swaps the last two dimensions of a matrix if the attribute `name` is set. A
/// vector stays as it is.
static LogicalResult transposeMatrix(OperatorImporter &op, StringRef name,
                                     Value &matrix) {
  bool isTransposed = false;
  if (failed(op.readBool(name, isTransposed)))
    return failure();
  int64_t rank = getRankedType(matrix).getRank();
  if (!isTransposed || rank < 2)
    return success();
  auto order = llvm::to_vector(llvm::seq<int64_t>(rank));
  std::swap(order[rank - 2], order[rank - 1]);
  FailureOr<Value> transposed = createTranspose(op.getBuilder(), matrix, order);
  matrix = transposed.value_or(matrix);
  return transposed;
}

LogicalResult mlir::split::frontends::importMatMul(OperatorImporter &op) {
  SmallVector<Value> operands;
  if (failed(op.readAlikeInputs(operands)) ||
      failed(transposeMatrix(op, "transpose_a", operands[0])) ||
      failed(transposeMatrix(op, "transpose_b", operands[1])))
    return failure();
  return op.setResult(createMatMul(op.getBuilder(), operands[0], operands[1]));
}

FailureOr<Value> mlir::split::frontends::createElementwise(
    OperatorImporter &op, SmallVector<Value> operands, Type resultElement,
    ScalarBuilder scalar) {
  SmallVector<double> parameters;
  if (failed(op.readParameters(parameters)) ||
      failed(op.alignOperands(operands)))
    return failure();
  return createElementwise(op.getBuilder(), operands, resultElement, scalar,
                           parameters);
}

/// Imports an elementwise operator whose inputs have the same element type from
/// input `first` on.
static LogicalResult importScalar(OperatorImporter &op, ScalarBuilder scalar,
                                  Type resultElement, int64_t first = 0) {
  SmallVector<Value> operands;
  if (failed(op.readAlikeInputs(operands, first)))
    return failure();
  return op.setResult(createElementwise(op, operands, resultElement, scalar));
}

LogicalResult mlir::split::frontends::importElementwise(OperatorImporter &op,
                                                        ScalarBuilder scalar) {
  return importScalar(op, scalar, op.getElementType(0));
}

LogicalResult mlir::split::frontends::importComparison(OperatorImporter &op,
                                                       ScalarBuilder scalar) {
  return importScalar(op, scalar, op.getBuilder().getI1Type());
}

LogicalResult mlir::split::frontends::importWhere(OperatorImporter &op) {
  return importScalar(op, buildWhere, op.getElementType(1), /*first=*/1);
}

LogicalResult mlir::split::frontends::importSoftmax(OperatorImporter &op,
                                                    SoftmaxBuilder build,
                                                    int64_t axis,
                                                    bool isFlattened) {
  if (failed(op.readAxis(axis)))
    return failure();
  int64_t rank = op.getInputType(0).getRank();
  return op.setResult(build(op.getBuilder(), op.getInput(0), axis,
                            isFlattened ? rank - axis : 1));
}

LogicalResult mlir::split::frontends::importBlocks(OperatorImporter &op,
                                                   StringRef size,
                                                   ArrayRef<StringRef> modes,
                                                   BlocksBuilder build) {
  int64_t blockSize = 1, mode = 0;
  if (failed(op.readInt(size, blockSize)) ||
      failed(op.readChoice("mode", modes, mode)))
    return failure();
  return op.setResult(build(op.getBuilder(), op.getInput(0), blockSize,
                            /*blocksFirst=*/mode == 0));
}

LogicalResult mlir::split::frontends::readDirections(OperatorImporter &op,
                                                     RecurrentLayer &layer) {
  enum { Forward, Reverse, Bidirectional };
  int64_t direction = Forward;
  if (failed(op.readChoice("direction", {"forward", "reverse", "bidirectional"},
                           direction)))
    return failure();
  if (direction != Reverse)
    layer.isReverse.push_back(false);
  if (direction != Forward)
    layer.isReverse.push_back(true);
  return success();
}
