//===- PieceShapes.cpp - shapes of pieces at run time ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;

PieceShapes::PieceShapes(OpBuilder &builder, SplitOpInterface op,
                         ValueRange operands, std::optional<int64_t> rank)
    : builder(builder), loc(op.getLoc()), spec(op.getSpec()),
      data(operands.front()), rank(rank) {
  if (op.getAxisOperand())
    axisOperand = operands[1];
  if (op.getLengthsOperand())
    lengthsOperand = operands.back();
  if (spec.data.hasRank())
    this->rank = spec.data.getRank();
}

OpFoldResult PieceShapes::getAxis() {
  if (axis)
    return axis;
  if (spec.axis && (rank || *spec.axis >= 0)) {
    int64_t shift = *spec.axis < 0 ? *rank : 0;
    return axis = builder.getIndexAttr(*spec.axis + shift);
  }
  // In rank 1 there is no other axis.
  if (rank == 1)
    return axis = builder.getIndexAttr(0);
  Value rankValue =
      rank ? arith::ConstantIndexOp::create(builder, loc, *rank).getResult()
           : tensor::RankOp::create(builder, loc, data).getResult();
  Value given =
      spec.axis
          ? arith::ConstantIndexOp::create(builder, loc, *spec.axis).getResult()
          : readAxis(builder, loc, axisOperand);
  Value fromEnd = arith::AddIOp::create(builder, loc, given, rankValue);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isNegative = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, given, zero);
  axis = arith::SelectOp::create(builder, loc, isNegative, fromEnd, given)
             .getResult();
  return axis;
}

OpFoldResult PieceShapes::getDataDim(int64_t dim) {
  if (auto type = dyn_cast<RankedTensorType>(spec.data);
      type && !type.isDynamicDim(dim))
    return builder.getIndexAttr(type.getDimSize(dim));
  OpFoldResult &size = dims[dim];
  if (!size)
    size = tensor::DimOp::create(builder, loc, data, dim).getResult();
  return size;
}

OpFoldResult PieceShapes::getAxisSize() {
  if (axisSize)
    return axisSize;
  OpFoldResult dim = getAxis();
  if (auto attr = dyn_cast<Attribute>(dim))
    axisSize = getDataDim(cast<IntegerAttr>(attr).getInt());
  else
    axisSize =
        tensor::DimOp::create(builder, loc, data, cast<Value>(dim)).getResult();
  return axisSize;
}

ArrayRef<OpFoldResult> PieceShapes::getLengths() {
  if (spec.equalPieces || !lengths.empty())
    return lengths;
  for (int64_t i = 0; i < spec.numPieces; ++i)
    if (spec.lengths)
      lengths.push_back(builder.getIndexAttr((*spec.lengths)[i]));
    else
      lengths.push_back(readAsIndex(builder, loc, lengthsOperand, i));
  return lengths;
}

ArrayRef<OpFoldResult> PieceShapes::getSizes() {
  if (!sizes.empty())
    return sizes;
  // In order: C++ leaves it open which argument of a call comes first.
  OpFoldResult dim = getAxisSize();
  ArrayRef<OpFoldResult> given = getLengths();
  sizes = computePieceSizes(builder, loc, dim, spec.numPieces, given);
  return sizes;
}

ArrayRef<OpFoldResult> PieceShapes::getOffsets() {
  if (offsets.empty())
    offsets = computePieceOffsets(builder, loc, getSizes(), spec.equalPieces);
  return offsets;
}

OpFoldResult PieceShapes::getDim(unsigned index, int64_t dim) {
  OpFoldResult cut = getAxis();
  if (auto attr = dyn_cast<Attribute>(cut)) {
    bool isAxis = cast<IntegerAttr>(attr).getInt() == dim;
    return isAxis ? getSizes()[index] : getDataDim(dim);
  }
  // Any dimension may be the one that is cut.
  Value number = arith::ConstantIndexOp::create(builder, loc, dim);
  Value isAxis = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       cast<Value>(cut), number);
  Value size = getValueOrCreateConstantIndexOp(builder, loc, getSizes()[index]);
  Value other = getValueOrCreateConstantIndexOp(builder, loc, getDataDim(dim));
  return arith::SelectOp::create(builder, loc, isAxis, size, other).getResult();
}

OpFoldResult PieceShapes::getOffset(unsigned index, int64_t dim) {
  OpFoldResult zero = builder.getIndexAttr(0);
  OpFoldResult cut = getAxis();
  OpFoldResult offset = getOffsets()[index];
  if (auto attr = dyn_cast<Attribute>(cut))
    return cast<IntegerAttr>(attr).getInt() == dim ? offset : zero;
  if (isConstantIntValue(offset, 0))
    return zero;
  Value number = arith::ConstantIndexOp::create(builder, loc, dim);
  Value isAxis = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       cast<Value>(cut), number);
  Value start = getValueOrCreateConstantIndexOp(builder, loc, offset);
  Value front = getValueOrCreateConstantIndexOp(builder, loc, zero);
  return arith::SelectOp::create(builder, loc, isAxis, start, front)
      .getResult();
}

PieceSlice PieceShapes::getSlice(unsigned index, Type type) {
  auto dataType = cast<RankedTensorType>(data.getType());
  PieceSlice slice;
  for (int64_t dim = 0; dim < dataType.getRank(); ++dim) {
    OpFoldResult stated = getStatedSize(data, type, dim);
    slice.sizes.push_back(stated ? stated : getDim(index, dim));
    slice.offsets.push_back(getOffset(index, dim));
  }
  return slice;
}
