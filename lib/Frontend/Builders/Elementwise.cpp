//===- Elementwise.cpp - elementwise operators with broadcasting ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "Broadcast.h"
#include "ShapeValues.h"
#include "Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

Value mlir::split::castSign(OpBuilder &b, Location loc, Value scalar,
                            Type type) {
  if (scalar.getType() == type)
    return scalar;
  return UnrealizedConversionCastOp::create(b, loc, type, scalar).getResult(0);
}

Type mlir::split::getSignless(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth());
  return type;
}

SmallVector<Value> mlir::split::createLoopIndices(OpBuilder &b, Location loc,
                                                  int64_t count) {
  SmallVector<Value> indices;
  for (int64_t i = 0; i < count; ++i)
    indices.push_back(linalg::IndexOp::create(b, loc, i));
  return indices;
}

Value mlir::split::createParallel(OpBuilder &b, Location loc,
                                  ArrayRef<OpFoldResult> sizes,
                                  Type elementType, ValueRange inputs,
                                  ArrayRef<AffineMap> inputMaps,
                                  BodyBuilder body) {
  int64_t rank = sizes.size();
  SmallVector<AffineMap> maps(inputMaps);
  maps.push_back(b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  Value init = tensor::EmptyOp::create(b, loc, sizes, elementType);
  return linalg::GenericOp::create(
             b, loc, init.getType(), inputs, init, maps, iterators,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               linalg::YieldOp::create(b, loc, body(b, loc, args));
             })
      .getResult(0);
}

static Type getElementType(Value tensor) {
  return cast<TensorType>(tensor.getType()).getElementType();
}

/// Computes each element of a small result by itself.
static Value createFolded(OpBuilder &b, Location loc, ValueRange operands,
                          RankedTensorType type, ScalarBuilder scalar) {
  SmallVector<SmallVector<Value>> elements;
  for (Value operand : operands)
    elements.push_back(createElements(b, loc, operand));
  SmallVector<Value> results;
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    SmallVector<Value> args;
    for (ArrayRef<Value> operand : elements)
      args.push_back(operand[operand.size() == 1 ? 0 : i]);
    results.push_back(scalar(b, loc, getElementType(operands[0]), args));
  }
  return createFromElements(b, loc, type, results);
}

FailureOr<Value> mlir::split::createElementwise(OpBuilder &b, Location loc,
                                                ValueRange operands,
                                                Type resultElement,
                                                ScalarBuilder scalar) {
  SmallVector<Broadcast::Shape> shapes;
  for (Value operand : operands)
    shapes.push_back(getSizes(b, loc, operand));
  Broadcast broadcast(b, loc, shapes);
  if (failed(broadcast.resolve()))
    return failure();

  RankedTensorType type = getTensorType(broadcast.getSizes(), resultElement);
  if (llvm::all_of(operands.getTypes(), isShapeValue) && isShapeValue(type))
    return createFolded(b, loc, operands, type, scalar);

  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (!broadcast.hasMap(i))
      continue;
    inputs.push_back(operand);
    maps.push_back(broadcast.getMap(i));
  }
  auto body = [&](OpBuilder &b, Location loc, ValueRange blockArgs) {
    SmallVector<Value> args;
    for (auto [i, operand] : llvm::enumerate(operands)) {
      Value arg;
      if (broadcast.hasMap(i)) {
        arg = blockArgs.front();
        blockArgs = blockArgs.drop_front();
      } else {
        SmallVector<Value> indices = broadcast.createIndices(
            b, loc, i, createLoopIndices(b, loc, type.getRank()));
        arg = tensor::ExtractOp::create(b, loc, operand, indices);
      }
      args.push_back(castSign(b, loc, arg, getSignless(arg.getType())));
    }
    Value result = scalar(b, loc, getElementType(operands[0]), args);
    return castSign(b, loc, result, resultElement);
  };
  return createParallel(b, loc, broadcast.getSizes(), resultElement, inputs,
                        maps, body);
}
