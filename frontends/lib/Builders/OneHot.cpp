//===- OneHot.cpp - One-hot tensors ---------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Indexing.h"

#include "Elementwise.h"
#include "Shapes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Returns the zero of an element type, which may be complex.
static Value createZero(ImplicitLocOpBuilder &builder, Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  if (!complex) {
    TypedAttr zero = builder.getZeroAttr(getSignless(type));
    return castSign(builder, arith::ConstantOp::create(builder, zero), type);
  }
  Attribute zero = builder.getZeroAttr(complex.getElementType());
  Attribute parts[] = {zero, zero};
  auto attr = DenseElementsAttr::get(RankedTensorType::get({}, type),
                                     builder.getArrayAttr(parts));
  Value scalar = arith::ConstantOp::create(builder, attr);
  return tensor::ExtractOp::create(builder, scalar);
}

/// Returns the diagonal that the element of a matrix at the loops' indices is
/// on.
static Value createDiagonal(ImplicitLocOpBuilder &builder, int64_t rank) {
  SmallVector<Value> loops = createLoopIndices(builder, rank);
  return arith::SubIOp::create(builder, loops[rank - 1], loops[rank - 2]);
}

FailureOr<Value> mlir::split::frontends::createTriangle(
    ImplicitLocOpBuilder &builder, Value data, OpFoldResult k, bool isUpper) {
  RankedTensorType type = getRankedType(data);
  int64_t rank = type.getRank();
  if (rank < 2)
    return builder.emitError()
           << "operand #0 has rank " << rank << ", expected at least 2";
  Value zero = createZero(builder, type.getElementType());
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) -> Value {
    IndexMath math(builder, builder.getLoc());
    Value diagonal = createDiagonal(builder, rank);
    Value isKept = isUpper ? math.isLessOrEqual(k, diagonal)
                           : math.isLessOrEqual(diagonal, k);
    return arith::SelectOp::create(builder, isKept, args[0], zero);
  };
  return createParallel(builder, getSizes(builder, data), type.getElementType(),
                        data, builder.getMultiDimIdentityMap(rank), body);
}

Value mlir::split::frontends::createEye(ImplicitLocOpBuilder &builder,
                                        ArrayRef<OpFoldResult> sizes,
                                        OpFoldResult k, Type elementType) {
  Type type = getSignless(elementType);
  Value one = arith::ConstantOp::create(builder, builder.getOneAttr(type));
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange) -> Value {
    IndexMath math(builder, builder.getLoc());
    Value isOne = math.isEqual(createDiagonal(builder, sizes.size()), k);
    Value element = arith::SelectOp::create(builder, isOne, one, zero);
    return castSign(builder, element, elementType);
  };
  return createParallel(builder, sizes, elementType, ValueRange(), {}, body);
}

FailureOr<Value> mlir::split::frontends::createOneHot(
    ImplicitLocOpBuilder &builder, Value indices, OpFoldResult depth, Value off,
    Value on, int64_t axis, bool allowsNegative) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, indices);
  int64_t rank = sizes.size() + 1;
  FailureOr<int64_t> dim = getAxis(builder, axis, rank);
  IndexMath math(builder, builder.getLoc());
  if (failed(dim) ||
      failed(createCheck(builder, math.negate(math.isLess(depth, 0)),
                         CheckMessage("the depth is ")
                             << depth << ", expected at least 0")))
    return failure();
  sizes.insert(sizes.begin() + *dim, depth);
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) -> Value {
    IndexMath math(builder, builder.getLoc());
    OpFoldResult index = createIndex(builder, args[0]);
    if (allowsNegative)
      index = createPosition(builder, index, depth);
    Value loop = linalg::IndexOp::create(builder, *dim);
    Value isOn = math.isEqual(loop, index);
    return arith::SelectOp::create(builder, isOn, on, off);
  };
  AffineMap map = builder.getMultiDimIdentityMap(rank).dropResult(*dim);
  return createParallel(builder, sizes, on.getType(), indices, map, body);
}

Value mlir::split::frontends::createHardmax(ImplicitLocOpBuilder &builder,
                                            Value data, int64_t axis) {
  Type type = getRankedType(data).getElementType();
  Value position = createArgFirst(builder, data, axis, Order::Greatest,
                                  /*isLastOfEqual=*/false);
  // The axis is one of `data`, so this cannot fail.
  return *createOneHot(builder, position, getSize(builder, data, axis),
                       createNumber(builder, type, 0),
                       createNumber(builder, type, 1), axis,
                       /*allowsNegative=*/false);
}
