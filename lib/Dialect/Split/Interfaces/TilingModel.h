//===- TilingModel.h - The tiling of split ops ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_DIALECT_SPLIT_INTERFACES_TILINGMODEL_H
#define SPLIT_MLIR_LIB_DIALECT_SPLIT_INTERFACES_TILINGMODEL_H

#include "mlir/Interfaces/TilingInterface.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"

namespace mlir::split {

/// Returns `lhs + rhs` as an affine.apply that folds.
OpFoldResult addSizes(OpBuilder &builder, Location loc, OpFoldResult lhs,
                      OpFoldResult rhs);
/// Returns `lhs * rhs`.
OpFoldResult multiplySizes(OpBuilder &builder, Location loc, OpFoldResult lhs,
                           OpFoldResult rhs);

/// Returns the static size of `types` along `dim`, kDynamic if none has one, or
/// none if they contradict each other.
std::optional<int64_t> getCommonSize(TypeRange types, int64_t dim);

/// Returns the iteration domain with loops from 0 to each of `sizes`.
SmallVector<Range> getDomain(OpBuilder &builder, ArrayRef<OpFoldResult> sizes);

/// Attaches the model of `split.copy`.
void attachCopyTiling(MLIRContext &context);

/// A model that gets domains and tiles from a class `TilesT`, whose instances
/// are constructed from a builder and an op, with
/// - `static bool isTileable(OpTy op)`;
/// - `SmallVector<OpFoldResult> getDomainSizes()`;
/// - `Slice getPieceTile(unsigned index, Slice tile)`: the tile of a piece that
///   belongs to `tile` of the iteration domain;
/// - `FailureOr<TilingResult> createTiles(const Slice &tile)`.
template <typename ModelT, typename ConcreteOp, typename OpTy, typename TilesT>
struct TilingModel : TilingInterface::ExternalModel<ModelT, ConcreteOp> {
  /// An op that is not tileable has one loop: upstream's drivers require loops,
  /// and stop when there is no implementation of a tile.
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    int64_t numLoops =
        TilesT::isTileable(cast<OpTy>(op))
            ? cast<ShapedType>(op->getOperand(0).getType()).getRank()
            : 1;
    return SmallVector<utils::IteratorType>(numLoops,
                                            utils::IteratorType::parallel);
  }

  SmallVector<Range> getIterationDomain(Operation *op,
                                        OpBuilder &builder) const {
    if (!TilesT::isTileable(cast<OpTy>(op)))
      return getDomain(builder, {builder.getIndexAttr(1)});
    return getDomain(builder, TilesT(builder, cast<OpTy>(op)).getDomainSizes());
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &builder,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    if (!TilesT::isTileable(cast<OpTy>(op)))
      return failure();
    return TilesT(builder, cast<OpTy>(op))
        .createTiles({llvm::to_vector(offsets), llvm::to_vector(sizes)});
  }

  LogicalResult
  getResultTilePosition(Operation *op, OpBuilder &builder, unsigned index,
                        ArrayRef<OpFoldResult> offsets,
                        ArrayRef<OpFoldResult> sizes,
                        SmallVector<OpFoldResult> &resultOffsets,
                        SmallVector<OpFoldResult> &resultSizes) const {
    if (!TilesT::isTileable(cast<OpTy>(op)))
      return failure();
    Slice tile = TilesT(builder, cast<OpTy>(op))
                     .getPieceTile(index, {llvm::to_vector(offsets),
                                           llvm::to_vector(sizes)});
    resultOffsets = tile.offsets;
    resultSizes = tile.sizes;
    return success();
  }

private:
  TilingModel() = default;
  friend ModelT;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_DIALECT_SPLIT_INTERFACES_TILINGMODEL_H
