//===- TilingModel.cpp - the tiling of split ops --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilingModel.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;

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
  return IndexMath(builder, loc).mul(lhs, rhs);
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

SmallVector<Range> mlir::split::getDomain(OpBuilder &builder,
                                          ArrayRef<OpFoldResult> sizes) {
  return llvm::map_to_vector(sizes, [&](OpFoldResult size) {
    return Range{builder.getIndexAttr(0), size, builder.getIndexAttr(1)};
  });
}
