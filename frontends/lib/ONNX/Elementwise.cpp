//===- Elementwise.cpp - Elementwise operators of ONNX --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Elementwise.h"

#include "../Builders/DataMovement.h"
#include "../Builders/Shapes.h"
#include "Operators.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;
using ::onnx::TensorProto;

/// Gives the second operand of an operator before opset 7 that has the
/// attribute `broadcast` the rank of the first, so that NumPy's broadcasting
/// aligns it where the attribute `axis` says.
static LogicalResult alignLegacyOperand(NodeImporter &node,
                                        SmallVectorImpl<Value> &operands) {
  int64_t rank = getRankedType(operands[0]).getRank();
  int64_t otherRank = getRankedType(operands[1]).getRank();
  if (otherRank > rank)
    return node.emitError()
           << "input #1 has rank " << otherRank << ", expected at most " << rank
           << ", which is broadcast to";
  int64_t last = rank - otherRank, axis = last;
  if (failed(node.readInt("axis", axis)))
    return failure();
  int64_t first = axis < 0 ? axis + rank : axis;
  if (first < 0 || first > last)
    return node.emitError() << "axis " << axis << " does not align rank "
                            << otherRank << " to rank " << rank;
  SmallVector<OpFoldResult> ones;
  for (int64_t dim = otherRank; dim < rank - first; ++dim)
    ones.push_back(node.getBuilder().getIndexAttr(dim));
  FailureOr<Value> aligned =
      createUnsqueeze(node.getBuilder(), operands[1], ones);
  if (failed(aligned))
    return failure();
  operands[1] = *aligned;
  return success();
}

/// Checks that shapes are equal, as operators without broadcasting require.
/// Run-time sizes are broadcast anyway.
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

/// Since opset 7, or 8 where the number of inputs is not fixed, shapes
/// broadcast as in NumPy; before that by the attributes `broadcast` and `axis`.
LogicalResult NodeImporter::alignOperands(SmallVectorImpl<Value> &operands) {
  if (version->maxInputs < 2 ||
      getVersion() >= (version->maxInputs == 2 ? 7 : 8))
    return success();
  int64_t broadcast = 0;
  if (failed(readInt("broadcast", broadcast)))
    return failure();
  return broadcast == 0 ? verifySameShapes(*this, operands)
                        : alignLegacyOperand(*this, operands);
}

LogicalResult mlir::split::frontends::onnx::importMean(NodeImporter &node) {
  double count = node.getNumInputs();
  return importElementwise(node, [&](ImplicitLocOpBuilder &builder, Type type,
                                     ValueRange args) {
    Value sum = buildAdd(builder, type, args);
    return buildDiv(builder, type, {sum, createNumber(builder, type, count)});
  });
}

LogicalResult mlir::split::frontends::onnx::importPRelu(NodeImporter &node) {
  SmallVector<Value> operands;
  if (failed(node.readAlikeInputs(operands)))
    return failure();
  return node.setResult(createPRelu(node.getBuilder(), operands[0], operands[1],
                                    /*isOfChannels=*/node.getVersion() < 7));
}

LogicalResult mlir::split::frontends::onnx::importClip(NodeImporter &node) {
  Value result = node.getInput(0);
  Type element = getRankedType(result).getElementType();
  // Before opset 11, the bounds are attributes.
  if (node.getVersion() < 11) {
    SmallVector<double> bounds;
    if (failed(node.readParameters(bounds)))
      return failure();
    auto clip = [&](ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
      return buildClamp(builder, type, args[0], bounds[0], bounds[1]);
    };
    return node.setResult(
        createElementwise(node.getBuilder(), result, element, clip));
  }
  ScalarFunction *scalars[] = {buildMax, buildMin};
  for (auto [i, scalar] : llvm::enumerate(scalars)) {
    if (!node.hasInput(i + 1))
      continue;
    Value bound = node.getInput(i + 1);
    if (failed(node.checkAlike(i + 1, element)))
      return failure();
    FailureOr<Value> clipped =
        createElementwise(node.getBuilder(), {result, bound}, element, *scalar);
    if (failed(clipped))
      return failure();
    result = *clipped;
  }
  return node.setResult(result);
}

