//===- StaticPieces.h - Pieces as slices of constant ranges -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_SPLITTOSLICES_STATICPIECES_H
#define SPLIT_MLIR_FRONTENDS_LIB_SPLITTOSLICES_STATICPIECES_H

#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split::frontends {

/// A piece of a tensor of static shape.
struct StaticPiece {
  /// Each has one element for each dimension.
  SmallVector<int64_t> offsets, sizes;
  /// The type of the piece, whose shape is `sizes`.
  RankedTensorType type;
};

/// Creates the slice of `data` that is `piece`.
using CreateSliceFn = function_ref<Value(OpBuilder &builder, Location loc,
                                         Value data, const StaticPiece &piece)>;

/// Replaces `op` by slices of `dialect`. `findProblem` returns why that dialect
/// has no slices of a type, or an empty string. Reports an error if the range
/// of a piece is not static, or if `findProblem` returns a text.
LogicalResult
replaceByStaticSlices(SplitOpInterface op, StringRef dialect,
                      function_ref<std::string(RankedTensorType)> findProblem,
                      CreateSliceFn createSlice);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_SPLITTOSLICES_STATICPIECES_H
