//===- RankGroup.h - The ranks that share a collective ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_LIB_CONVERSION_SHARDTOSPLITMPI_RANKGROUP_H
#define SPLIT_MLIR_DISTRIBUTION_LIB_CONVERSION_SHARDTOSPLITMPI_RANKGROUP_H

#include "split-mlir/Dialect/SplitMpi/IR/Layout.h"

namespace mlir::split::mpi {

/// Returns the shape of the grid that `op` refers to by `name`.
SmallVector<int64_t> getGridShape(Operation *op, FlatSymbolRefAttr name);

/// Returns the coordinates of this rank along all axes of `grid`.
ValueRange createGridIndex(OpBuilder &builder, Operation *op,
                           ArrayRef<int64_t> grid);

/// Returns the position of `coordinates`, one for each axis of `grid`, among
/// those that differ only along `axes`: row-major, the last of `axes` varies
/// fastest.
Value linearize(OpBuilder &builder, Location loc, ArrayRef<int64_t> grid,
                ArrayRef<int16_t> axes, ArrayRef<OpFoldResult> coordinates);

/// Creates an empty tensor of `type`, whose dynamic sizes are among `sizes`.
Value createEmpty(OpBuilder &builder, Location loc, Type type,
                  ArrayRef<OpFoldResult> sizes);

/// The ranks that differ from this one only along some axes of the grid, which
/// execute a collective op of the shard dialect together.
class RankGroup {
public:
  /// The group of `op`, which refers to the grid `gridName`.
  RankGroup(Operation *op, FlatSymbolRefAttr gridName, ArrayRef<int16_t> axes);

  ArrayRef<int64_t> getGrid() const { return grid; }
  ArrayRef<int16_t> getAxes() const { return axes; }
  Value getCommunicator() const { return communicator; }
  int64_t getNumRanks() const { return getNumShards(grid, axes); }

  /// Returns the position of this rank in the group.
  Value createIndex(OpBuilder &builder) const;

  /// Returns the layout in which each rank has the whole tensor.
  Layout getWhole() const { return {}; }
  /// Returns the layout in which each rank has a shard along `dimension`.
  Layout getSharded(int64_t dimension) const;
  /// Returns the layout in which only one rank of the group has the tensor: the
  /// one with these coordinates, one for each axis of the group.
  Layout getAtRoot(ArrayRef<OpFoldResult> root) const;

private:
  Operation *op;
  SmallVector<int64_t> grid;
  SmallVector<int16_t> axes;
  Value communicator;
};

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_LIB_CONVERSION_SHARDTOSPLITMPI_RANKGROUP_H
