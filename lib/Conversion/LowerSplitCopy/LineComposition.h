//===- LineComposition.h - lines put together from short runs ---*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_LOWERSPLITCOPY_LINECOMPOSITION_H
#define LIB_CONVERSION_LOWERSPLITCOPY_LINECOMPOSITION_H

#include "mlir/Support/LLVM.h"

namespace mlir {
namespace split {

/// A load of one line's size, and which of its bytes go where.
struct LineWindow {
  /// Where it begins, from the output's run in the first row; negative if it
  /// begins earlier in that row.
  int64_t begin;
  /// For each byte of the output's line the byte of the window that it is, or
  /// -1 if it comes from another window.
  SmallVector<int64_t> bytes;
};

/// An output of a block of rows whose lines are put together.
struct ComposedOutput {
  int64_t rowStride;
  /// Less than a line.
  int64_t run;
  /// Of the run in its row, and the block's bytes from its first row to the end
  /// of its last, if they are known.
  std::optional<int64_t> offset;
  int64_t blockBytes = 0;
};

/// The windows that hold line `line` of the output. None reaches beyond the
/// bytes of the source from the line's first to its last or, if the offset is
/// known, beyond the block.
SmallVector<LineWindow> composeLine(const ComposedOutput &output, int64_t line);

} // namespace split
} // namespace mlir

#endif // LIB_CONVERSION_LOWERSPLITCOPY_LINECOMPOSITION_H
