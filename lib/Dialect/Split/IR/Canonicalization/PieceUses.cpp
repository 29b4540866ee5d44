//===- PieceUses.cpp - Ops that use pieces --------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/Canonicalization.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"

using namespace mlir;
using namespace mlir::split;

/// Limits how many nested splits are followed.
static constexpr int kMaxDepth = 32;

/// Returns whether data may come from the pieces of `split` itself, as it can
/// in graph regions and unreachable blocks.
static bool maySplitItself(SplitOpInterface split) {
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
    if (!split || !dim || maySplitItself(split))
      return rewriter.notifyMatchFailure(op, "no static dimension of a piece");
    SplitSpec spec = split.getSpec();
    std::optional<int64_t> axis = spec.getNormalizedAxis();
    if (!axis || *dim < 0 || *dim >= spec.data.getRank())
      return rewriter.notifyMatchFailure(op, "axis or dimension is not valid");
    // The size of one piece depends on all lengths of a tensor: many pieces
    // would need too many ops.
    if (dim == axis && !spec.equalPieces && !spec.lengths)
      return rewriter.notifyMatchFailure(op, "lengths are a tensor");
    PieceShapes shapes(rewriter, split, split->getOperands());
    auto piece = cast<OpResult>(op.getSource());
    OpFoldResult size = shapes.getDim(piece.getResultNumber(), *dim);
    rewriter.replaceOp(
        op, getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), size));
    return success();
  }
};
} // namespace

namespace {
/// %p:2 = split.split %x axis(0) into 2 : tensor<8xf32> -> ...
/// tensor.extract_slice %p#1[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
///   ->  tensor.extract_slice %x[5] [2] [1] : tensor<8xf32> to tensor<2xf32>
///
/// A slice that is out of the bounds of its piece would read the next piece,
/// and a slice of a split that fails would read out of bounds, so both stay.
struct SliceOfPiece : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto split = op.getSource().getDefiningOp<SplitOpInterface>();
    if (!split || maySplitItself(split) || !isCertain(split))
      return rewriter.notifyMatchFailure(op, "not a piece of a certain split");
    SplitSpec spec = split.getSpec();
    auto piece = cast<OpResult>(op.getSource());
    if (!staysInPiece(op, spec))
      return rewriter.notifyMatchFailure(op, "slice may be out of bounds");

    int64_t axis = *spec.getNormalizedAxis();
    int64_t start = inferPieceOffset(spec, piece.getResultNumber());
    assert(!ShapedType::isDynamic(start) && "a certain split has offsets");
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    offsets[axis] = rewriter.getIndexAttr(start + op.getStaticOffsets()[axis]);
    DictionaryAttr attributes = op->getDiscardableAttrDictionary();
    auto slice = rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, op.getType(), split.getData(), offsets, op.getMixedSizes(),
        op.getMixedStrides());
    slice->setDiscardableAttrs(attributes);
    return success();
  }

private:
  /// Returns whether the slice is certainly in bounds along the axis, as what
  /// is static is by upstream's verifier, and data and piece have the same type
  /// elsewhere.
  static bool staysInPiece(tensor::ExtractSliceOp op, const SplitSpec &spec) {
    ArrayRef<int64_t> piece = op.getSourceType().getShape();
    int64_t axis = *spec.getNormalizedAxis();
    for (int64_t dim = 0, rank = piece.size(); dim < rank; ++dim)
      if (dim != axis && piece[dim] != spec.data.getDimSize(dim))
        return false;
    return llvm::none_of(
        ArrayRef({piece[axis], op.getStaticOffsets()[axis],
                  op.getStaticSizes()[axis], op.getStaticStrides()[axis]}),
        ShapedType::isDynamic);
  }
};
} // namespace

void mlir::split::populatePieceUsePatterns(RewritePatternSet &patterns) {
  patterns.add<DimOfPiece, SliceOfPiece>(patterns.getContext());
}
