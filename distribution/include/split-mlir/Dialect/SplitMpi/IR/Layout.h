//===- Layout.h - Layouts of sharded tensors --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLITMPI_IR_LAYOUT_H
#define SPLIT_MLIR_DIALECT_SPLITMPI_IR_LAYOUT_H

#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::split::mpi {

/// A layout of a tensor on a grid of ranks, as the dialect split_mpi describes
/// it. The layout without axes is that of a tensor that is whole on each rank.
struct Layout {
  /// A list of grid axes for each dimension; dimensions without one are whole.
  SmallVector<SmallVector<int16_t>> axes;
  /// The offsets of the shards of each dimension that is sharded, in order: one
  /// more than shards, from 0 to the size of the dimension. Empty for the
  /// default distribution.
  SmallVector<OpFoldResult> offsets;
  /// A coordinate for each axis of the grid, or -1 for any: the ranks that hold
  /// anything. Empty if all ranks do.
  SmallVector<OpFoldResult> root;
};

/// Returns the lists of axes as an attribute, at least one.
shard::GridAxesArrayAttr getAxesAttr(MLIRContext *context,
                                     ArrayRef<SmallVector<int16_t>> axes);

/// Returns the lists of axes of `attr`, followed by empty ones up to `rank`.
SmallVector<SmallVector<int16_t>> getAxesLists(shard::GridAxesArrayAttr attr,
                                               int64_t rank);

/// Returns the number of shards of a dimension that `axes` shard. The axes must
/// be those of `grid`.
int64_t getNumShards(ArrayRef<int64_t> grid, ArrayRef<int16_t> axes);

/// A part of a dimension.
struct Interval {
  OpFoldResult offset, size;
};

/// Returns shard number `index` of a dimension of `size` elements that is split
/// into `numShards` by default. The size is constant if all shards have the
/// same.
Interval createShard(OpBuilder &builder, Location loc, OpFoldResult size,
                     OpFoldResult index, int64_t numShards);

/// Creates an empty tensor of `type`, whose dynamic sizes are among `sizes`.
Value createEmpty(OpBuilder &builder, Location loc, RankedTensorType type,
                  ArrayRef<OpFoldResult> sizes);

/// Checks that the grid has sizes from 1 to INT32_MAX, as many ranks as fit
/// into 31 bits, and fewer axes than 32768.
LogicalResult verifyGrid(function_ref<InFlightDiagnostic()> emitError,
                         ArrayRef<int64_t> grid);

/// Checks that `lists` has at most a list for each of `rank` dimensions, whose
/// axes are those of `grid`, each used at most once. `name` is that of the
/// lists in messages.
LogicalResult verifyAxesLists(function_ref<InFlightDiagnostic()> emitError,
                              StringRef name, ArrayRef<int64_t> grid,
                              ArrayRef<SmallVector<int16_t>> lists,
                              int64_t rank);

/// Checks that `offsets` are empty, or as many as the dimensions that `lists`
/// shard need, and that constant ones begin at 0, ascend, and end at the size
/// of their dimension. `sizes` are those of the dimensions.
/// ShapedType::kDynamic stands for a value that is not constant.
LogicalResult verifyOffsets(function_ref<InFlightDiagnostic()> emitError,
                            StringRef name, ArrayRef<int64_t> grid,
                            ArrayRef<SmallVector<int16_t>> lists,
                            ArrayRef<int64_t> sizes, ArrayRef<int64_t> offsets);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DIALECT_SPLITMPI_IR_LAYOUT_H
