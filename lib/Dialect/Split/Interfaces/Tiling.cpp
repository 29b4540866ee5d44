//===- Tiling.cpp - split ops in tiles ------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// getIterationDomainTileFromResultTile is left out on purpose: a driver that
// has the tile of one result takes those of the others from the op that made
// it, and a tile of one piece is made by an op that makes no other.
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/Interfaces/Tiling.h"

#include "Tile.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/PieceSlices.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;

static bool isRanked(Type type) { return isa<RankedTensorType>(type); }

/// Whether pieces need not have the same size along `dim`.
static bool isWhole(SplitOpInterface op, int64_t dim) {
  SplitSpec spec = op.getSpec();
  return !spec.equalPieces && spec.numPieces > 1 &&
         spec.getNormalizedAxis().value_or(dim) == dim;
}

/// Whether some piece has no elements for certain, whether its type says so or
/// not.
static bool hasEmptyPiece(SplitOpInterface op) {
  return llvm::any_of(op->getResultTypes(), isEmptyType) ||
         llvm::any_of(inferPieceTypes(op.getSpec()), isEmptyType);
}

/// Whether data has all sizes that the type of a piece, which has a rank,
/// states.
static bool mayFit(SplitOpInterface op, Type type) {
  auto piece = cast<RankedTensorType>(type);
  return llvm::all_of(llvm::seq(piece.getRank()), [&](int64_t dim) {
    return piece.isDynamicDim(dim) || getStatedSize(op.getData(), type, dim);
  });
}

static bool isTileable(SplitOpInterface op) {
  auto data = dyn_cast<RankedTensorType>(op.getData().getType());
  if (!data || data.getEncoding() ||
      !llvm::all_of(op->getResultTypes(), isRanked) || isEmptyType(data) ||
      hasEmptyPiece(op))
    return false;
  for (int64_t dim = 0; dim < data.getRank(); ++dim)
    if (!isWhole(op, dim) && !getCommonSize(op->getResultTypes(), dim))
      return false;
  return llvm::all_of(op->getResultTypes(),
                      [&](Type type) { return mayFit(op, type); });
}

namespace {
/// The tiles of an op's pieces, of which both data and results have a rank.
class PieceTiles {
public:
  PieceTiles(OpBuilder &builder, SplitOpInterface op)
      : builder(builder), op(op), loc(op.getLoc()),
        shapes(builder, op, op->getOperands()),
        rank(cast<RankedTensorType>(op.getData().getType()).getRank()) {}

  SmallVector<OpFoldResult> getDomainSizes() {
    SmallVector<OpFoldResult> sizes;
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (isWhole(op, dim)) {
        sizes.push_back(builder.getIndexAttr(1));
        continue;
      }
      int64_t stated = *getCommonSize(op->getResultTypes(), dim);
      sizes.push_back(ShapedType::isDynamic(stated)
                          ? shapes.getDim(0, dim)
                          : OpFoldResult(builder.getIndexAttr(stated)));
    }
    return sizes;
  }

  /// What `tile` of the iteration domain is of piece `index`.
  Tile getPieceTile(unsigned index, Tile tile) {
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (!isWhole(op, dim))
        continue;
      OpFoldResult stated =
          getStatedSize(op.getData(), op->getResultTypes()[index], dim);
      OpFoldResult all = stated ? stated : shapes.getDim(index, dim);
      tile.offsets[dim] = builder.getIndexAttr(0);
      tile.sizes[dim] = multiplySizes(builder, loc, all, tile.sizes[dim]);
    }
    return tile;
  }

  /// `tile` of piece `index` as a slice of the data.
  FailureOr<Value> createSlice(unsigned index, const Tile &tile) {
    auto data = cast<RankedTensorType>(op.getData().getType());
    Tile source = tile;
    for (int64_t dim = 0; dim < rank; ++dim)
      source.offsets[dim] = addSizes(builder, loc, shapes.getOffset(index, dim),
                                     tile.offsets[dim]);
    if (!isEmptySlice(data, source.sizes) &&
        !source.fits(builder, data.getShape()))
      return failure();
    return createPieceSlice(builder, loc, op.getData(),
                            {source.offsets, source.sizes});
  }

