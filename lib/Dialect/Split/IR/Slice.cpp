//===- Slice.cpp - Slices of tensors and memrefs --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Slice.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::split;

/// Returns whether `size` is the attribute `number`. Unlike
/// isConstantIntValue, does not look at the ops that define values (C6).
static bool isStatic(OpFoldResult size, int64_t number) {
  auto attr = dyn_cast<Attribute>(size);
  return attr && cast<IntegerAttr>(attr).getInt() == number;
}

bool mlir::split::isStaticallyEmpty(Type type) {
  return llvm::is_contained(cast<ShapedType>(type).getShape(), 0);
}

bool mlir::split::isStaticallyEmpty(ArrayRef<OpFoldResult> sizes) {
  return llvm::any_of(sizes,
                      [](OpFoldResult size) { return isStatic(size, 0); });
}

SmallVector<OpFoldResult>
mlir::split::getMixedSizes(OpBuilder &builder, Location loc, Value value) {
  if (isa<TensorType>(value.getType()))
    return tensor::getMixedSizes(builder, loc, value);
  return memref::getMixedSizes(builder, loc, value);
}

OpFoldResult mlir::split::getMixedSize(OpBuilder &builder, Location loc,
                                       Value value, int64_t dim) {
  if (isa<TensorType>(value.getType()))
    return tensor::getMixedSize(builder, loc, value, dim);
  return memref::getMixedSize(builder, loc, value, dim);
}

SmallVector<ReassociationIndices>
mlir::split::groupDroppedDims(const llvm::SmallBitVector &dropped) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices group;
  for (int64_t dim = 0, rank = dropped.size(); dim < rank; ++dim) {
    group.push_back(dim);
    if (!dropped.test(dim))
      groups.push_back(std::exchange(group, {}));
  }
  // All dimensions of a slice of rank 0 are dropped.
  if (!groups.empty())
    llvm::append_range(groups.back(), group);
  return groups;
}

bool Slice::isStaticallyEmpty(Type source) const {
  if (split::isStaticallyEmpty(source) || split::isStaticallyEmpty(sizes))
    return true;
  ArrayRef<int64_t> shape = cast<ShapedType>(source).getShape();
  return llvm::any_of(llvm::zip_equal(offsets, shape), [](auto pair) {
    return isStatic(std::get<0>(pair), std::get<1>(pair));
  });
}

static SmallVector<OpFoldResult> getUnitStrides(MLIRContext *context,
                                                size_t rank) {
  return SmallVector<OpFoldResult>(
      rank, IntegerAttr::get(IndexType::get(context), 1));
}

bool Slice::isInBounds(ArrayRef<int64_t> shape) const {
  if (shape.empty())
    return true;
  MLIRContext *context = sizes.front().getContext();
  return verifyInBoundsSlice(shape, offsets, sizes,
                             getUnitStrides(context, shape.size()))
      .isValid;
}

Value Slice::create(OpBuilder &builder, Location loc, Value source) const {
  SmallVector<OpFoldResult> strides =
      getUnitStrides(builder.getContext(), sizes.size());
  if (isa<TensorType>(source.getType()))
    return tensor::ExtractSliceOp::create(builder, loc, source, offsets, sizes,
                                          strides);
  return memref::SubViewOp::create(builder, loc, source, offsets, sizes,
                                   strides);
}

Value Slice::createOrEmpty(OpBuilder &builder, Location loc,
                           Value source) const {
  auto type = cast<ShapedType>(source.getType());
  if (isStaticallyEmpty(type) || !isInBounds(type.getShape()))
    return createEmpty(builder, loc, source, sizes);
  return create(builder, loc, source);
}

Value mlir::split::createEmpty(OpBuilder &builder, Location loc, Value like,
                               ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(like.getType());
  return tensor::EmptyOp::create(builder, loc, sizes, type.getElementType(),
                                 type.getEncoding());
}
