//===- Elementwise.cpp - elementwise operators of ONNX --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/Elementwise.h"

#include "../Common/Cast.h"
#include "../Common/Reshape.h"
#include "../Common/Scalars.h"
#include "../Common/Sizes.h"
#include "Operators.h"

#include "split-mlir/Support/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;
using ::onnx::TensorProto;

/// Gives the second operand of an operator before opset 7 that has the
/// attribute `broadcast` the rank of the first, so that NumPy's broadcasting
/// aligns it where the attribute `axis` says.
static LogicalResult alignLegacyOperand(NodeImporter &node,
                                        SmallVectorImpl<Value> &operands) {
  FailureOr<std::optional<int64_t>> axis = node.getIntAttribute("axis");
  if (failed(axis))
    return failure();
  int64_t rank = getRankedType(operands[0]).getRank();
  int64_t otherRank = getRankedType(operands[1]).getRank();
  if (otherRank > rank)
    return node.emitError()
           << "input #1 has rank " << otherRank << ", expected at most " << rank
           << ", which is broadcast to";
  if (!*axis)
    return success();
  int64_t last = rank - otherRank;
  int64_t first = **axis < 0 ? **axis + rank : **axis;
  if (first < 0 || first > last)
    return node.emitError() << "axis " << **axis << " does not align rank "
                            << otherRank << " to rank " << rank;
  SmallVector<OpFoldResult> ones;
  for (int64_t dim = otherRank; dim < rank - first; ++dim)
    ones.push_back(node.getBuilder().getIndexAttr(dim));
  FailureOr<Value> aligned =
      createUnsqueeze(node.getBuilder(), node.getLoc(), operands[1], ones);
  if (failed(aligned))
    return failure();
  operands[1] = *aligned;
  return success();
}

/// Checks that shapes are equal, as operators ask for that do not broadcast.
/// Sizes known only at run time are broadcast anyway.
static LogicalResult verifySameShapes(NodeImporter &node, ValueRange operands) {
  TensorType type = getRankedType(operands[0]);
  for (Value operand : operands)
    if (!joinTypes(type.clone(getRankedType(operand).getElementType()),
                   getRankedType(operand)))
      return node.emitError()
             << type << " and " << operand.getType() << " differ in shape, and "
             << node.getOperator() << "-" << node.getVersion()
             << " broadcasts only by the attribute "
                "'broadcast', if at all";
  return success();
}

/// Does what operators before opset 8, those of two inputs before opset 7, do
/// in place of NumPy's broadcasting.
static LogicalResult broadcastLegacy(NodeImporter &node,
                                     SmallVectorImpl<Value> &operands) {
  FailureOr<std::optional<int64_t>> broadcast =
      node.getIntAttribute("broadcast");
  if (failed(broadcast))
    return failure();
  if (broadcast->value_or(0) == 0)
    return verifySameShapes(node, operands);
  return alignLegacyOperand(node, operands);
}

/// Imports an operator whose result has elements of type `resultElement`.
static LogicalResult importElementwise(NodeImporter &node,
                                       SmallVector<Value> operands,
                                       Type resultElement,
                                       ScalarBuilder scalar) {
  if (node.hasLegacyBroadcasting() && failed(broadcastLegacy(node, operands)))
    return failure();
  return node.setResult(createElementwise(node.getBuilder(), node.getLoc(),
                                          operands, resultElement, scalar));
}

LogicalResult mlir::split::importElementwise(NodeImporter &node,
                                             ScalarBuilder scalar) {
  FailureOr<SmallVector<Value>> operands = node.getAlikeInputs();
  if (failed(operands))
    return failure();
  return ::importElementwise(node, *operands,
                             getRankedType(operands->front()).getElementType(),
                             scalar);
}

LogicalResult mlir::split::importComparison(NodeImporter &node,
                                            ScalarBuilder scalar) {
  FailureOr<SmallVector<Value>> operands = node.getAlikeInputs();
  if (failed(operands))
    return failure();
  return ::importElementwise(node, *operands, node.getBuilder().getI1Type(),
                             scalar);
}

LogicalResult mlir::split::importWhere(NodeImporter &node) {
  FailureOr<SmallVector<Value>> operands = node.getAlikeInputs(/*first=*/1);
  if (failed(operands))
    return failure();
  return ::importElementwise(node, *operands,
                             getRankedType((*operands)[1]).getElementType(),
                             buildWhere);
}

LogicalResult mlir::split::importPow(NodeImporter &node) {
  FailureOr<Value> base = node.getRankedInput(0);
  FailureOr<Value> exponent = node.getRankedInput(1);
  if (failed(base) || failed(exponent))
    return failure();
  OpBuilder &b = node.getBuilder();
  Type element = getRankedType(*base).getElementType();
  // Up to 2^53 all integers are f64.
  Type computed = isa<FloatType>(element) ? element : b.getF64Type();
  SmallVector<Value> operands = {
      createCast(b, node.getLoc(), *base, computed),
      createCast(b, node.getLoc(), *exponent, computed)};
  if (node.hasLegacyBroadcasting() && failed(broadcastLegacy(node, operands)))
    return failure();
  FailureOr<Value> power =
      createElementwise(b, node.getLoc(), operands, computed, buildPow);
  if (failed(power))
    return failure();
  return node.setResult(createCast(b, node.getLoc(), *power, element));
}

LogicalResult mlir::split::importErf(NodeImporter &node) {
  FailureOr<Value> data = node.getRankedInput(0);
  if (failed(data))
    return failure();
  OpBuilder &b = node.getBuilder();
  Type element = getRankedType(*data).getElementType();
  Type computed = isa<FloatType>(element) ? element : b.getF64Type();
  Value erf = *createElementwise(b, node.getLoc(),
                                 createCast(b, node.getLoc(), *data, computed),
                                 computed, buildErf);
  return node.setResult(createCast(b, node.getLoc(), erf, element));
}

/// The element type that a Cast asks for.
static FailureOr<Type> getCastType(NodeImporter &node) {
  int32_t dataType = 0;
  if (node.getVersion() == 1) {
    FailureOr<std::optional<StringRef>> name = node.getStringAttribute("to");
    if (failed(name))
      return failure();
    if (!*name)
      return node.emitMissingAttribute("to");
    TensorProto::DataType parsed;
    if (!TensorProto::DataType_Parse((*name)->str(), &parsed))
      return node.emitError() << "'" << **name << "' is no element type";
    dataType = parsed;
  } else {
    FailureOr<std::optional<int64_t>> number = node.getIntAttribute("to");
    if (failed(number))
      return failure();
    if (!*number)
      return node.emitMissingAttribute("to");
    dataType = static_cast<int32_t>(**number);
  }
  llvm::Expected<Type> type =
      getElementType(dataType, node.getBuilder().getContext());
  if (!type)
    return node.emitError() << llvm::toString(type.takeError());
  if (failed(node.checkElementType(*type)))
    return failure();
  return *type;
}

LogicalResult mlir::split::importCast(NodeImporter &node) {
  FailureOr<Value> data = node.getRankedInput(0);
  FailureOr<Type> type = getCastType(node);
  if (failed(data) || failed(type))
    return failure();
  return node.setResult(
      createCast(node.getBuilder(), node.getLoc(), *data, *type));
}
