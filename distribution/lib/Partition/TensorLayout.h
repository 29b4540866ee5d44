//===- TensorLayout.h - Layouts of tensors at compile time ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Layout of the dialect split_mpi as partitioning handles it: dimension by
// dimension, and with constant offsets.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_TENSORLAYOUT_H
#define SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_TENSORLAYOUT_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::split::mpi {

/// How one dimension of a tensor is sharded.
struct DimLayout {
  /// The grid axes; empty if each rank has the whole dimension.
  SmallVector<int16_t> axes;
  /// Where each shard begins, and the size of the dimension. Empty for the
  /// default distribution.
  SmallVector<int64_t> offsets;

  bool isWhole() const { return axes.empty(); }
  bool operator==(const DimLayout &other) const {
    return axes == other.axes && offsets == other.offsets;
  }
};

/// How a tensor is sharded: one layout for each dimension. A grid axis is in at
/// most one of them.
struct TensorLayout {
  SmallVector<DimLayout> dims;

  TensorLayout() = default;
  /// A tensor that is whole on each rank.
  explicit TensorLayout(int64_t rank) : dims(rank) {}

  bool isWhole() const {
    return llvm::all_of(dims,
                        [](const DimLayout &dim) { return dim.isWhole(); });
  }
  bool operator==(const TensorLayout &other) const {
    return dims == other.dims;
  }

  /// Returns whether a dimension is sharded along one of `axes`.
  bool usesAny(ArrayRef<int16_t> axes) const;
  /// Shards dimension `dim` like `layout` if it is whole and no other dimension
  /// uses one of the axes. Returns whether it did.
  bool shard(int64_t dim, const DimLayout &layout);
};

/// The sizes of a grid of ranks.
class Grid {
public:
  Grid() = default;
  explicit Grid(ArrayRef<int64_t> shape) : shape(shape) {}

  ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getNumShards(ArrayRef<int16_t> axes) const;
  int64_t getNumShards(const TensorLayout &layout) const;

  /// Returns where shard `shard` of a dimension of static size `size` begins,
  /// or where the last one ends.
  int64_t getOffset(const DimLayout &layout, int64_t size, int64_t shard) const;

  /// Returns the offsets of all shards, and `size`.
  SmallVector<int64_t> getOffsets(const DimLayout &layout, int64_t size) const;

  /// Makes the same distribution equal: removes axes of size 1, and offsets
  /// that are those of the default distribution. `size` may be dynamic.
  DimLayout normalize(DimLayout layout, int64_t size) const;
  TensorLayout normalize(TensorLayout layout, RankedTensorType whole) const;

  /// Returns whether each rank's shard of `to` is certainly a part of its shard
  /// of `from`. `size` may be dynamic.
  bool contains(const DimLayout &from, const DimLayout &to, int64_t size) const;
  bool contains(const TensorLayout &from, const TensorLayout &to,
                RankedTensorType whole) const;

  /// Returns how many elements of `to` a rank that has `from` lacks, as an
  /// average over all ranks. A dynamic size counts as an estimate.
  double countMissing(const TensorLayout &from, const TensorLayout &to,
                      RankedTensorType whole) const;
  /// Returns how many elements a rank has, as an average over all ranks.
  double countElements(const TensorLayout &layout,
                       RankedTensorType whole) const;

  /// Returns the size of the shard along a dimension, or kDynamic if it differs
  /// between ranks or `size` is dynamic.
  int64_t getLocalSize(const DimLayout &layout, int64_t size) const;
  /// Returns the type of the part of a tensor of type `whole` that a rank has.
  RankedTensorType getLocalType(RankedTensorType whole,
                                const TensorLayout &layout) const;

  /// Returns `layout` with the axes of `dim` at the first other dimension that
  /// is whole and that they divide, or nowhere if there is none.
  TensorLayout freeDim(TensorLayout layout, int64_t dim,
                       RankedTensorType whole) const;

private:
  /// Returns the axes of both layouts.
  static SmallVector<int16_t> getAxes(ArrayRef<DimLayout> from,
                                      ArrayRef<DimLayout> to);
  /// Calls `visit` with the coordinates of ranks that differ along `axes`,
  /// until it returns false.
  void visitRanks(
      ArrayRef<int16_t> axes,
      llvm::function_ref<bool(ArrayRef<int64_t> coordinates)> visit) const;
  /// Returns where the shard of a rank begins and ends.
  std::pair<int64_t, int64_t> getBounds(const DimLayout &layout, int64_t size,
                                        ArrayRef<int64_t> coordinates) const;

  SmallVector<int64_t> shape;
};

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_TENSORLAYOUT_H
