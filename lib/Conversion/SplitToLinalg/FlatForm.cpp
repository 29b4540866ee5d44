//===- FlatForm.cpp - tensors as rows that are cut ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlatForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

FlatForm::FlatForm(OpBuilder &builder, Location loc, Value data,
                   PieceShapes &shapes)
    : builder(builder), loc(loc), data(data), shapes(shapes) {
  axis = getValueOrCreateConstantIndexOp(builder, loc, shapes.getAxis());
  if (isa<RankedTensorType>(data.getType()))
    computeProducts();
  else
    computeUnrankedProducts();
}

/// `product * size` if `predicate` holds of `dim` and the axis, else `product`.
static Value multiplyIf(OpBuilder &builder, Location loc,
                        arith::CmpIPredicate predicate, Value dim, Value axis,
                        Value size, Value product) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value counts = arith::CmpIOp::create(builder, loc, predicate, dim, axis);
  Value factor = arith::SelectOp::create(builder, loc, counts, size, one);
  return arith::MulIOp::create(builder, loc, product, factor);
}

void FlatForm::computeProducts() {
  outer = inner = arith::ConstantIndexOp::create(builder, loc, 1);
  int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
  for (int64_t i = 0; i < rank; ++i) {
    Value dim = arith::ConstantIndexOp::create(builder, loc, i);
    Value size =
        getValueOrCreateConstantIndexOp(builder, loc, shapes.getDataDim(i));
    // The first dimension is never after the axis, the last never before it.
    if (i + 1 < rank)
      outer = multiplyIf(builder, loc, arith::CmpIPredicate::slt, dim, axis,
                         size, outer);
    if (i > 0)
      inner = multiplyIf(builder, loc, arith::CmpIPredicate::sgt, dim, axis,
                         size, inner);
  }
}

void FlatForm::computeUnrankedProducts() {
  Value rank = tensor::RankOp::create(builder, loc, data);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto multiply = [&](OpBuilder &body, Location bodyLoc, Value dim,
                      ValueRange products) {
    Value size = tensor::DimOp::create(body, bodyLoc, data, dim);
    Value before = multiplyIf(body, bodyLoc, arith::CmpIPredicate::slt, dim,
                              axis, size, products[0]);
    Value after = multiplyIf(body, bodyLoc, arith::CmpIPredicate::sgt, dim,
                             axis, size, products[1]);
    scf::YieldOp::create(body, bodyLoc, ValueRange{before, after});
  };
  auto loop = scf::ForOp::create(builder, loc, zero, rank, one,
                                 ValueRange{one, one}, multiply);
  outer = loop.getResult(0);
  inner = loop.getResult(1);
}

/// A 1-D tensor of `sizes`.
static Value createShape(OpBuilder &builder, Location loc,
                         ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> values =
      getValueOrCreateConstantIndexOp(builder, loc, sizes);
  return tensor::FromElementsOp::create(builder, loc, values);
}

/// Data as a matrix.
Value FlatForm::createMatrix(ArrayRef<OpFoldResult> dims) {
  auto type = cast<TensorType>(data.getType());
  auto ranked = dyn_cast<RankedTensorType>(type);
  auto matrix = RankedTensorType::get(
      SmallVector<int64_t>(dims.size(), ShapedType::kDynamic),
      type.getElementType(), ranked ? ranked.getEncoding() : Attribute());
  Value shape = createShape(builder, loc, dims);
  return tensor::ReshapeOp::create(builder, loc, matrix, data, shape);
}

PieceLayout FlatForm::flatten() {
  auto scale = [&](OpFoldResult size) -> OpFoldResult {
    if (isConstantIntValue(size, 0))
      return size;
    Value value = getValueOrCreateConstantIndexOp(builder, loc, size);
    return arith::MulIOp::create(builder, loc, value, inner).getResult();
  };
  OpFoldResult row = scale(shapes.getAxisSize());
  llvm::SmallDenseMap<void *, OpFoldResult> scaled;
  for (OpFoldResult size : shapes.getSizes()) {
    OpFoldResult &known = scaled[size.getOpaqueValue()];
    if (!known)
      known = scale(size);
    sizes.push_back(known);
  }
  for (OpFoldResult offset : shapes.getOffsets())
    offsets.push_back(scale(offset));

  PieceLayout layout;
  layout.dims = {outer, row};
  layout.data = createMatrix(layout.dims);
  layout.axis = 1;
  layout.offsets = offsets;
  layout.sizes = sizes;
  return layout;
}

/// The sizes of data, but for `size` along the axis.
Value FlatForm::createUnrankedShape(OpFoldResult size) {
  Value pieceSize = getValueOrCreateConstantIndexOp(builder, loc, size);
  Value rank = tensor::RankOp::create(builder, loc, data);
  auto type =
      RankedTensorType::get({ShapedType::kDynamic}, builder.getIndexType());
  auto getSize = [&](OpBuilder &body, Location bodyLoc, ValueRange position) {
    Value isAxis = arith::CmpIOp::create(
        body, bodyLoc, arith::CmpIPredicate::eq, position.front(), axis);
    Value dim = tensor::DimOp::create(body, bodyLoc, data, position.front());
    Value chosen =
        arith::SelectOp::create(body, bodyLoc, isAxis, pieceSize, dim);
    tensor::YieldOp::create(body, bodyLoc, chosen);
  };
  return tensor::GenerateOp::create(builder, loc, type, rank, getSize);
}

Value FlatForm::createPieceShape(unsigned index) {
  auto ranked = dyn_cast<RankedTensorType>(data.getType());
  if (!ranked)
    return createUnrankedShape(shapes.getSizes()[index]);
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < ranked.getRank(); ++dim)
    sizes.push_back(shapes.getDim(index, dim));
  return createShape(builder, loc, sizes);
}

Value FlatForm::restorePiece(Value piece, unsigned index) {
  // Equal pieces share a shape.
  Value &shape = pieceShapes[shapes.getSizes()[index].getOpaqueValue()];
  if (!shape)
    shape = createPieceShape(index);
  auto flat = cast<RankedTensorType>(piece.getType());
  Type type = UnrankedTensorType::get(flat.getElementType());
  if (auto ranked = dyn_cast<RankedTensorType>(data.getType()))
    type = RankedTensorType::get(
        SmallVector<int64_t>(ranked.getRank(), ShapedType::kDynamic),
        flat.getElementType(), flat.getEncoding());
  return tensor::ReshapeOp::create(builder, loc, type, piece, shape);
}
