//===- Elementwise.cpp - elementwise layers of OpenVINO -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Cast.h"
#include "../Builders/RuntimeChecks.h"
#include "../Builders/Scalars.h"
#include "../Builders/Sizes.h"
#include "Layers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

/// Checks that shapes are equal as `auto_broadcast="none"` asks, where they are
/// known only at run time by a check.
static LogicalResult checkEqualShapes(LayerImporter &layer) {
  OpBuilder &b = layer.getBuilder();
  auto lhs = getSizes(b, layer.getLoc(), layer.getInput(0));
  auto rhs = getSizes(b, layer.getLoc(), layer.getInput(1));
  if (lhs.size() != rhs.size())
    return layer.emitError()
           << layer.getInputType(0) << " and " << layer.getInputType(1)
           << " differ in rank, and auto_broadcast is none";
  for (auto [i, left, right] : llvm::enumerate(lhs, rhs))
    if (failed(createSizeCheck(b, layer.getLoc(), left, right,
                               "dimension " + Twine(i) +
                                   " of the inputs is {} and {}, and "
                                   "auto_broadcast is none")))
      return failure();
  return success();
}

static LogicalResult checkBroadcast(LayerImporter &layer) {
  StringRef kind =
      layer.getData().findAttribute("auto_broadcast").value_or("numpy");
  if (kind == "none")
    return checkEqualShapes(layer);
  if (kind == "numpy")
    return success();
  return layer.emitError() << "auto_broadcast is '" << kind
                           << "', expected 'numpy' or 'none'";
}

LogicalResult openvino::importElementwise(LayerImporter &layer,
                                          ScalarBuilder scalar) {
  if (failed(layer.checkRanks()) || failed(layer.checkEqualElements()))
    return failure();
  if (layer.getNumInputs() == 2 && failed(checkBroadcast(layer)))
    return failure();
  FailureOr<Value> result =
      createElementwise(layer.getBuilder(), layer.getLoc(), layer.getInputs(),
                        layer.getInputType(0).getElementType(), scalar);
  if (failed(result))
    return failure();
  return layer.setOutputs(*result);
}

/// Integer division that rounds down.
static Value buildFloorDiv(OpBuilder &b, Location loc, Type elementType,
                           ValueRange args) {
  Value quotient = buildDiv(b, loc, elementType, args);
  if (isa<FloatType>(elementType) || isUnsigned(elementType))
    return quotient;
  Value product = buildMul(b, loc, elementType, {quotient, args[1]});
  Value rest = buildSub(b, loc, elementType, {args[0], product});
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(rest.getType()));
  auto compare = [&](arith::CmpIPredicate predicate, Value value) {
    return b.createOrFold<arith::CmpIOp>(loc, predicate, value, zero);
  };
  Value signs = b.createOrFold<arith::XOrIOp>(loc, rest, args[1]);
  Value rounds = b.createOrFold<arith::AndIOp>(
      loc, compare(arith::CmpIPredicate::ne, rest),
      compare(arith::CmpIPredicate::slt, signs));
  return b.createOrFold<arith::AddIOp>(
      loc, quotient,
      b.createOrFold<arith::ExtSIOp>(loc, rest.getType(), rounds));
}

LogicalResult openvino::importDivide(LayerImporter &layer) {
  FailureOr<bool> roundsDown = layer.getBool("m_pythondiv", true);
  if (failed(roundsDown))
    return failure();
  return importElementwise(layer, *roundsDown ? buildFloorDiv : buildDiv);
}

LogicalResult openvino::importGelu(LayerImporter &layer) {
  StringRef mode =
      layer.getData().findAttribute("approximation_mode").value_or("erf");
  if (mode.equals_insensitive("erf"))
    return importElementwise(layer, buildGelu);
  if (mode.equals_insensitive("tanh"))
    return importElementwise(layer, buildGeluTanh);
  return layer.emitError() << "approximation_mode is '" << mode
                           << "', expected 'erf' or 'tanh'";
}

LogicalResult openvino::importSwish(LayerImporter &layer) {
  if (layer.getNumInputs() == 2 && failed(layer.checkScalar(1, "beta")))
    return failure();
  return importElementwise(layer, buildSwish);
}

/// Converts the elements of the first input.
static LogicalResult importCast(LayerImporter &layer, Type elementType) {
  if (failed(layer.checkRanks()))
    return failure();
  if (!contains(Elements::NumbersAndBools, elementType))
    return layer.emitError()
           << "element type " << elementType << " is not one of "
           << layer.getType() << "-" << layer.getVersion();
  return layer.setOutputs(createCast(layer.getBuilder(), layer.getLoc(),
                                     layer.getInput(0), elementType));
}

LogicalResult openvino::importConvert(LayerImporter &layer) {
  FailureOr<Type> elementType =
      layer.getElementTypeAttribute("destination_type");
  if (failed(elementType))
    return failure();
  return importCast(layer, *elementType);
}

LogicalResult openvino::importConvertLike(LayerImporter &layer) {
  return importCast(layer, layer.getInputType(1).getElementType());
}
