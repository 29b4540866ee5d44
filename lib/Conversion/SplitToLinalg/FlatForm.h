//===- FlatForm.h - Splits as splits of matrices ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_CONVERSION_SPLITTOLINALG_FLATFORM_H
#define SPLIT_MLIR_LIB_CONVERSION_SPLITTOLINALG_FLATFORM_H

#include "PieceCopies.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"

namespace mlir::split {

/// Rewrites a split of row-major data as a split of a matrix
/// `[outer, d * inner]` along its rows, where `outer` and `inner` are the
/// products of the sizes before and after the axis. One kernel thus serves
/// every axis and every rank.
class FlatForm {
public:
  /// `data` is the op's data, or its replacement in a conversion.
  FlatForm(OpBuilder &builder, Location loc, Value data, PieceShapes &shapes);

  /// Returns the matrix and its pieces, in the order of the op's pieces.
  PieceLayout flatten();
  /// Reshapes `piece`, piece `index` of the matrix, to the shape of the op's
  /// piece. The result is unranked if the op's data is.
  Value restorePiece(Value piece, unsigned index);

private:
  void computeProducts();
  void computeUnrankedProducts();
  Value createMatrix(ArrayRef<OpFoldResult> dims);
  Value createUnrankedShape(OpFoldResult size);
  Value createPieceShape(unsigned index);

  OpBuilder &builder;
  Location loc;
  IndexMath math;
  Value data;
  PieceShapes &shapes;
  Value axis, outer, inner;
  /// The offsets and sizes of the matrix's pieces along its rows.
  SmallVector<OpFoldResult> offsets, sizes;
  /// The shapes of pieces, by their size along the axis.
  llvm::SmallDenseMap<PointerUnion<Attribute, Value>, Value> pieceShapes;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_CONVERSION_SPLITTOLINALG_FLATFORM_H