LogicalResult mlir::split::frontends::onnx::importGelu(NodeImporter &node) {
  int64_t mode = 0;
  if (failed(node.readChoice("approximate", {"none", "tanh"}, mode)))
    return failure();
  return importElementwise(node, mode == 0 ? buildGelu : buildGeluTanh);
}

/// Imports an operator that is computed on floats. Integers are converted to
/// f64, which is exact up to 2^53, and the result is rounded towards zero.
static LogicalResult importOnFloats(NodeImporter &node, ScalarBuilder scalar) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  Type element = node.getInputType(0).getElementType();
  Type computed = isa<FloatType>(element) ? element : builder.getF64Type();
  SmallVector<Value> operands;
  for (int64_t i = 0; i < node.getNumInputs(); ++i) {
    if (Type type = node.getElementType(i);
        !type.isIntOrFloat() || type.isInteger(1))
      return node.emitError() << "input #" << i << " has element type " << type
                              << ", expected numbers";
    operands.push_back(createCast(builder, node.getInput(i), computed));
  }
  FailureOr<Value> result = createElementwise(node, operands, computed, scalar);
  if (failed(result))
    return failure();
  return node.setResult(createCast(builder, *result, element));
}

LogicalResult mlir::split::frontends::onnx::importPow(NodeImporter &node) {
  if (node.getVersion() < 12)
    return importElementwise(node, buildPow);
  return importOnFloats(node, buildPow);
}

LogicalResult mlir::split::frontends::onnx::importErf(NodeImporter &node) {
  return importOnFloats(node, buildErf);
}

/// Reads the element type that a Cast asks for: a name in Cast-1, else a
/// number.
static LogicalResult readCastType(NodeImporter &node, Type &type) {
  if (node.getVersion() > 1)
    return node.readElementType("to", type);
  TensorProto::DataType dataType = TensorProto::UNDEFINED;
  StringRef name;
  if (failed(node.readString("to", name)))
    return failure();
  if (!TensorProto::DataType_Parse(name.str(), &dataType))
    return node.emitError() << "'" << name << "' is no element type";
  return node.readElementType(dataType, type);
}

LogicalResult mlir::split::frontends::onnx::importCast(NodeImporter &node) {
  Type type;
  if (failed(readCastType(node, type)))
    return failure();
  return node.setResult(createCast(node.getBuilder(), node.getInput(0), type));
}

LogicalResult mlir::split::frontends::onnx::importShrink(NodeImporter &node) {
  return importOnFloats(node, buildFormula<formulas::shrink>);
}

LogicalResult mlir::split::frontends::onnx::importMod(NodeImporter &node) {
  bool isTruncated = false;
  if (failed(node.readBool("fmod", isTruncated)))
    return failure();
  if (!isTruncated && isa<FloatType>(node.getElementType(0)))
    return node.emitError() << "fmod is 0, expected 1 for floats";
  return importElementwise(node, isTruncated ? buildRem : buildFloorMod);
}

LogicalResult mlir::split::frontends::onnx::importBitShift(NodeImporter &node) {
  int64_t direction = 0;
  if (failed(node.readChoice("direction", {"LEFT", "RIGHT"}, direction)))
    return failure();
  return importElementwise(node, direction == 0 ? buildShift<arith::ShLIOp>
                                                : buildShift<arith::ShRUIOp>);
}

LogicalResult mlir::split::frontends::onnx::importIsInf(NodeImporter &node) {
  bool isNegative = true, isPositive = true;
  if (failed(node.readBool("detect_negative", isNegative)) ||
      failed(node.readBool("detect_positive", isPositive)))
    return failure();
  auto isInf = [&](ImplicitLocOpBuilder &builder, Type type,
                   ValueRange args) -> Value {
    auto equals = [&](bool isDetected, bool negative) -> Value {
      if (!isDetected)
        return arith::ConstantOp::create(builder, builder.getBoolAttr(false));
      auto floats = cast<FloatType>(type);
      auto infinity = APFloat::getInf(floats.getFloatSemantics(), negative);
      Value other =
          arith::ConstantOp::create(builder, FloatAttr::get(type, infinity));
      return buildEqual(builder, type, {args[0], other});
    };
    Value isLeast = equals(isNegative, /*negative=*/true);
    Value isGreatest = equals(isPositive, /*negative=*/false);
    return buildOr(builder, type, {isLeast, isGreatest});
  };
  return importComparison(node, isInf);
}
