//===- ShardLayout.h - Parts of tensors that ranks pass ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_SHARDLAYOUT_H
#define SPLIT_MLIR_DISTRIBUTION_SHARDLAYOUT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "split-mlir/HostAbi/TensorBox.h"

namespace mlir::split::mpi {

/// Which part of an argument or a result each rank of a grid passes, as the
/// dialect split_mpi describes it.
struct ShardLayout {
  /// The shape of the grid.
  SmallVector<int64_t> grid;
  RankedTensorType wholeType;
  /// The axes of the grid that shard each dimension.
  SmallVector<SmallVector<int16_t>> axes;
  /// For each sharded dimension, in order, where its shards begin, and its
  /// size. Empty for shards of default sizes.
  SmallVector<int64_t> offsets;

  /// Returns whether ranks have different parts.
  bool isSharded() const;

  /// Returns the number of shards of a dimension.
  int64_t getNumShards(unsigned dim) const;

  /// Returns where the shards of a dimension begin, and its size; empty if the
  /// dimension is not sharded, or for shards of default sizes.
  ArrayRef<int64_t> getOffsets(unsigned dim) const;

  /// Returns the part of `rank` of a tensor with sizes `shape`, which are those
  /// of wholeType where that is static. Fails if the offsets do not end with
  /// the size of their dimension.
  llvm::Expected<native::TensorBox> getBox(ArrayRef<int64_t> shape,
                                           int64_t rank) const;

  /// Returns whether `rank` is the first of those that hold its part.
  bool isFirstHolder(int64_t rank) const;
};

/// Returns the shape of the grid for which `function` or its module was
/// partitioned; empty if it was not.
ArrayRef<int64_t> getGrid(func::FuncOp function);

/// Returns the layouts of arguments and of results of a function that was
/// partitioned; nullopt for what each rank passes as a whole. Emits an error
/// for an invalid layout.
FailureOr<SmallVector<std::optional<ShardLayout>>>
getArgumentLayouts(func::FuncOp function);
FailureOr<SmallVector<std::optional<ShardLayout>>>
getResultLayouts(func::FuncOp function);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_SHARDLAYOUT_H
