//===- SliceCovers.h - Slices that cover a tensor ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_TENSORTOSPLIT_SLICECOVERS_H
#define SPLIT_MLIR_FRONTENDS_LIB_TENSORTOSPLIT_SLICECOVERS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::split::frontends {

/// A slice of a ranked tensor with strides of 1. The op is a
/// tensor.extract_slice, a tosa.slice, or a stablehlo.slice or
/// stablehlo.dynamic_slice in generic form.
struct TensorSlice {
  RankedTensorType getType() const {
    return cast<RankedTensorType>(op->getResult(0).getType());
  }
  RankedTensorType getSourceType() const {
    return cast<RankedTensorType>(getSource().getType());
  }
  /// The tensor that the op slices, which changes as other slices are raised.
  Value getSource() const { return op->getOperand(0); }

  Operation *op;
  /// One for each dimension of the source. A null size is that from the offset
  /// to the end.
  SmallVector<OpFoldResult> offsets, sizes;
};

/// Reads a slice. Returns none if the op is not a slice or has another form.
/// For a slice of TOSA or StableHLO, then sets `problem` to the reason.
std::optional<TensorSlice> readSlice(Operation *op,
                                     StringRef *problem = nullptr);

/// Returns whether `op` is a slice of TOSA or StableHLO.
bool isForeignSlice(Operation *op);

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
