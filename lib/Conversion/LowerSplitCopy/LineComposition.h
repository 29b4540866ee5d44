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
  /// Where it begins, from the first run of the group; not negative.
  int64_t begin;
  /// For each byte of the output's line the byte of the window that it is, or
  /// -1 if it comes from another window.
  SmallVector<int64_t> bytes;
};

/// The windows that hold line `line` of an output: `run` bytes, less than a
/// line, from every `rowStride` bytes of the source. None reaches beyond the
/// bytes of the source from the line's first to its last.
SmallVector<LineWindow> composeLine(int64_t rowStride, int64_t run,
                                    int64_t line);

} // namespace split
} // namespace mlir

#endif // LIB_CONVERSION_LOWERSPLITCOPY_LINECOMPOSITION_H
