//===- TorchOnnxSplit.cpp - torch.operator "onnx.Split" -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignSplits.h"

#include "../Builders/OnnxSplit.h"
#include "ForeignOp.h"
#include "TorchValues.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "split-mlir/Dialect/Split/IR/Rules.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

static std::optional<int64_t> readOnnxInt(Operation *op, StringRef name) {
  return readInteger(getForeignAttribute(op, name));
}

/// Returns the version of ONNX's Split in the function that contains `op`,
/// which has the opset that the model imports.
static int64_t getOnnxVersion(Operation *op) {
  auto function = op->getParentOfType<func::FuncOp>();
  std::optional<int64_t> opset;
  if (function)
    opset = readOnnxInt(function, "torch.onnx_meta.opset_version");
  for (int64_t version : {18, 13, 11, 2})
    if (!opset || *opset >= version)
      return version;
  return 1;
}

/// Reads the operands and attributes of `op` to `split`, except for tensors
/// that are not constant. Returns why the op has no split op, or an empty text.
static StringRef readOnnxSplit(Operation *op, OnnxSplit &split) {
  unsigned numOperands = op->getNumOperands();
  if (numOperands < 1 || numOperands > 2 || op->getNumResults() == 0 ||
      op->getNumRegions() != 0 || op->getNumSuccessors() != 0)
    return "of an unknown form";
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (!getBuiltinTensorType(type))
      return "of a tensor of unknown type";
  split.version = getOnnxVersion(op);
  split.numResults = op->getNumResults();
  split.axis = readOnnxInt(op, "torch.onnx.axis").value_or(0);
  split.numOutputs = readOnnxInt(op, "torch.onnx.num_outputs");
  if (Attribute lengths = getForeignAttribute(op, "torch.onnx.split")) {
    split.lengthsAttribute = readIntegers(lengths);
    if (!split.lengthsAttribute)
      return "of an unknown form";
  }
  if (numOperands == 2)
    split.constantLengths = getTorchLiteral(op->getOperand(1));
  return {};
}

static LogicalResult convertOnnxSplit(Operation *op, OnnxSplit split) {
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  split.data = createBuiltinTensor(builder, op->getOperand(0));
  if (op->getNumOperands() == 2 && !split.constantLengths)
    split.lengths = createBuiltinTensor(builder, op->getOperand(1));
  FailureOr<ResultRange> pieces = createOnnxSplit(builder, split);
  if (failed(pieces))
    return failure();
  auto created = cast<SplitOpInterface>(pieces->front().getOwner());
  for (auto [piece, result] : llvm::zip(*pieces, op->getResults()))
    piece.setType(getBuiltinTensorType(result.getType()));
  if (failed(verifySplitSpec([&] { return op->emitOpError(); },
                             created.getSpec(), created->getResultTypes())))
    return failure();
  for (auto [piece, result] : llvm::zip(*pieces, op->getResults()))
    replaceTorchValue(builder, result, piece);
  SmallVector<Value> operands(op->getOperands());
  op->erase();
  eraseUnusedTorchOps(operands);
  return success();
}

bool mlir::split::frontends::isTorchOnnxSplit(Operation *op) {
  return op->getName().getStringRef() == "torch.operator" &&
         getTorchName(op) == "onnx.Split";
}

FailureOr<bool> mlir::split::frontends::convertTorchOnnxSplit(Operation *op,
                                                              bool onnxStrict,
                                                              LeftOps &left) {
  OnnxSplit split;
  split.strict = onnxStrict;
  StringRef reason = readOnnxSplit(op, split);
  if (!reason.empty()) {
    left.add(op, reason);
    return false;
  }
  if (failed(convertOnnxSplit(op, split)))
    return failure();
  return true;
}
