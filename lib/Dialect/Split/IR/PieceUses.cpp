//===- PieceUses.cpp - dimensions and slices of pieces --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/Canonicalization.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;

/// Pieces of pieces of pieces are looked at no deeper than this.
static constexpr int kMaxDepth = 32;

/// Whether data may come from the pieces of `split` itself, as it can where
/// nothing dominates: in graph regions, and in blocks that nothing reaches.
static bool mayCutItself(SplitOpInterface split) {
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    split = split.getData().getDefiningOp<SplitOpInterface>();
    if (!split)
      return false;
  }
  return true;
}

namespace {
/// %p:2 = split.split %x axis(1) into 2 : tensor<?x?xf32> -> ...
/// tensor.dim %p#1, 0  ->  tensor.dim %x, 0
/// tensor.dim %p#1, 1  ->  affine.apply ()[s0] -> (s0 floordiv 2)
///                         of tensor.dim %x, 1
struct DimOfPiece : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op,
                                PatternRewriter &rewriter) const override {
    auto split = op.getSource().getDefiningOp<SplitOpInterface>();
    std::optional<int64_t> dim = op.getConstantIndex();
    if (!split || !dim || mayCutItself(split))
      return failure();
    SplitSpec spec = split.getSpec();
    std::optional<int64_t> axis = spec.getNormalizedAxis();
    if (!axis || *dim < 0 || *dim >= spec.data.getRank())
      return failure();
    // A size that the type claims is upstream's to fold.
    auto piece = cast<OpResult>(op.getSource());
    auto type = dyn_cast<RankedTensorType>(piece.getType());
    if (type && !type.isDynamicDim(*dim))
      return failure();
    // All run-time lengths together tell the size of one piece: with many
    // pieces that would be too many ops.
    if (dim == axis && !spec.equalPieces && !spec.lengths)
      return failure();
    PieceShapes shapes(rewriter, split, split->getOperands());
    OpFoldResult size = shapes.getDim(piece.getResultNumber(), *dim);
    rewriter.replaceOp(
        op, getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), size));
    return success();
  }
};
} // namespace

/// Where the piece starts, where that is a number.
static std::optional<int64_t> getStaticOffset(const SplitSpec &spec,
                                              unsigned index) {
  int64_t size = spec.getAxisSize();
  if (ShapedType::isDynamic(size))
    return std::nullopt;
  if (spec.equalPieces)
    return size / spec.numPieces * index; // S3
  int64_t offset = 0;
  for (int64_t length : spec.lengths->take_front(index)) { // V5
    if (length < 0)
      return std::nullopt;
    offset += length;
  }
  return offset;
}

/// Whether the elements that a slice takes along a dimension of `size` elements
/// are all in it. Where it takes none, it starts at one of them all the same,
/// as upstream's verifier asks.
static bool isInBounds(int64_t offset, int64_t count, int64_t stride,
                       int64_t size) {
  if (ShapedType::isDynamic(offset) || ShapedType::isDynamic(count) ||
      ShapedType::isDynamic(stride))
    return false;
  if (offset < 0 || offset >= size || count < 0 || stride < 1)
    return false;
  int64_t last;
  return count == 0 ||
         (!llvm::MulOverflow(count - 1, stride, last) && last < size - offset);
}

namespace {
/// %p:2 = split.split %x axis(0) into 2 : tensor<8xf32> -> ...
/// tensor.extract_slice %p#1[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
///   ->  tensor.extract_slice %x[5] [2] [1] : tensor<8xf32> to tensor<2xf32>
///
/// A slice out of the bounds of its piece would read the next one, and one of a
/// split that fails what is not there: both stay.
struct SliceOfPiece : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto split = op.getSource().getDefiningOp<SplitOpInterface>();
    if (!split || mayCutItself(split) || !isCertain(split))
      return failure();
    SplitSpec spec = split.getSpec();
    auto piece = cast<OpResult>(op.getSource());
    std::optional<int64_t> start =
        getStaticOffset(spec, piece.getResultNumber());
    if (!start || !staysInPiece(op, spec))
      return failure();

    int64_t axis = *spec.getNormalizedAxis();
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    offsets[axis] = rewriter.getIndexAttr(*start + op.getStaticOffsets()[axis]);
    DictionaryAttr attributes = op->getDiscardableAttrDictionary();
    auto slice = rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, op.getType(), split.getData(), offsets, op.getMixedSizes(),
        op.getMixedStrides());
    slice->setDiscardableAttrs(attributes);
    return success();
  }

private:
  /// Along the axis the slice is in bounds for certain. Elsewhere data ends
  /// where its piece does, and types must tell as much of both.
  static bool staysInPiece(tensor::ExtractSliceOp op, const SplitSpec &spec) {
    ArrayRef<int64_t> piece = op.getSourceType().getShape();
    int64_t axis = *spec.getNormalizedAxis();
    for (int64_t dim = 0, rank = piece.size(); dim < rank; ++dim)
      if (dim != axis && piece[dim] != spec.data.getDimSize(dim))
        return false;
    return !ShapedType::isDynamic(piece[axis]) &&
           isInBounds(op.getStaticOffsets()[axis], op.getStaticSizes()[axis],
                      op.getStaticStrides()[axis], piece[axis]);
  }
};
} // namespace

void mlir::split::populatePieceUsePatterns(RewritePatternSet &patterns) {
  patterns.add<DimOfPiece, SliceOfPiece>(patterns.getContext());
}
