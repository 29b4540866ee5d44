//===- SliceCovers.h - Slices that cover a tensor ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_TENSORTOSPLIT_SLICECOVERS_H
#define SPLIT_MLIR_FRONTENDS_LIB_TENSORTOSPLIT_SLICECOVERS_H

#include "TensorSlice.h"

namespace mlir::split::frontends {
class IndexSums;
struct IndexSum;

/// Slices of the same part of a tensor, in the order of the block.
using EqualSlices = SmallVector<TensorSlice, 1>;

/// Slices of a block that cover one tensor along one axis: the first starts at
/// 0, each other starts at the end of the previous one, and the last ends at
/// the end of the tensor.
struct SliceCover {
  /// Returns the first slice of the block that is piece `index`.
  const TensorSlice &getSlice(unsigned index) const {
    return pieces[index].front();
  }

  int64_t axis;
  SmallVector<EqualSlices> pieces;
};

/// Returns the size of a slice along `dim`.
IndexSum getSize(const TensorSlice &slice, int64_t dim, IndexSums &sums);

/// Returns all covers of a block. No slice is in two of them.
SmallVector<SliceCover> findSliceCovers(Block &block, IndexSums &sums);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_TENSORTOSPLIT_SLICECOVERS_H
