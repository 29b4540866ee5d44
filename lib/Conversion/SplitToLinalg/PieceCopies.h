//===- PieceCopies.h - Pieces in storage of their own -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_CONVERSION_SPLITTOLINALG_PIECECOPIES_H
#define SPLIT_MLIR_LIB_CONVERSION_SPLITTOLINALG_PIECECOPIES_H

#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::split {

/// Describes the pieces of a tensor along one of its dimensions.
struct PieceLayout {
  Value data;
  /// The sizes of `data`.
  SmallVector<OpFoldResult> dims;
  int64_t axis;
  /// The offset and size of each piece along the axis.
  ArrayRef<OpFoldResult> offsets, sizes;
  /// The type of each piece, or empty.
  TypeRange types;

  /// Returns the sizes of piece `index`.
  SmallVector<OpFoldResult> getPieceDims(unsigned index) const;
};

/// Copies the pieces in `wanted` to new tensors, with one `split.copy` for each
/// run of adjacent pieces. Returns the copies, and null for the other pieces.
SmallVector<Value> copyPieces(OpBuilder &builder, Location loc,
                              const PieceLayout &layout,
                              const llvm::BitVector &wanted);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_CONVERSION_SPLITTOLINALG_PIECECOPIES_H
