//===- Tile.h - tiles of tensors and memrefs --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_DIALECT_SPLIT_INTERFACES_TILE_H
#define SPLIT_MLIR_LIB_DIALECT_SPLIT_INTERFACES_TILE_H

#include "mlir/Interfaces/TilingInterface.h"

namespace mlir {
namespace split {

/// A part of a tensor or memref; also one of the iteration domain.
struct Tile {
  SmallVector<OpFoldResult> offsets, sizes;

  /// Whether upstream's slices of a value of `shape` may be this one.
  bool fits(OpBuilder &builder, ArrayRef<int64_t> shape) const;
};

OpFoldResult addSizes(OpBuilder &builder, Location loc, OpFoldResult lhs,
                      OpFoldResult rhs);
OpFoldResult multiplySizes(OpBuilder &builder, Location loc, OpFoldResult lhs,
                           OpFoldResult rhs);

/// The size that `types` state along `dim`, kDynamic if none does; none if they
/// contradict each other.
std::optional<int64_t> getCommonSize(TypeRange types, int64_t dim);

/// Whether there are certainly no elements.
bool isEmptyType(Type type);

/// The iteration domain with loops from 0 to each of `sizes`.
SmallVector<Range> getDomain(OpBuilder &builder, ArrayRef<OpFoldResult> sizes);

/// The domain of an op that is not tiled. Upstream's drivers do not look
/// whether there are any loops; they stop where there is no implementation of a
/// tile.
SmallVector<Range> getRefusedDomain(OpBuilder &builder);

SmallVector<utils::IteratorType> getParallelLoops(size_t number);

/// Attaches the model of `split.copy`.
void attachCopyTiling(MLIRContext &context);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_DIALECT_SPLIT_INTERFACES_TILE_H
