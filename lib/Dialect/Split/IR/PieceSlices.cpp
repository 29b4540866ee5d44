//===- PieceSlices.cpp - pieces as slices of data -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/PieceSlices.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;

Value mlir::split::createEmpty(OpBuilder &builder, Location loc, Value data,
                               ArrayRef<OpFoldResult> dims) {
  auto type = cast<RankedTensorType>(data.getType());
  return tensor::EmptyOp::create(builder, loc, dims, type.getElementType(),
                                 type.getEncoding());
}

Value mlir::split::createPieceSlice(OpBuilder &builder, Location loc,
                                    Value data, const PieceSlice &slice) {
  if (slice.isEmpty)
    return createEmpty(builder, loc, data, slice.sizes);
  SmallVector<OpFoldResult> strides(slice.sizes.size(),
                                    builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, loc, data, slice.offsets,
                                        slice.sizes, strides);
}
