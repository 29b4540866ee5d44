//===- FlatForm.h - tensors as rows that are cut ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_CONVERSION_SPLITTOLINALG_FLATFORM_H
#define SPLIT_MLIR_LIB_CONVERSION_SPLITTOLINALG_FLATFORM_H

#include "PieceCopies.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {

/// A split of row-major data seen as one of a matrix `[outer, d * inner]` along
/// its rows, where `outer` and `inner` are the products of the sizes before and
/// after the axis. So one kernel serves every axis, and every rank.
class FlatForm {
public:
  /// `data` is the op's, or what stands for it.
  FlatForm(OpBuilder &builder, Location loc, Value data, PieceShapes &shapes);

  /// The matrix, and its pieces in the order of the op's.
  PieceLayout flatten();
  /// `piece` of the matrix, which is number `index`, in the shape that the op
  /// gives it; unranked if the op's data is.
  Value restorePiece(Value piece, unsigned index);

private:
  void computeProducts();
  void computeUnrankedProducts();
  Value createMatrix(ArrayRef<OpFoldResult> dims);
  Value createUnrankedShape(OpFoldResult size);
  Value createPieceShape(unsigned index);

  OpBuilder &builder;
  Location loc;
  Value data;
  PieceShapes &shapes;
  Value axis, outer, inner;
  /// Of the matrix's pieces, along its rows.
  SmallVector<OpFoldResult> offsets, sizes;
  /// By the size along the axis.
  llvm::SmallDenseMap<void *, Value> pieceShapes;
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_CONVERSION_SPLITTOLINALG_FLATFORM_H
