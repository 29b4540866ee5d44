//===- PieceSlices.cpp - pieces as slices of data -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/PieceSlices.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

OpFoldResult mlir::split::getStatedSize(Value data, Type type, int64_t dim) {
  auto piece = dyn_cast<RankedTensorType>(type);
  if (!piece || piece.isDynamicDim(dim))
    return {};
  int64_t size = piece.getDimSize(dim);
  auto whole = cast<RankedTensorType>(data.getType());
  if (!whole.isDynamicDim(dim) && size > whole.getDimSize(dim))
    return {};
  return IntegerAttr::get(IndexType::get(type.getContext()), size);
}

bool mlir::split::isStaticallyEmpty(ArrayRef<OpFoldResult> dims) {
  return llvm::any_of(dims, [](OpFoldResult dim) {
    auto size = dyn_cast<Attribute>(dim);
    return size && cast<IntegerAttr>(size).getInt() == 0;
  });
}

// C7. Upstream's verifiers refuse a slice of an empty dimension and one that
// starts at the end of a dimension, even if it has no elements. Offsets that
// are static come with sizes that are. With a run-time axis no size of a piece
// is static, that of an empty dimension neither.
bool mlir::split::isEmptySlice(ShapedType data, ArrayRef<OpFoldResult> sizes) {
  return isStaticallyEmpty(sizes) || llvm::is_contained(data.getShape(), 0);
}

Value mlir::split::createEmpty(OpBuilder &builder, Location loc, Value data,
                               ArrayRef<OpFoldResult> dims) {
  auto type = cast<RankedTensorType>(data.getType());
  return tensor::EmptyOp::create(builder, loc, dims, type.getElementType(),
                                 type.getEncoding());
}

Value mlir::split::createPieceSlice(OpBuilder &builder, Location loc,
                                    Value data, const PieceSlice &slice) {
  if (isEmptySlice(cast<ShapedType>(data.getType()), slice.sizes))
    return createEmpty(builder, loc, data, slice.sizes);
  SmallVector<OpFoldResult> strides(slice.sizes.size(),
                                    builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, loc, data, slice.offsets,
                                        slice.sizes, strides);
}
