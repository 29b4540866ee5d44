//===- FlatForm.cpp - Splits as splits of matrices ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlatForm.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

FlatForm::FlatForm(OpBuilder &builder, Location loc, Value data,
                   PieceShapes &shapes)
    : builder(builder), loc(loc), math(builder, loc), data(data),
      shapes(shapes), axis(math.get(shapes.getAxis())) {
  if (isa<RankedTensorType>(data.getType()))
    computeProducts();
  else
    computeUnrankedProducts();
}

/// Returns `product * size` if `predicate` holds for `dim` and the axis, and
/// otherwise `product`.
static Value multiplyIf(IndexMath math, arith::CmpIPredicate predicate,
                        OpFoldResult dim, Value axis, OpFoldResult size,
                        Value product) {
  Value counts = math.compare(predicate, dim, axis);
  return math.mul(product, math.select(counts, size, math.get(1)));
}

void FlatForm::computeProducts() {
  outer = inner = math.get(1);
  int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
  for (int64_t i = 0; i < rank; ++i) {
    OpFoldResult dim = builder.getIndexAttr(i), size = shapes.getDataDim(i);
    // The first dimension is never after the axis, the last never before it.
    if (i + 1 < rank)
      outer =
          multiplyIf(math, arith::CmpIPredicate::slt, dim, axis, size, outer);
    if (i > 0)
      inner =
          multiplyIf(math, arith::CmpIPredicate::sgt, dim, axis, size, inner);
  }
}

void FlatForm::computeUnrankedProducts() {
  Value rank = tensor::RankOp::create(builder, loc, data);
  Value zero = math.get(0);
  Value one = math.get(1);
  auto multiply = [&](OpBuilder &body, Location bodyLoc, Value dim,
                      ValueRange products) {
    IndexMath bodyMath(body, bodyLoc);
    Value size = tensor::DimOp::create(body, bodyLoc, data, dim);
    Value before = multiplyIf(bodyMath, arith::CmpIPredicate::slt, dim, axis,
                              size, products[0]);
    Value after = multiplyIf(bodyMath, arith::CmpIPredicate::sgt, dim, axis,
                             size, products[1]);
    scf::YieldOp::create(body, bodyLoc, ValueRange{before, after});
  };
  auto loop = scf::ForOp::create(builder, loc, zero, rank, one,
                                 ValueRange{one, one}, multiply);
  outer = loop.getResult(0);
  inner = loop.getResult(1);
}

/// Creates a 1-D tensor of `sizes`.
static Value createShape(OpBuilder &builder, Location loc,
                         ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> values =
      getValueOrCreateConstantIndexOp(builder, loc, sizes);
  return tensor::FromElementsOp::create(builder, loc, values);
}

/// Reshapes data to a matrix.
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
    return math.mul(size, inner);
  };
  OpFoldResult row = scale(shapes.getAxisSize());
  llvm::SmallDenseMap<PointerUnion<Attribute, Value>, OpFoldResult> scaled;
  for (OpFoldResult size : shapes.getSizes()) {
    OpFoldResult &known = scaled[size];
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

/// Creates a 1-D tensor of the sizes of data, except for `size` along the axis.
Value FlatForm::createUnrankedShape(OpFoldResult size) {
  Value pieceSize = math.get(size);
  Value rank = tensor::RankOp::create(builder, loc, data);
  auto type =
      RankedTensorType::get({ShapedType::kDynamic}, builder.getIndexType());
  auto getSize = [&](OpBuilder &body, Location bodyLoc, ValueRange position) {
    IndexMath bodyMath(body, bodyLoc);
    Value isAxis = bodyMath.isEqual(position.front(), axis);
    Value dim = tensor::DimOp::create(body, bodyLoc, data, position.front());
    tensor::YieldOp::create(body, bodyLoc,
                            bodyMath.select(isAxis, pieceSize, dim));
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
  Value &shape = pieceShapes[shapes.getSizes()[index]];
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
