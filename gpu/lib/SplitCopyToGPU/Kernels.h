//===- Kernels.h - Kernels that copy pieces ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_KERNELS_H
#define SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_KERNELS_H

#include "KernelBuilder.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split::device {

/// The rows of a memref. All values are in elements.
struct Rows {
  Span span;
  /// The strides of the dimensions that number the rows.
  SmallVector<Value> rowStrides;
  /// The stride of the elements of a row.
  Value stride;
};

/// A piece: its rows have `length` elements, which begin at element `start` of
/// the same rows of the data.
struct Piece : Rows {
  Value start, length;
};

/// A copy of pieces as a copy of parts of rows.
struct RowForm {
  Type element;
  /// The sizes of the dimensions that number the rows.
  SmallVector<Value> sizes;
  Rows data;
  /// Those that are not statically empty.
  SmallVector<Piece> pieces;
  /// Whether the elements of each row, in the data and in pieces, are adjacent.
  bool isContiguous;

  /// Returns the number of rows.
  Value countRows(KernelBuilder &builder) const;
  /// Returns how many elements a row of each piece has if all these numbers are
  /// static, and no memory lies between rows; otherwise nothing.
  std::optional<SmallVector<int64_t>> getStaticLengths() const;
};

/// Returns the rows of `op`, a copy of memrefs. Their numbers of elements are
/// computed where `builder` is.
RowForm computeRowForm(KernelBuilder &builder, CopyOp op);

/// Creates a launch for pieces of any size: threads follow the order of the
/// pieces, so that a device writes one stream and its caches gather what it
/// reads. A thread copies accesses that are aligned in a piece.
void createRunsKernel(KernelBuilder &builder, const RowForm &form);

/// Creates a launch for rows of at most a few elements: a thread loads as many
/// rows as an access has elements, and separates them in registers. `lengths`
/// are those of the pieces.
void createRegisterKernel(KernelBuilder &builder, const RowForm &form,
                          ArrayRef<int64_t> lengths);

/// Creates a launch for short rows, or for many equal pieces of few elements:
/// a block separates the pieces of a tile in workgroup memory, so that it reads
/// and writes without gaps. `lengths` are those of the pieces.
void createTileKernel(KernelBuilder &builder, const RowForm &form,
                      ArrayRef<int64_t> lengths, bool hasWholeRows);

/// Returns the values among `tuples` of the last range that begins at or before
/// `at`. Range i begins at `firsts[i]`; the first one is not read.
SmallVector<Value> selectRange(KernelBuilder &builder, Value at,
                               ArrayRef<Value> firsts,
                               ArrayRef<SmallVector<Value>> tuples);

/// Returns whether the data and all pieces begin at a multiple of an access.
Value areAligned(KernelBuilder &builder, const RowForm &form);

} // namespace mlir::split::device

#endif // SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_KERNELS_H
