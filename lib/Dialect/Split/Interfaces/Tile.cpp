//===- Tile.cpp - tiles of tensors and memrefs ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::split;

bool Tile::fits(OpBuilder &builder, ArrayRef<int64_t> shape) const {
  SmallVector<OpFoldResult> strides(shape.size(), builder.getIndexAttr(1));
  return verifyInBoundsSlice(shape, offsets, sizes, strides).isValid;
}

OpFoldResult mlir::split::addSizes(OpBuilder &builder, Location loc,
                                   OpFoldResult lhs, OpFoldResult rhs) {
  AffineExpr first, second;
  bindSymbols(builder.getContext(), first, second);
  return affine::makeComposedFoldedAffineApply(builder, loc, first + second,
                                               {lhs, rhs});
}

OpFoldResult mlir::split::multiplySizes(OpBuilder &builder, Location loc,
                                        OpFoldResult lhs, OpFoldResult rhs) {
  if (isConstantIntValue(rhs, 1))
    return lhs;
  return arith::MulIOp::create(
             builder, loc, getValueOrCreateConstantIndexOp(builder, loc, lhs),
             getValueOrCreateConstantIndexOp(builder, loc, rhs))
      .getResult();
}

std::optional<int64_t> mlir::split::getCommonSize(TypeRange types,
                                                  int64_t dim) {
  int64_t common = ShapedType::kDynamic;
  for (Type type : types) {
    int64_t size = cast<ShapedType>(type).getDimSize(dim);
    if (ShapedType::isDynamic(size))
      continue;
    if (!ShapedType::isDynamic(common) && size != common)
      return std::nullopt;
    common = size;
  }
  return common;
}

bool mlir::split::isEmptyType(Type type) {
  return llvm::is_contained(cast<ShapedType>(type).getShape(), 0);
}

SmallVector<Range> mlir::split::getDomain(OpBuilder &builder,
                                          ArrayRef<OpFoldResult> sizes) {
  return llvm::map_to_vector(sizes, [&](OpFoldResult size) {
    return Range{builder.getIndexAttr(0), size, builder.getIndexAttr(1)};
  });
}

SmallVector<Range> mlir::split::getRefusedDomain(OpBuilder &builder) {
  return getDomain(builder, {builder.getIndexAttr(1)});
}

SmallVector<utils::IteratorType> mlir::split::getParallelLoops(size_t number) {
  return SmallVector<utils::IteratorType>(number,
                                          utils::IteratorType::parallel);
}
