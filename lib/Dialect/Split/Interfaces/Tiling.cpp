//===- Tiling.cpp - Split ops in tiles ------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is no getIterationDomainTileFromResultTile: a driver that has the tile
// of one result expects the tiles of the others from the same op, but each tile
// of a piece is the result of its own op.
//
//===----------------------------------------------------------------------===//

#include "TilingModel.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"
#include "split-mlir/Dialect/Split/Interfaces/ExternalModels.h"

using namespace mlir;
using namespace mlir::split;

static bool isRanked(Type type) { return isa<RankedTensorType>(type); }

/// Returns whether pieces may have different sizes along `dim`.
static bool isWhole(SplitOpInterface op, int64_t dim) {
  SplitSpec spec = op.getSpec();
  return !spec.equalPieces && spec.numPieces > 1 &&
         spec.getNormalizedAxis().value_or(dim) == dim;
}

/// Returns whether a piece certainly has no elements, even if its type does not
/// state that.
static bool hasEmptyPiece(SplitOpInterface op) {
  auto isEmpty = [](Type type) { return isStaticallyEmpty(type); };
  return llvm::any_of(op->getResultTypes(), isEmpty) ||
         llvm::any_of(inferPieceTypes(op.getSpec()), isEmpty);
}

/// Returns whether data may have all sizes that the ranked type of a piece
/// states.
static bool mayFit(SplitOpInterface op, Type type) {
  auto piece = cast<RankedTensorType>(type);
  return llvm::all_of(llvm::seq(piece.getRank()), [&](int64_t dim) {
    return piece.isDynamicDim(dim) || getStatedSize(op.getData(), type, dim);
  });
}

namespace {
/// The tiles of an op's pieces. Data and results are ranked.
class PieceTiles {
public:
  PieceTiles(OpBuilder &builder, SplitOpInterface op)
      : builder(builder), op(op), loc(op.getLoc()),
        shapes(builder, op, op->getOperands()),
        rank(cast<RankedTensorType>(op.getData().getType()).getRank()) {}

  static bool isTileable(SplitOpInterface op) {
    auto data = dyn_cast<RankedTensorType>(op.getData().getType());
    if (!data || data.getEncoding() ||
        !llvm::all_of(op->getResultTypes(), isRanked) ||
        isStaticallyEmpty(data) || hasEmptyPiece(op))
      return false;
    for (int64_t dim = 0; dim < data.getRank(); ++dim)
      if (!isWhole(op, dim) && !getCommonSize(op->getResultTypes(), dim))
        return false;
    return llvm::all_of(op->getResultTypes(),
                        [&](Type type) { return mayFit(op, type); });
  }

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

  Slice getPieceTile(unsigned index, Slice tile) {
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

  FailureOr<TilingResult> createTiles(const Slice &tile) {
    TilingResult result;
    for (unsigned index = 0; index < op->getNumResults(); ++index)
      if (failed(append(result, index, getPieceTile(index, tile))))
        return failure();
    return result;
  }

  /// Appends `tile` of piece `index` as a slice of the data.
  LogicalResult append(TilingResult &result, unsigned index,
                       const Slice &tile) {
    auto data = cast<RankedTensorType>(op.getData().getType());
    Slice source = tile;
    for (int64_t dim = 0; dim < rank; ++dim)
      source.offsets[dim] = shapes.getOffset(index, dim);
    // A piece that starts at the end has no elements.
    bool isEmpty = source.isStaticallyEmpty(data);
    for (int64_t dim = 0; dim < rank; ++dim)
      source.offsets[dim] =
          addSizes(builder, loc, source.offsets[dim], tile.offsets[dim]);
    if (!isEmpty && !source.isInBounds(data.getShape()))
      return failure();
    Value piece = isEmpty
                      ? createEmpty(builder, loc, op.getData(), source.sizes)
                      : source.create(builder, loc, op.getData());
    result.tiledOps.push_back(piece.getDefiningOp());
    result.tiledValues.push_back(piece);
    // Drivers may fuse generated slices with the producer of the data.
    if (auto slice = piece.getDefiningOp<tensor::ExtractSliceOp>())
      result.generatedSlices.push_back(slice);
    return success();
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
struct PiecesTiling
    : TilingModel<PiecesTiling<OpTy>, OpTy, SplitOpInterface, PieceTiles> {
  FailureOr<TilingResult>
  generateResultTileValue(Operation *op, OpBuilder &builder, unsigned index,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) const {
    if (!isOpFusableWithConsumerSlice(op, index, offsets, sizes))
      return failure();
    TilingResult result;
    PieceTiles tiles(builder, cast<SplitOpInterface>(op));
    if (failed(tiles.append(
            result, index, {llvm::to_vector(offsets), llvm::to_vector(sizes)})))
      return failure();
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
};
} // namespace

void mlir::split::registerTilingExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, SplitDialect *) {
    attachCopyTiling(*context);
    SplitOp::attachInterface<PiecesTiling<SplitOp>>(*context);
    VariadicSplitOp::attachInterface<PiecesTiling<VariadicSplitOp>>(*context);
  });
}
