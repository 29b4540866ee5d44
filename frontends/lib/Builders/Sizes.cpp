//===- Sizes.cpp - Sizes of tensors ---------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

RankedTensorType mlir::split::frontends::getRankedType(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

/// Returns the size of dimensions that are joined, or null if more than one
/// have a size other than 1.
static OpFoldResult getJoinedSize(ImplicitLocOpBuilder &builder,
                                  tensor::CollapseShapeOp collapse,
                                  int64_t dim) {
  ReassociationIndices joined = collapse.getReassociationIndices()[dim];
  llvm::erase_if(joined, [&](int64_t from) {
    return collapse.getSrcType().getDimSize(from) == 1;
  });
  return joined.size() == 1
             ? getSize(builder, collapse.getSrc(), joined.front())
             : OpFoldResult();
}

static OpFoldResult getPieceSize(ImplicitLocOpBuilder &builder,
                                 SplitOpInterface split, unsigned piece,
                                 int64_t dim) {
  std::optional<int64_t> axis = split.getSpec().getNormalizedAxis();
  if (axis && *axis != dim)
    return getSize(builder, split.getData(), dim);
  return PieceShapes(builder, split, split->getOperands()).getDim(piece, dim);
}

/// Returns the size of a result of an op, or null if the op does not state it.
static OpFoldResult findSize(ImplicitLocOpBuilder &builder, OpResult result,
                             int64_t dim) {
  Operation *op = result.getOwner();
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return isa<RankedTensorType>(cast.getSource().getType())
               ? getSize(builder, cast.getSource(), dim)
               : OpFoldResult();
  if (auto destinations = dyn_cast<DestinationStyleOpInterface>(op))
    return getSize(builder, destinations.getTiedOpOperand(result)->get(), dim);
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return empty.getMixedSizes()[dim];
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return expand.getMixedOutputShape()[dim];
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return getJoinedSize(builder, collapse, dim);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return slice.getMixedSizes()[dim];
  if (auto split = dyn_cast<SplitOpInterface>(op))
    return getPieceSize(builder, split, result.getResultNumber(), dim);
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    if (static_cast<int64_t>(concat.getDim()) != dim)
      return getSize(builder, concat.getInputs().front(), dim);
  if (auto reshape = dyn_cast<tensor::ReshapeOp>(op))
    if (auto shape = reshape.getShape().getDefiningOp<tensor::FromElementsOp>())
      return getAsOpFoldResult(shape.getElements()[dim]);
  return OpFoldResult();
}

OpFoldResult mlir::split::frontends::getSize(ImplicitLocOpBuilder &builder,
                                             Value tensor, int64_t dim) {
  if (auto type = dyn_cast<RankedTensorType>(tensor.getType())) {
    if (!type.isDynamicDim(dim))
      return builder.getIndexAttr(type.getDimSize(dim));
    if (auto result = dyn_cast<OpResult>(tensor))
      if (OpFoldResult size = findSize(builder, result, dim))
        return size;
  }
  return tensor::DimOp::create(builder, tensor, dim).getResult();
}

SmallVector<OpFoldResult>
mlir::split::frontends::getSizes(ImplicitLocOpBuilder &builder, Value tensor) {
  SmallVector<OpFoldResult> sizes;
  int64_t rank = getRankedType(tensor).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(getSize(builder, tensor, dim));
  return sizes;
}

OpFoldResult
mlir::split::frontends::createProduct(ImplicitLocOpBuilder &builder,
                                      ArrayRef<OpFoldResult> sizes) {
  IndexMath math(builder, builder.getLoc());
  Value product = math.get(1);
  for (OpFoldResult size : sizes)
    product = math.mul(product, size);
  return getAsOpFoldResult(product);
}

bool mlir::split::frontends::isSameSize(OpFoldResult lhs, OpFoldResult rhs) {
  if (isEqualConstantIntOrValue(lhs, rhs))
    return true;
  auto getDim = [](OpFoldResult size) {
    auto value = dyn_cast<Value>(size);
    return value ? value.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
  };
  tensor::DimOp lhsDim = getDim(lhs), rhsDim = getDim(rhs);
  return lhsDim && rhsDim && lhsDim.getSource() == rhsDim.getSource() &&
         lhsDim.getConstantIndex() &&
         lhsDim.getConstantIndex() == rhsDim.getConstantIndex();
}

RankedTensorType
mlir::split::frontends::getTensorType(ArrayRef<OpFoldResult> sizes,
                                      Type elementType) {
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return RankedTensorType::get(shape, elementType);
}
