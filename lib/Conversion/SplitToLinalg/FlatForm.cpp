//===- FlatForm.cpp - tensors as outer, axis, inner -----------------------===//
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
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::split;

FlatForm::FlatForm(OpBuilder &builder, Location loc, Value data,
                   PieceShapes &shapes)
    : builder(builder), loc(loc), data(data), shapes(shapes) {
  if (isa<RankedTensorType>(data.getType()))
    computeRankedDims();
  else
    computeUnrankedDims();
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

void FlatForm::computeRankedDims() {
  Value axisValue =
      getValueOrCreateConstantIndexOp(builder, loc, shapes.getAxis());
  Value outer = arith::ConstantIndexOp::create(builder, loc, 1);
  Value inner = outer;
  int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
  for (int64_t i = 0; i < rank; ++i) {
    Value dim = arith::ConstantIndexOp::create(builder, loc, i);
    Value size =
        getValueOrCreateConstantIndexOp(builder, loc, shapes.getDataDim(i));
    // The first dimension is never after the axis, the last never before it.
    if (i + 1 < rank)
      outer = multiplyIf(builder, loc, arith::CmpIPredicate::slt, dim,
                         axisValue, size, outer);
    if (i > 0)
      inner = multiplyIf(builder, loc, arith::CmpIPredicate::sgt, dim,
                         axisValue, size, inner);
  }
  dims = {outer, shapes.getAxisSize(), inner};
}

void FlatForm::computeUnrankedDims() {
  Value axisValue =
      getValueOrCreateConstantIndexOp(builder, loc, shapes.getAxis());
  Value rank = tensor::RankOp::create(builder, loc, data);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto multiply = [&](OpBuilder &body, Location bodyLoc, Value dim,
                      ValueRange products) {
    Value size = tensor::DimOp::create(body, bodyLoc, data, dim);
    Value outer = multiplyIf(body, bodyLoc, arith::CmpIPredicate::slt, dim,
                             axisValue, size, products[0]);
    Value inner = multiplyIf(body, bodyLoc, arith::CmpIPredicate::sgt, dim,
                             axisValue, size, products[1]);
    scf::YieldOp::create(body, bodyLoc, ValueRange{outer, inner});
  };
  auto loop = scf::ForOp::create(builder, loc, zero, rank, one,
                                 ValueRange{one, one}, multiply);
  dims = {loop.getResult(0), shapes.getAxisSize(), loop.getResult(1)};
}

/// A 1-D tensor of `sizes`.
static Value createShape(OpBuilder &builder, Location loc,
                         ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> values =
      getValueOrCreateConstantIndexOp(builder, loc, sizes);
  return tensor::FromElementsOp::create(builder, loc, values);
}

Value FlatForm::flattenData() {
  auto type = cast<TensorType>(data.getType());
  auto ranked = dyn_cast<RankedTensorType>(type);
  auto flat = RankedTensorType::get(
      SmallVector<int64_t>(dims.size(), ShapedType::kDynamic),
      type.getElementType(), ranked ? ranked.getEncoding() : Attribute());
  Value shape = createShape(builder, loc, dims);
  return tensor::ReshapeOp::create(builder, loc, flat, data, shape);
}

/// The sizes of data, but for `size` along the axis.
Value FlatForm::createUnrankedShape(OpFoldResult size) {
  Value axisValue =
      getValueOrCreateConstantIndexOp(builder, loc, shapes.getAxis());
  Value pieceSize = getValueOrCreateConstantIndexOp(builder, loc, size);
  Value rank = tensor::RankOp::create(builder, loc, data);
  auto type =
      RankedTensorType::get({ShapedType::kDynamic}, builder.getIndexType());
  auto getSize = [&](OpBuilder &body, Location bodyLoc, ValueRange position) {
    Value isAxis = arith::CmpIOp::create(
        body, bodyLoc, arith::CmpIPredicate::eq, position.front(), axisValue);
    Value dim = tensor::DimOp::create(body, bodyLoc, data, position.front());
    Value chosen =
        arith::SelectOp::create(body, bodyLoc, isAxis, pieceSize, dim);
    tensor::YieldOp::create(body, bodyLoc, chosen);
  };
  return tensor::GenerateOp::create(builder, loc, type, rank, getSize);
}

Value FlatForm::restorePiece(Value piece, unsigned index) {
  auto flat = cast<RankedTensorType>(piece.getType());
  auto ranked = dyn_cast<RankedTensorType>(data.getType());
  if (!ranked) {
    Value shape = createUnrankedShape(shapes.getSizes()[index]);
    auto type = UnrankedTensorType::get(flat.getElementType());
    return tensor::ReshapeOp::create(builder, loc, type, piece, shape);
  }
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < ranked.getRank(); ++dim)
    sizes.push_back(shapes.getDim(index, dim));
  auto type = RankedTensorType::get(
      SmallVector<int64_t>(sizes.size(), ShapedType::kDynamic),
      flat.getElementType(), flat.getEncoding());
  Value shape = createShape(builder, loc, sizes);
  return tensor::ReshapeOp::create(builder, loc, type, piece, shape);
}
