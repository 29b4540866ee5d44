//===- Kernels.h - Kernels that copy pieces ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_KERNELS_H
#define SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_KERNELS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split::device {

/// A memref as rows. All values are in elements.
struct Rows {
  /// A memref of rank 0, so that a kernel takes only its address.
  Value buffer;
  Value offset;
  /// Those of the dimensions that number the rows, then those of a row.
  SmallVector<Value> sizes, strides;
};

/// A copy of pieces as a copy of parts of rows.
struct RowForm {
  Rows data;
  /// Those that are not statically empty.
  SmallVector<Rows> pieces;
  /// Where the rows of each piece begin in the rows of the data.
  SmallVector<Value> starts;
  /// Whether the elements of each row, in the data and in pieces, are adjacent.
  bool isContiguous;
  /// How many elements a row of each piece has, if all these numbers are static
  /// and no memory lies between rows; else empty.
  SmallVector<int64_t> lengths;
  /// The sum of `lengths`.
  int64_t width = 0;
};

/// Creates the launch for `form`, the form of `op`, before `op`.
void createKernel(CopyOp op, const RowForm &form);

/// Returns whether `op` is in a kernel, or in a module of kernels.
inline bool isDeviceCode(Operation *op) {
  return op->getParentOfType<gpu::LaunchOp>() ||
         op->getParentOfType<gpu::GPUModuleOp>();
}

} // namespace mlir::split::device

#endif // SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_KERNELS_H
