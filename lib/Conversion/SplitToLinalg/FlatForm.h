//===- FlatForm.h - tensors as outer, axis, inner ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_CONVERSION_SPLITTOLINALG_FLATFORM_H
#define SPLIT_MLIR_LIB_CONVERSION_SPLITTOLINALG_FLATFORM_H

#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {

/// A split of row-major data seen as one of `[outer, d, inner]` along dimension
/// 1, where `outer` and `inner` are the products of the sizes before and after
/// the axis. So one kernel serves every axis, and every rank.
class FlatForm {
public:
  /// `data` is the op's, or what stands for it.
  FlatForm(OpBuilder &builder, Location loc, Value data, PieceShapes &shapes);

  static constexpr int64_t axis = 1;

  /// `[outer, d, inner]`.
  ArrayRef<OpFoldResult> getDims() const { return dims; }
  /// `data` in that shape.
  Value flattenData();
  /// `piece`, which is number `index`, in the shape that the op gives it;
  /// unranked if the op's data is.
  Value restorePiece(Value piece, unsigned index);

private:
  void computeRankedDims();
  void computeUnrankedDims();
  Value createUnrankedShape(OpFoldResult size);

  OpBuilder &builder;
  Location loc;
  Value data;
  PieceShapes &shapes;
  SmallVector<OpFoldResult> dims;
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_CONVERSION_SPLITTOLINALG_FLATFORM_H
