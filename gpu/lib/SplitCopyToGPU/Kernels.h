//===- Kernels.h - Kernels that copy pieces ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function creates one launch that copies all pieces.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_KERNELS_H
#define SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_KERNELS_H

#include "RowForm.h"

namespace mlir::split::device {

/// For pieces of any size: each thread copies accesses that are aligned in a
/// piece.
void createRunsKernel(KernelBuilder &builder, const RowForm &form);

/// For rows of a few elements: each thread loads as many rows as an access has
/// elements, and separates them in registers. `runs` is what `form` has.
void createRegisterKernel(KernelBuilder &builder, const RowForm &form,
                          ArrayRef<int64_t> runs);

/// For rows of a few accesses: each block separates rows in workgroup memory.
void createRowTileKernel(KernelBuilder &builder, const RowForm &form,
                         ArrayRef<int64_t> runs);

/// For many pieces of the same few elements `run`: each block transposes a tile
/// of rows and pieces in workgroup memory.
void createColumnTileKernel(KernelBuilder &builder, const RowForm &form,
                            int64_t run);

/// For memrefs of any layout: each thread copies one element.
void createElementKernel(KernelBuilder &builder, CopyOp op);

/// Returns the values among `tuples` of the last range that begins at or before
/// `at`. Range i begins at `firsts[i]`; the first one is not read.
SmallVector<Value> selectRange(KernelBuilder &builder, Value at,
                               ArrayRef<Value> firsts,
                               ArrayRef<SmallVector<Value>> tuples);

/// Returns whether the data and all pieces begin at a multiple of an access.
Value areAligned(KernelBuilder &builder, const RowForm &form);

} // namespace mlir::split::device

#endif // SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_KERNELS_H
