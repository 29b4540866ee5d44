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

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "split-mlir/Dialect/Split/IR/PieceSlices.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;

namespace {
/// A part of a tensor or memref; also one of the iteration domain.
struct Tile {
  SmallVector<OpFoldResult> offsets, sizes;

  /// Whether upstream's slices of a value of `shape` may be this one.
  bool fits(OpBuilder &builder, ArrayRef<int64_t> shape) const {
    SmallVector<OpFoldResult> strides(shape.size(), builder.getIndexAttr(1));
    return verifyInBoundsSlice(shape, offsets, sizes, strides).isValid;
  }
};
} // namespace

static OpFoldResult add(OpBuilder &builder, Location loc, OpFoldResult lhs,
                        OpFoldResult rhs) {
  AffineExpr first, second;
  bindSymbols(builder.getContext(), first, second);
  return affine::makeComposedFoldedAffineApply(builder, loc, first + second,
                                               {lhs, rhs});
}

static OpFoldResult multiply(OpBuilder &builder, Location loc, OpFoldResult lhs,
                             OpFoldResult rhs) {
  if (isConstantIntValue(rhs, 1))
    return lhs;
  return arith::MulIOp::create(
             builder, loc, getValueOrCreateConstantIndexOp(builder, loc, lhs),
             getValueOrCreateConstantIndexOp(builder, loc, rhs))
      .getResult();
}

/// The size that `types` state along `dim`, kDynamic if none does; none if they
/// contradict each other.
static std::optional<int64_t> getCommonSize(TypeRange types, int64_t dim) {
  int64_t common = ShapedType::kDynamic;
  for (Type type : types) {
    int64_t size = cast<ShapedType>(type).getDimSize(dim);
    if (ShapedType::isDynamic(size))
      continue;
    if (!ShapedType::isDynamic(common) && size != common)
      return std::nullopt;
    common = size;
  }
  return common;
}

/// The iteration domain with loops from 0 to each of `sizes`.
static SmallVector<Range> getDomain(OpBuilder &builder,
                                    ArrayRef<OpFoldResult> sizes) {
  return llvm::map_to_vector(sizes, [&](OpFoldResult size) {
    return Range{builder.getIndexAttr(0), size, builder.getIndexAttr(1)};
  });
}

/// A place for a tile in a result of `type`. Upstream's verifier refuses a
/// static one at the end of a dimension, even if the tile has no elements (C7).
static Tile getInsertable(OpBuilder &builder, Location loc, Tile tile,
                          Type type) {
  if (!tile.fits(builder, cast<ShapedType>(type).getShape()))
    for (OpFoldResult &offset : tile.offsets)
      offset = getValueOrCreateConstantIndexOp(builder, loc, offset);
  return tile;
}

//===----------------------------------------------------------------------===//
// Ops with SplitOpInterface
//===----------------------------------------------------------------------===//

static bool isRanked(Type type) { return isa<RankedTensorType>(type); }

/// Whether pieces need not have the same size along `dim`.
static bool isWhole(SplitOpInterface op, int64_t dim) {
  SplitSpec spec = op.getSpec();
  return !spec.equalPieces && spec.numPieces > 1 &&
         spec.getNormalizedAxis().value_or(dim) == dim;
}

