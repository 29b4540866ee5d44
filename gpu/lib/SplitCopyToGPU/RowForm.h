//===- RowForm.h - A copy of pieces as rows of runs -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_ROWFORM_H
#define SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_ROWFORM_H

#include "KernelBuilder.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split::device {

/// A piece: its row r begins at element `start` of row r of the data, and at
/// element r * `pitch` of the piece. All values in elements.
struct RowPiece {
  Span span;
  Value start, run, pitch;
};

/// A split.copy as rows: one row for each index of the dimensions before the
/// axis. All other dimensions are one, in which the elements of a row of the
/// data, and of each piece, are contiguous.
struct RowForm {
  Type element;
  /// The number of rows.
  Value rows;
  Span data;
  /// Sizes and strides of the dimensions before the axis.
  SmallVector<std::pair<Value, Value>> dataDims;
  /// Those that are not statically empty.
  SmallVector<RowPiece> pieces;

  /// Returns where row `row` of the data begins, in elements from `data`.
  Value getRowStart(KernelBuilder &builder, Value row) const;
  /// Returns the number of elements of each piece's rows, if all are static and
  /// the memory of the data and of each piece is contiguous.
  std::optional<SmallVector<int64_t>> getStaticRuns() const;
};

/// Returns the rows of `op`, a copy of memrefs, with values that are computed
/// before `op`; nothing if the pieces do not have this form.
std::optional<RowForm> computeRowForm(KernelBuilder &builder, CopyOp op);

} // namespace mlir::split::device

#endif // SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_ROWFORM_H
