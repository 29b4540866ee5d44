//===- Pieces.h - Sizes and offsets of pieces -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One algorithm computes sizes and offsets, both at compile time and as IR.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_PIECES_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_PIECES_H

#include "split-mlir/Dialect/Split/IR/Slice.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include <map>

namespace mlir::split {

/// Returns the axis counted from the front as far as `spec` determines it, or
/// ShapedType::kDynamic.
int64_t inferAxis(const SplitSpec &spec);

/// Returns the sizes of the pieces of a dimension of size `dim`, which may be
/// ShapedType::kDynamic. Sizes that `spec` does not determine are kDynamic.
SmallVector<int64_t> inferPieceSizes(const SplitSpec &spec, int64_t dim);

/// Returns the sizes of the pieces along the axis of `spec` (S2, V3, V4).
SmallVector<int64_t> inferPieceSizes(const SplitSpec &spec);

/// Returns where each piece starts along the axis (S3, V5), or kDynamic.
SmallVector<int64_t> inferPieceOffsets(const SplitSpec &spec);

/// Returns where the piece `index` starts along the axis (S3, V5), or kDynamic.
/// This is faster than inferPieceOffsets, which matters if each use of a piece
/// calls it.
int64_t inferPieceOffset(const SplitSpec &spec, unsigned index);

/// Returns the sizes of the pieces of a dimension of size `dim` (S2, V3, V6,
/// V7): equal sizes, or one per length, where -1 takes the rest. `lengths` are
/// those of `spec`, as attributes and index values; index values may be -1 only
/// if lengths are a tensor. Creates ops only for what does not fold to an
/// attribute. Checks nothing.
SmallVector<OpFoldResult> computePieceSizes(OpBuilder &builder, Location loc,
                                            OpFoldResult dim,
                                            const SplitSpec &spec,
                                            ArrayRef<OpFoldResult> lengths);

/// Returns where pieces of `sizes` start (S3, V5). `equalPieces` says that all
/// sizes are the same.
SmallVector<OpFoldResult> computePieceOffsets(OpBuilder &builder, Location loc,
                                              ArrayRef<OpFoldResult> sizes,
                                              bool equalPieces);

/// Reads `source`, an integer of C3's types or the element at `position` of a
/// tensor of them, as an index: sign-extended unless its type is unsigned.
Value readAsIndex(OpBuilder &builder, Location loc, Value source,
                  ArrayRef<int64_t> position = {});

/// Reads an axis operand of any type that C3 allows, without normalizing it.
Value readAxis(OpBuilder &builder, Location loc, Value axis);

/// Returns the size that `type`, the type of a piece of `data`, states along
/// `dim` if a slice of `data` can have it, otherwise null. A slice of that size
/// is better than a cast to `type` afterwards: if the program casts away sizes
/// of `data` that do not fit, upstream would fold both casts into one invalid
/// cast.
OpFoldResult getStatedSize(Value data, Type type, int64_t dim);

/// Creates the ops that compute the shapes of a split's pieces, each at most
/// once, at the builder's insertion point when first requested. Uses `data`,
/// the axis and the lengths, but not the result types. Assumes that a run-time
/// axis is in range and that run-time lengths obey the rules.
class PieceShapes {
public:
  /// `operands` replace the operands of `op`, as in a conversion, and must live
  /// as long as this. `rank` is the rank of data if its type is unranked.
  PieceShapes(OpBuilder &builder, SplitOpInterface op, ValueRange operands,
              std::optional<int64_t> rank = std::nullopt);

  /// Returns the axis counted from the front: an attribute if it is static.
  OpFoldResult getAxis();
  /// Returns the static axis, or none.
  std::optional<int64_t> getStaticAxis();
  /// Returns the size of `data` along dimension `dim`.
  OpFoldResult getDataDim(int64_t dim);
  /// Returns the size of `data` along the axis.
  OpFoldResult getAxisSize();
  /// Returns the lengths as given, or nothing if pieces are equal.
  ArrayRef<OpFoldResult> getLengths();
  /// Returns the size of each piece along the axis.
  ArrayRef<OpFoldResult> getSizes();
  /// Returns where each piece starts along the axis.
  ArrayRef<OpFoldResult> getOffsets();
  /// Returns the size of piece `index` along the axis. Unlike getSizes, creates
  /// no ops for other pieces if their sizes do not matter.
  OpFoldResult getSize(unsigned index);
  /// Returns the size of piece `index` along dimension `dim`.
  OpFoldResult getDim(unsigned index, int64_t dim);
  /// Returns where piece `index` starts along dimension `dim`.
  OpFoldResult getOffset(unsigned index, int64_t dim);
  /// Returns piece `index` as a slice of ranked data, with the sizes that
  /// `type`, the type of the piece, states.
  Slice getSlice(unsigned index, Type type);

private:
  OpBuilder &builder;
  Location loc;
  SplitSpec spec;
  Value data, axisOperand;
  /// One tensor, or index values.
  ValueRange lengthOperands;
  std::optional<int64_t> rank;

  OpFoldResult axis, axisSize;
  /// Sizes of data. An axis may be any number while the rank is unknown, even
  /// an empty key of a DenseMap.
  std::map<int64_t, OpFoldResult> dims;
  SmallVector<OpFoldResult> lengths, sizes, offsets;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_PIECES_H