static bool isTileable(SplitOpInterface op) {
  auto data = dyn_cast<RankedTensorType>(op.getData().getType());
  if (!data || data.getEncoding() ||
      !llvm::all_of(op->getResultTypes(), isRanked))
    return false;
  for (int64_t dim = 0; dim < data.getRank(); ++dim) {
    if (!isWhole(op, dim) && !getCommonSize(op->getResultTypes(), dim))
      return false;
    for (Type type : op->getResultTypes())
      if (!cast<RankedTensorType>(type).isDynamicDim(dim) &&
          !getStatedSize(op.getData(), type, dim))
        return false;
  }
  return true;
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
      tile.sizes[dim] = multiply(builder, loc, all, tile.sizes[dim]);
    }
    return tile;
  }

  /// `tile` of piece `index` as a slice of the data.
  FailureOr<Value> createSlice(unsigned index, const Tile &tile) {
    auto data = cast<RankedTensorType>(op.getData().getType());
    Tile source = tile;
    for (int64_t dim = 0; dim < rank; ++dim)
      source.offsets[dim] =
          add(builder, loc, shapes.getOffset(index, dim), tile.offsets[dim]);
    bool isEmpty = isStaticallyEmpty(source.sizes) ||
                   llvm::is_contained(data.getShape(), 0);
    if (!isEmpty && !source.fits(builder, data.getShape()))
      return failure();
    return createPieceSlice(builder, loc, op.getData(), source.offsets,
                            source.sizes);
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
      return {};
    return SmallVector<utils::IteratorType>(
        cast<RankedTensorType>(split.getData().getType()).getRank(),
        utils::IteratorType::parallel);
  }

  SmallVector<Range> getIterationDomain(Operation *op,
                                        OpBuilder &builder) const {
    auto split = cast<SplitOpInterface>(op);
    if (!isTileable(split))
      return {};
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
    tile = getInsertable(builder, op->getLoc(), std::move(tile),
                         op->getResultTypes()[index]);
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
    return isRanked(cast<SplitOpInterface>(op).getData().getType()) &&
           isRanked(op->getResultTypes()[index]);
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

//===----------------------------------------------------------------------===//
// split.copy
//===----------------------------------------------------------------------===//

static SmallVector<OpFoldResult> getDims(OpBuilder &builder, Location loc,
                                         Value value) {
  if (isa<TensorType>(value.getType()))
    return tensor::getMixedSizes(builder, loc, value);
  return memref::getMixedSizes(builder, loc, value);
}

static bool isEmpty(Type type) {
  return llvm::is_contained(cast<ShapedType>(type).getShape(), 0);
}

/// Whether all destinations certainly have the same size along the axis.
static bool hasEqualPieces(CopyOp op) {
  if (op.getOuts().size() == 1)
    return true;
  auto first = cast<ShapedType>(op.getOuts().front().getType());
  int64_t axis = op.getNormalizedAxis();
  return !first.isDynamicDim(axis) &&
         llvm::all_of(op.getOuts().getTypes(), [&](Type type) {
           return cast<ShapedType>(type).getDimSize(axis) ==
                  first.getDimSize(axis);
         });
}

static bool isTileable(CopyOp op) {
  if (isEmpty(op.getData().getType()) ||
      llvm::all_of(op.getOuts().getTypes(), isEmpty) ||
      failed(verifyCopySizes(op, [&] { return emitNothing(op.getContext()); })))
    return false;
  int64_t rank = cast<ShapedType>(op.getData().getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != op.getNormalizedAxis() &&
        !getCommonSize(op->getOperandTypes(), dim))
      return false;
  return true;
}

namespace {
/// The tiles of a copy.
class CopyTiles {
public:
  CopyTiles(OpBuilder &builder, CopyOp op)
      : builder(builder), op(op), loc(op.getLoc()),
        axis(op.getNormalizedAxis()), equalPieces(hasEqualPieces(op)) {}

  SmallVector<OpFoldResult> getDomainSizes() {
    SmallVector<OpFoldResult> sizes = getDims(builder, loc, op.getData());
    for (auto [dim, size] : llvm::enumerate(sizes)) {
      if (int64_t(dim) == axis) {
        size = getAxisDomainSize();
        continue;
      }
      int64_t stated = *getCommonSize(op->getOperandTypes(), dim);
      if (!ShapedType::isDynamic(stated))
        size = builder.getIndexAttr(stated);
    }
    return sizes;
  }

  OpFoldResult getAxisDomainSize() {
    return equalPieces ? getLengths().front() : builder.getIndexAttr(1);
  }

  /// What `tile` of the iteration domain is of destination `index`.
  Tile getPieceTile(unsigned index, Tile tile) {
    if (equalPieces)
      return tile;
    tile.offsets[axis] = builder.getIndexAttr(0);
    tile.sizes[axis] =
        multiply(builder, loc, getLengths()[index], tile.sizes[axis]);
    return tile;
  }

  /// A copy of `tile` of the iteration domain.
  FailureOr<TilingResult> createCopies(const Tile &tile) {
    SmallVector<Tile> tiles;
    for (unsigned index = 0; index < op.getOuts().size(); ++index)
      tiles.push_back(getPieceTile(index, tile));
    if (!equalPieces ||
        isEqualConstantIntOrValue(tile.sizes[axis], getLengths().front()))
      return createWholeCopy(tile, tiles);
    TilingResult result;
    for (auto [index, pieceTile] : llvm::enumerate(tiles)) {
      FailureOr<TilingResult> copy = createPieceCopy(index, pieceTile);
      if (failed(copy))
        return failure();
      llvm::append_range(result.tiledOps, copy->tiledOps);
      llvm::append_range(result.tiledValues, copy->tiledValues);
      llvm::append_range(result.generatedSlices, copy->generatedSlices);
    }
    return result;
  }

  /// A copy of `tile` of destination `index`.
  FailureOr<TilingResult> createPieceCopy(unsigned index, const Tile &tile) {
    Tile source = tile;
    source.offsets[axis] =
        add(builder, loc, getOffsets()[index], tile.offsets[axis]);
    return createCopy(source, index, tile);
  }

private:
  /// One copy for all destinations, of all that `tiles` have along the axis.
  FailureOr<TilingResult> createWholeCopy(const Tile &tile,
                                          ArrayRef<Tile> tiles) {
    Tile source = tile;
    source.offsets[axis] = builder.getIndexAttr(0);
    source.sizes[axis] =
        multiply(builder, loc, getDims(builder, loc, op.getData())[axis],
                 equalPieces ? builder.getIndexAttr(1) : tile.sizes[axis]);
    return createCopy(source, 0, tiles);
  }

  /// A copy of `source` of the data to `tiles` of the destinations from `first`
  /// on. Those that are certainly empty take no part (C7).
  FailureOr<TilingResult> createCopy(const Tile &source, unsigned first,
                                     ArrayRef<Tile> tiles) {
    if (!fits(op.getData(), source))
      return failure();
    for (auto [index, tile] : llvm::enumerate(tiles))
      if (!isStaticallyEmpty(tile.sizes) &&
          !fits(op.getOuts()[first + index], tile))
        return failure();

    TilingResult result;
    Value data = createSlice(result, op.getData(), source);
    SmallVector<Value> outs;
    for (auto [index, tile] : llvm::enumerate(tiles))
      if (!isStaticallyEmpty(tile.sizes))
        outs.push_back(createSlice(result, op.getOuts()[first + index], tile));
    auto copy = CopyOp::create(builder, loc, data, outs, axis);
    copy->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    result.tiledOps.push_back(copy);
    if (op.hasPureTensorSemantics())
      addValues(result, copy, tiles);
    return result;
  }

  void addValues(TilingResult &result, CopyOp copy, ArrayRef<Tile> tiles) {
    auto copied = copy.getResults().begin();
    for (const Tile &tile : tiles)
      result.tiledValues.push_back(
          isStaticallyEmpty(tile.sizes)
              ? createEmpty(builder, loc, op.getData(), tile.sizes)
              : Value(*copied++));
  }

  bool fits(Value value, const Tile &tile) {
    return tile.fits(builder, cast<ShapedType>(value.getType()).getShape());
  }

  Value createSlice(TilingResult &result, Value value, const Tile &tile) {
    SmallVector<OpFoldResult> strides(tile.sizes.size(),
                                      builder.getIndexAttr(1));
    Operation *slice;
    if (isa<TensorType>(value.getType()))
      slice = tensor::ExtractSliceOp::create(builder, loc, value, tile.offsets,
                                             tile.sizes, strides);
    else
      slice = memref::SubViewOp::create(builder, loc, value, tile.offsets,
                                        tile.sizes, strides);
    result.generatedSlices.push_back(slice);
    return slice->getResult(0);
  }

  ArrayRef<OpFoldResult> getLengths() {
    if (lengths.empty())
      for (Value destination : op.getOuts())
        lengths.push_back(getDims(builder, loc, destination)[axis]);
    return lengths;
  }

  ArrayRef<OpFoldResult> getOffsets() {
    if (offsets.empty())
      offsets = computePieceOffsets(builder, loc, getLengths(), equalPieces);
    return offsets;
  }

  OpBuilder &builder;
  CopyOp op;
  Location loc;
  int64_t axis;
  bool equalPieces;
  SmallVector<OpFoldResult> lengths, offsets;
};

/// split.copy ins(%m : memref<4x8xf32>)
///     outs(%m0, %m1 : memref<4x3xf32>, memref<4x5xf32>) axis(1)
///
/// has for the tile at [%i, 0] of size [2, 1]
///
/// %t = memref.subview %m[%i, 0] [2, 8] [1, 1] : ...
/// %t0 = memref.subview %m0[%i, 0] [2, 3] [1, 1] : ...
/// %t1 = memref.subview %m1[%i, 0] [2, 5] [1, 1] : ...
/// split.copy ins(%t : ...) outs(%t0, %t1 : ...) axis(1)
struct CopyTiling : TilingInterface::ExternalModel<CopyTiling, CopyOp> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    auto copy = cast<CopyOp>(op);
    if (!isTileable(copy))
      return {};
    return SmallVector<utils::IteratorType>(
        cast<ShapedType>(copy.getData().getType()).getRank(),
        utils::IteratorType::parallel);
  }

  SmallVector<Range> getIterationDomain(Operation *op,
                                        OpBuilder &builder) const {
    auto copy = cast<CopyOp>(op);
    if (!isTileable(copy))
      return {};
    return getDomain(builder, CopyTiles(builder, copy).getDomainSizes());
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &builder,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    auto copy = cast<CopyOp>(op);
    if (!isTileable(copy))
      return failure();
    return CopyTiles(builder, copy)
        .createCopies({llvm::to_vector(offsets), llvm::to_vector(sizes)});
  }

  LogicalResult
  getResultTilePosition(Operation *op, OpBuilder &builder, unsigned index,
                        ArrayRef<OpFoldResult> offsets,
                        ArrayRef<OpFoldResult> sizes,
                        SmallVector<OpFoldResult> &resultOffsets,
                        SmallVector<OpFoldResult> &resultSizes) const {
    auto copy = cast<CopyOp>(op);
    if (!isTileable(copy))
      return failure();
    Tile tile = CopyTiles(builder, copy)
                    .getPieceTile(index, {llvm::to_vector(offsets),
                                          llvm::to_vector(sizes)});
    tile = getInsertable(builder, op->getLoc(), std::move(tile),
                         op->getResultTypes()[index]);
    resultOffsets = tile.offsets;
    resultSizes = tile.sizes;
    return success();
  }

  FailureOr<TilingResult>
  generateResultTileValue(Operation *op, OpBuilder &builder, unsigned index,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) const {
    if (!isOpFusableWithConsumerSlice(op, index, offsets, sizes))
      return failure();
    return CopyTiles(builder, cast<CopyOp>(op))
        .createPieceCopy(index,
                         {llvm::to_vector(offsets), llvm::to_vector(sizes)});
  }

  bool isOpFusableWithConsumerSlice(Operation *op, unsigned index,
                                    ArrayRef<OpFoldResult>,
                                    ArrayRef<OpFoldResult> sizes) const {
    return isTileable(cast<CopyOp>(op)) && !isStaticallyEmpty(sizes);
  }

  /// Only tiles that have all of the data along the axis make a copy.
  LogicalResult getIterationDomainTileFromOperandTiles(
      Operation *op, OpBuilder &builder, ArrayRef<unsigned> operands,
      ArrayRef<SmallVector<OpFoldResult>> offsets,
      ArrayRef<SmallVector<OpFoldResult>> sizes,
      SmallVectorImpl<OpFoldResult> &domainOffsets,
      SmallVectorImpl<OpFoldResult> &domainSizes) const {
    if (!isOpFusableWithProducerSlices(op, operands, offsets, sizes))
      return failure();
    auto copy = cast<CopyOp>(op);
    domainOffsets.assign(offsets.front());
    domainSizes.assign(sizes.front());
    domainSizes[copy.getNormalizedAxis()] =
        CopyTiles(builder, copy).getAxisDomainSize();
    return success();
  }

  FailureOr<TilingResult> getTiledImplementationFromOperandTiles(
      Operation *op, OpBuilder &builder, ArrayRef<unsigned> operands,
      ArrayRef<SmallVector<OpFoldResult>> offsets,
      ArrayRef<SmallVector<OpFoldResult>> sizes) const {
    SmallVector<OpFoldResult> domainOffsets, domainSizes;
    if (failed(getIterationDomainTileFromOperandTiles(
            op, builder, operands, offsets, sizes, domainOffsets, domainSizes)))
      return failure();
    return getTiledImplementation(op, builder, domainOffsets, domainSizes);
  }

  bool isOpFusableWithProducerSlices(
      Operation *op, ArrayRef<unsigned> operands,
      ArrayRef<SmallVector<OpFoldResult>> offsets,
      ArrayRef<SmallVector<OpFoldResult>> sizes) const {
    auto copy = cast<CopyOp>(op);
    if (operands != ArrayRef(copy.getDataMutable().getOperandNumber()) ||
        !isTileable(copy))
      return false;
    int64_t axis = copy.getNormalizedAxis();
    auto data = cast<ShapedType>(copy.getData().getType());
    return isConstantIntValue(offsets.front()[axis], 0) &&
           isAll(copy.getData(), data, axis, sizes.front()[axis]);
  }

private:
  /// Whether `size` is that of `value` along `dim`.
  static bool isAll(Value value, ShapedType type, int64_t dim,
                    OpFoldResult size) {
    if (!type.isDynamicDim(dim))
      return isConstantIntValue(size, type.getDimSize(dim));
    auto given = dyn_cast<Value>(size);
    auto dimOp = given ? given.getDefiningOp<tensor::DimOp>() : nullptr;
    return dimOp && dimOp.getSource() == value &&
           dimOp.getConstantIndex() == dim;
  }
};
} // namespace

void mlir::split::registerTilingExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, SplitDialect *) {
    CopyOp::attachInterface<CopyTiling>(*context);
    SplitOp::attachInterface<PiecesTiling<SplitOp>>(*context);
    VariadicSplitOp::attachInterface<PiecesTiling<VariadicSplitOp>>(*context);
  });
}