private:
  OpBuilder &builder;
  SplitOpInterface op;
  Location loc;
  PieceShapes shapes;
  int64_t rank;
};

/// %p:2 = split.split %x axis(0) into 2
///     : tensor<8xf32> -> tensor<4xf32>, tensor<4xf32>
///
/// has for the tile at %i of size 2
///
/// %p0 = tensor.extract_slice %x[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
/// %j = affine.apply affine_map<()[s0] -> (s0 + 4)>()[%i]
/// %p1 = tensor.extract_slice %x[%j] [2] [1] : tensor<8xf32> to tensor<2xf32>
template <typename OpTy>
struct PiecesTiling : TilingInterface::ExternalModel<PiecesTiling<OpTy>, OpTy> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    auto split = cast<SplitOpInterface>(op);
    if (!isTileable(split))
      return getParallelLoops(1);
    return getParallelLoops(
        cast<RankedTensorType>(split.getData().getType()).getRank());
  }

  SmallVector<Range> getIterationDomain(Operation *op,
                                        OpBuilder &builder) const {
    auto split = cast<SplitOpInterface>(op);
    if (!isTileable(split))
      return getRefusedDomain(builder);
    return getDomain(builder, PieceTiles(builder, split).getDomainSizes());
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &builder,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    auto split = cast<SplitOpInterface>(op);
    if (!isTileable(split))
      return failure();
    PieceTiles tiles(builder, split);
    TilingResult result;
    for (unsigned index = 0; index < op->getNumResults(); ++index) {
      Tile tile = tiles.getPieceTile(
          index, {llvm::to_vector(offsets), llvm::to_vector(sizes)});
      FailureOr<Value> piece = tiles.createSlice(index, tile);
      if (failed(piece))
        return failure();
      append(result, *piece);
    }
    return result;
  }

  LogicalResult
  getResultTilePosition(Operation *op, OpBuilder &builder, unsigned index,
                        ArrayRef<OpFoldResult> offsets,
                        ArrayRef<OpFoldResult> sizes,
                        SmallVector<OpFoldResult> &resultOffsets,
                        SmallVector<OpFoldResult> &resultSizes) const {
    auto split = cast<SplitOpInterface>(op);
    if (!isTileable(split))
      return failure();
    Tile tile = PieceTiles(builder, split)
                    .getPieceTile(index, {llvm::to_vector(offsets),
                                          llvm::to_vector(sizes)});
    resultOffsets = tile.offsets;
    resultSizes = tile.sizes;
    return success();
  }

  FailureOr<TilingResult>
  generateResultTileValue(Operation *op, OpBuilder &builder, unsigned index,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) const {
    auto split = cast<SplitOpInterface>(op);
    if (!isOpFusableWithConsumerSlice(op, index, offsets, sizes))
      return failure();
    FailureOr<Value> piece = PieceTiles(builder, split)
                                 .createSlice(index, {llvm::to_vector(offsets),
                                                      llvm::to_vector(sizes)});
    if (failed(piece))
      return failure();
    TilingResult result;
    append(result, *piece);
    return result;
  }

  bool isOpFusableWithConsumerSlice(Operation *op, unsigned index,
                                    ArrayRef<OpFoldResult>,
                                    ArrayRef<OpFoldResult>) const {
    auto split = cast<SplitOpInterface>(op);
    Type type = op->getResultTypes()[index];
    return isRanked(split.getData().getType()) && isRanked(type) &&
           mayFit(split, type);
  }

private:
  /// Slices are listed twice, as they are what may be fused with the producer
  /// of the data.
  static void append(TilingResult &result, Value piece) {
    result.tiledOps.push_back(piece.getDefiningOp());
    result.tiledValues.push_back(piece);
    if (auto slice = piece.getDefiningOp<tensor::ExtractSliceOp>())
      result.generatedSlices.push_back(slice);
  }
};
} // namespace

void mlir::split::registerTilingExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, SplitDialect *) {
    attachCopyTiling(*context);
    SplitOp::attachInterface<PiecesTiling<SplitOp>>(*context);
    VariadicSplitOp::attachInterface<PiecesTiling<VariadicSplitOp>>(*context);
  });
}
