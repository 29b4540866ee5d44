//===- LineComposition.h - Cache lines of short runs ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_LINECOMPOSITION_H
#define SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_LINECOMPOSITION_H

#include "mlir/Support/LLVM.h"
#include "split-mlir/Machine/MachineModel.h"

namespace mlir::split::native {

/// A load of as many bytes as a line has, and the use of its bytes.
struct LineWindow {
  /// The begin of the load relative to the output's run in the first row.
  int64_t begin;
  /// For each byte of the output's line, its byte in the window, or -1 if it is
  /// in another window.
  SmallVector<int64_t> bytes;
};

/// An output of a block of rows whose lines are combined from several runs.
struct ComposedOutput {
  int64_t rowStride;
  /// The length of a run, less than a line.
  int64_t run;
  /// The offset of the run in its row, and the size of the block from its first
  /// row to the end of its last row, if they are known.
  std::optional<int64_t> offset;
  int64_t blockBytes = 0;
  /// The size of a line of the output, and of a window.
  int64_t lineBytes = kLineBytes;
};

/// Returns the windows that contain line `line` of the output. No window reads
/// outside of the bytes between the first and the last byte of the line in the
/// source or, if the offset is known, outside of the block.
SmallVector<LineWindow> composeLine(const ComposedOutput &output, int64_t line);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_LINECOMPOSITION_H
