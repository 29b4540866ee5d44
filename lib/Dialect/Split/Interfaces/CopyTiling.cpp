//===- CopyTiling.cpp - split.copy in tiles -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilingModel.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"

using namespace mlir;
using namespace mlir::split;

/// Returns whether destinations certainly have the same size along the axis.
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

/// Returns whether static sizes do not contradict each other.
static bool mayFit(CopyOp op) {
  if (!obeysRules(op))
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

  static bool isTileable(CopyOp op) {
    return mayFit(op) && llvm::none_of(op->getOperandTypes(), [](Type type) {
             return isStaticallyEmpty(type);
           });
  }

  SmallVector<OpFoldResult> getDomainSizes() {
    SmallVector<OpFoldResult> sizes = getMixedSizes(builder, loc, op.getData());
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

  Slice getPieceTile(unsigned index, Slice tile) {
    if (equalPieces)
      return tile;
    tile.offsets[axis] = builder.getIndexAttr(0);
    tile.sizes[axis] =
        multiplySizes(builder, loc, getLengths()[index], tile.sizes[axis]);
    return tile;
  }

  FailureOr<TilingResult> createTiles(const Slice &tile) {
    SmallVector<Slice> tiles;
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

  /// Creates a copy of `tile` of destination `index`.
  FailureOr<TilingResult> createPieceCopy(unsigned index, const Slice &tile) {
    Slice source = tile;
    source.offsets[axis] =
        addSizes(builder, loc, getOffsets()[index], tile.offsets[axis]);
    return createCopy(source, index, tile);
  }

private:
  /// Creates one copy to all destinations, whose `tiles` are whole along the
  /// axis.
  FailureOr<TilingResult> createWholeCopy(const Slice &tile,
                                          ArrayRef<Slice> tiles) {
    Slice source = tile;
    source.offsets[axis] = builder.getIndexAttr(0);
    source.sizes[axis] = multiplySizes(
        builder, loc, getMixedSize(builder, loc, op.getData(), axis),
        equalPieces ? builder.getIndexAttr(1) : tile.sizes[axis]);
    return createCopy(source, 0, tiles);
  }

  /// Creates a copy of `source` of the data to `tiles` of the destinations from
  /// `first` on.
  FailureOr<TilingResult> createCopy(const Slice &source, unsigned first,
                                     ArrayRef<Slice> tiles) {
    ValueRange destinations = op.getOuts().slice(first, tiles.size());
    if (!fits(op.getData(), source) ||
        !llvm::all_of(llvm::zip_equal(destinations, tiles), [&](auto pair) {
          return fits(std::get<0>(pair), std::get<1>(pair));
        }))
      return failure();

    TilingResult result;
    Value data = createSlice(result, op.getData(), source);
    SmallVector<Value> outs;
    for (auto [destination, tile] : llvm::zip_equal(destinations, tiles))
      outs.push_back(createSlice(result, destination, tile));
    auto copy = CopyOp::create(builder, loc, data, outs, axis);
    copy->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    result.tiledOps.push_back(copy);
    llvm::append_range(result.tiledValues, copy.getResults());
    return result;
  }

  static bool fits(Value value, const Slice &tile) {
    return tile.isInBounds(cast<ShapedType>(value.getType()).getShape());
  }

  Value createSlice(TilingResult &result, Value value, const Slice &tile) {
    Value slice = tile.create(builder, loc, value);
    result.generatedSlices.push_back(slice.getDefiningOp());
    return slice;
  }

  ArrayRef<OpFoldResult> getLengths() {
    if (lengths.empty())
      for (Value destination : op.getOuts())
        lengths.push_back(getMixedSize(builder, loc, destination, axis));
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
struct CopyTiling : TilingModel<CopyTiling, CopyOp, CopyOp, CopyTiles> {
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
    return mayFit(cast<CopyOp>(op)) && !isStaticallyEmpty(sizes);
  }

  /// Only tiles that are whole along the axis become a copy.
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
        !CopyTiles::isTileable(copy))
      return false;
    int64_t axis = copy.getNormalizedAxis();
    auto data = cast<ShapedType>(copy.getData().getType());
    return isConstantIntValue(offsets.front()[axis], 0) &&
           isAll(copy.getData(), data, axis, sizes.front()[axis]);
  }

private:
  /// Returns whether `size` is the size of `value` along `dim`.
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

void mlir::split::attachCopyTiling(MLIRContext &context) {
  CopyOp::attachInterface<CopyTiling>(context);
}
