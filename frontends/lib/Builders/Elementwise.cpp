//===- Elementwise.cpp - Elementwise operators with broadcasting ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "DataMovement.h"
#include "Shapes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "llvm/ADT/APSInt.h"
#include <cmath>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

Value mlir::split::frontends::castSign(ImplicitLocOpBuilder &builder,
                                       Value scalar, Type type) {
  if (scalar.getType() == type)
    return scalar;
  return UnrealizedConversionCastOp::create(builder, type, scalar).getResult(0);
}

Type mlir::split::frontends::getSignless(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth());
  return type;
}

/// Builds a bound: `exact` for floats, else the integer nearest to `rounded`.
static Value createBound(ImplicitLocOpBuilder &builder, Type type, double exact,
                         double rounded) {
  if (isa<FloatType>(type))
    return createNumber(builder, type, exact);
  llvm::APSInt integer(type.getIntOrFloatBitWidth(), isUnsigned(type));
  bool isExact;
  APFloat(rounded).convertToInteger(integer, APFloat::rmTowardZero, &isExact);
  return arith::ConstantOp::create(
      builder, builder.getIntegerAttr(getSignless(type), integer));
}

Value mlir::split::frontends::buildClamp(ImplicitLocOpBuilder &builder,
                                         Type type, Value value, double low,
                                         double high) {
  Value least = createBound(builder, type, low, std::ceil(low));
  Value greatest = createBound(builder, type, high, std::floor(high));
  Value raised = buildMax(builder, type, {value, least});
  return buildMin(builder, type, {raised, greatest});
}

SmallVector<Value>
mlir::split::frontends::createLoopIndices(ImplicitLocOpBuilder &builder,
                                          int64_t count) {
  SmallVector<Value> indices;
  for (int64_t i = 0; i < count; ++i)
    indices.push_back(linalg::IndexOp::create(builder, i));
  return indices;
}

SmallVector<Value>
mlir::split::frontends::castToSignless(ImplicitLocOpBuilder &builder,
                                       ValueRange scalars) {
  return llvm::map_to_vector(scalars, [&](Value scalar) {
    return castSign(builder, scalar, getSignless(scalar.getType()));
  });
}

Value mlir::split::frontends::createGeneric(
    ImplicitLocOpBuilder &builder, ValueRange inputs, Value init,
    ArrayRef<AffineMap> maps, ArrayRef<utils::IteratorType> iterators,
    BodyBuilder body) {
  auto generic = linalg::GenericOp::create(
      builder, init.getType(), inputs, init, maps, iterators,
      [&](OpBuilder &inner, Location loc, ValueRange args) {
        ImplicitLocOpBuilder builder(loc, inner);
        linalg::YieldOp::create(builder, body(builder, args));
      });
  // Importers check the indices of all elements at once.
  generic.walk([&](tensor::ExtractOp extract) {
    extract->setAttr(kInBoundsAttrName, builder.getUnitAttr());
  });
  return generic.getResult(0);
}

Value mlir::split::frontends::createParallel(ImplicitLocOpBuilder &builder,
                                             ArrayRef<OpFoldResult> sizes,
                                             Type elementType,
                                             ValueRange inputs,
                                             ArrayRef<AffineMap> inputMaps,
                                             BodyBuilder body) {
  SmallVector<AffineMap> maps(inputMaps);
  maps.push_back(builder.getMultiDimIdentityMap(sizes.size()));
  SmallVector<utils::IteratorType> iterators(sizes.size(),
                                             utils::IteratorType::parallel);
  Value init = tensor::EmptyOp::create(builder, sizes, elementType);
  return createGeneric(builder, inputs, init, maps, iterators,
                       [&](ImplicitLocOpBuilder &builder, ValueRange args) {
                         return body(builder, args.drop_back());
                       });
}

Value mlir::split::frontends::createParallel(ImplicitLocOpBuilder &builder,
                                             const Broadcast &broadcast,
                                             ValueRange operands,
                                             Type elementType,
                                             BodyBuilder body) {
  SmallVector<Value> views;
  SmallVector<AffineMap> maps;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    views.push_back(broadcast.createView(i, operand));
    maps.push_back(broadcast.getMap(i));
  }
  return createParallel(builder, broadcast.getSizes(), elementType, views, maps,
                        body);
}

static Type getElementType(Value tensor) {
  return cast<TensorType>(tensor.getType()).getElementType();
}

/// Computes each element of a small result by itself.
static Value createFolded(ImplicitLocOpBuilder &builder, ValueRange operands,
                          RankedTensorType type, ScalarBuilder scalar) {
  SmallVector<SmallVector<Value>> elements;
  for (Value operand : operands)
    elements.push_back(createElements(builder, operand));
  SmallVector<Value> results;
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    SmallVector<Value> args;
    for (ArrayRef<Value> operand : elements)
      args.push_back(operand[operand.size() == 1 ? 0 : i]);
    results.push_back(scalar(builder, getElementType(operands[0]), args));
  }
  return createFromElements(builder, type, results);
}

FailureOr<Value> mlir::split::frontends::createElementwise(
    ImplicitLocOpBuilder &builder, ValueRange operands, Type resultElement,
    ScalarBuilder scalar) {
  SmallVector<Broadcast::Shape> shapes;
  for (Value operand : operands)
    shapes.push_back(getSizes(builder, operand));
  Broadcast broadcast(builder, shapes);
  if (failed(broadcast.resolve()))
    return failure();

  RankedTensorType type = getTensorType(broadcast.getSizes(), resultElement);
  if (llvm::all_of(operands.getTypes(), isShapeValue) && isShapeValue(type))
    return createFolded(builder, operands, type, scalar);

  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) {
    Value result = scalar(builder, getElementType(operands[0]),
                          castToSignless(builder, args));
    return castSign(builder, result, resultElement);
  };
  return createParallel(builder, broadcast, operands, resultElement, body);
}

FailureOr<Value> mlir::split::frontends::createElementwise(
    ImplicitLocOpBuilder &builder, ValueRange operands, Type resultElement,
    ScalarBuilder scalar, ArrayRef<double> parameters) {
  if (parameters.empty())
    return createElementwise(builder, operands, resultElement, scalar);
  auto appendParameters = [&](ImplicitLocOpBuilder &builder, Type type,
                              ValueRange args) {
    SmallVector<Value> all(args);
    for (double parameter : parameters)
      all.push_back(createNumber(builder, type, parameter));
    return scalar(builder, type, all);
  };
  return createElementwise(
      builder, operands, resultElement,
      [&](ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
        return computeInF32(builder, type, args, appendParameters);
      });
}

FailureOr<Value>
mlir::split::frontends::createPRelu(ImplicitLocOpBuilder &builder, Value data,
                                    Value slope, bool isOfChannels) {
  RankedTensorType type = getRankedType(slope);
  if (isOfChannels && type.getRank() == 1 && type.getDimSize(0) != 1) {
    SmallVector<OpFoldResult> ones;
    for (int64_t dim = 1; dim < getRankedType(data).getRank() - 1; ++dim)
      ones.push_back(builder.getIndexAttr(dim));
    FailureOr<Value> aligned = createUnsqueeze(builder, slope, ones);
    if (failed(aligned))
      return failure();
    slope = *aligned;
  }
  return createElementwise(builder, {data, slope}, type.getElementType(),
                           buildPRelu);
}
