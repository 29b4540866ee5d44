//===- PieceReplacements.cpp - Splits that simpler ops replace ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Folds.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/Canonicalization.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"

using namespace mlir;
using namespace mlir::split;

namespace {
/// %x = tensor.splat %v : tensor<4x6xf32>
/// %p:2 = split.split %x axis(1) into 2
///   ->  %p0 = tensor.splat %v : tensor<4x3xf32>
///       %p1 = tensor.splat %v : tensor<4x3xf32>
struct SplitOfSplat : OpInterfaceRewritePattern<SplitOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(SplitOpInterface op,
                                PatternRewriter &rewriter) const override {
    auto splat = op.getData().getDefiningOp<tensor::SplatOp>();
    if (!splat || !isCertain(op))
      return rewriter.notifyMatchFailure(op, "no certain split of a splat");
    if (!llvm::all_of(op->getResultTypes(), [](Type type) {
          return cast<TensorType>(type).hasStaticShape();
        }))
      return rewriter.notifyMatchFailure(op, "a result type is dynamic");
    SmallVector<Value> pieces;
    for (Type type : op->getResultTypes())
      pieces.push_back(tensor::SplatOp::create(rewriter, op.getLoc(),
                                               splat.getInput(),
                                               cast<RankedTensorType>(type)));
    rewriter.replaceOp(op, pieces);
    return success();
  }
};

/// %a, %b = split.variadic_split %x axis(1) lengths [0, 6]
///     : tensor<?x6xf32> -> tensor<?x0xf32>, tensor<?x6xf32>
///   ->  %a = tensor.empty(%d0) : tensor<?x0xf32>, and %x in place of %b
struct PieceIsWhole : OpRewritePattern<VariadicSplitOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(VariadicSplitOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<unsigned> whole = findOnlyPiece(op.getSpec());
    if (!whole || op.getData().getDefiningOp() == op ||
        op->getResultTypes()[*whole] != op.getData().getType() ||
        startsLoopFromCast(op->getResult(*whole), op.getData()) ||
        !isCertain(op))
      return rewriter.notifyMatchFailure(op, "no piece is the data");
    int64_t axis = *op.getSpec().getNormalizedAxis();
    for (OpResult piece : op->getResults())
      if (piece.getResultNumber() != *whole && !isKnownEmpty(piece, axis))
        return rewriter.notifyMatchFailure(op,
                                           "a type is not statically empty");
    PieceShapes shapes(rewriter, op, op->getOperands());
    SmallVector<Value> pieces;
    for (OpResult piece : op->getResults())
      pieces.push_back(piece.getResultNumber() == *whole
                           ? op.getData()
                           : createEmptyPiece(rewriter, piece, shapes));
    rewriter.replaceOp(op, pieces);
    return success();
  }

private:
  /// Returns the only piece whose length is not 0.
  static std::optional<unsigned> findOnlyPiece(const SplitSpec &spec) {
    std::optional<unsigned> only;
    if (!spec.lengths || spec.numPieces < 2)
      return only;
    for (auto [index, length] : llvm::enumerate(*spec.lengths))
      if (length != 0 && std::exchange(only, index))
        return std::nullopt;
    return only;
  }

  static bool isKnownEmpty(Value piece, int64_t axis) {
    auto type = dyn_cast<RankedTensorType>(piece.getType());
    return type && type.getDimSize(axis) == 0;
  }

  static Value createEmptyPiece(OpBuilder &builder, OpResult piece,
                                PieceShapes &shapes) {
    auto type = cast<RankedTensorType>(piece.getType());
    SmallVector<Value> sizes;
    for (auto [dim, size] : llvm::enumerate(type.getShape()))
      if (ShapedType::isDynamic(size))
        sizes.push_back(getValueOrCreateConstantIndexOp(
            builder, piece.getLoc(), shapes.getDataDim(dim)));
    return tensor::EmptyOp::create(builder, piece.getLoc(), type, sizes);
  }
};
} // namespace

void mlir::split::populatePieceReplacementPatterns(
    RewritePatternSet &patterns) {
  patterns.add<PieceIsWhole, SplitOfSplat>(patterns.getContext());
}
