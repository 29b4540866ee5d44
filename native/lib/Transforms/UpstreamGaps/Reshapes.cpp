//===- Reshapes.cpp - Reshapes and empty pieces ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Canonicalize.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITSIMPLIFYRESHAPESPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Whether several sizes of a group are dynamic, so that they do not follow
/// from the size of the source, or any size is, but the source has none.
static bool expandsToDynamicSizes(tensor::ExpandShapeOp op) {
  RankedTensorType type = op.getResultType();
  if (op.getSrcType().getRank() == 0)
    return !type.hasStaticShape();
  return llvm::any_of(op.getReassociationIndices(),
                      [&](const ReassociationIndices &group) {
                        return llvm::count_if(group, [&](int64_t dim) {
                                 return type.isDynamicDim(dim);
                               }) > 1;
                      });
}

static bool simplify(RewriterBase &rewriter, tensor::ExpandShapeOp op) {
  if (!expandsToDynamicSizes(op))
    return false;
  SmallVector<Value> sizes = getValueOrCreateConstantIndexOp(
      rewriter, op.getLoc(), op.getMixedOutputShape());
  Value shape =
      tensor::FromElementsOp::create(rewriter, op.getLoc(), sizes).getResult();
  rewriter.replaceOpWithNewOp<tensor::ReshapeOp>(op, op.getResultType(),
                                                 op.getSrc(), shape);
  return true;
}

/// Collapses a tensor whose sizes are dynamic to rank 0 as one of sizes 1: the
/// verifier rejects such views of memrefs.
static bool simplify(RewriterBase &rewriter, tensor::CollapseShapeOp op) {
  RankedTensorType type = op.getSrcType();
  if (op.getResultType().getRank() != 0 || type.hasStaticShape())
    return false;
  SmallVector<int64_t> sizes(type.getRank(), 1);
  Value cast = tensor::CastOp::create(rewriter, op.getLoc(), type.clone(sizes),
                                      op.getSrc());
  rewriter.modifyOpInPlace(op, [&] { op.getSrcMutable().assign(cast); });
  return true;
}

/// Gives `op` a shape operand of index values and a result of known rank.
static bool simplify(RewriterBase &rewriter, tensor::ReshapeOp op) {
  auto type = cast<TensorType>(op.getResult().getType());
  auto shapeType = cast<RankedTensorType>(op.getShape().getType());
  int64_t rank = shapeType.getDimSize(0);
  bool isIndex = shapeType.getElementType().isIndex();
  bool hasRank = type.hasRank() || ShapedType::isDynamic(rank);
  if (isIndex && hasRank)
    return false;
  Value shape = op.getShape();
  if (!isIndex)
    shape = arith::IndexCastOp::create(
        rewriter, op.getLoc(), shapeType.clone(rewriter.getIndexType()), shape);
  TensorType ranked = type;
  if (!hasRank)
    ranked =
        RankedTensorType::get(SmallVector<int64_t>(rank, ShapedType::kDynamic),
                              type.getElementType());
  Value result = tensor::ReshapeOp::create(rewriter, op.getLoc(), ranked,
                                           op.getSource(), shape);
  if (!hasRank)
    result = tensor::CastOp::create(rewriter, op.getLoc(), type, result);
  rewriter.replaceOp(op, result);
  return true;
}

/// Returns a size of `tensor`, if its type states it before or after a cast.
static int64_t getStatedSize(Value tensor, int64_t dim) {
  int64_t size = cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
  auto op = tensor.getDefiningOp<tensor::CastOp>();
  auto type = op ? dyn_cast<RankedTensorType>(op.getSource().getType())
                 : RankedTensorType();
  return ShapedType::isDynamic(size) && type ? type.getDimSize(dim) : size;
}

/// Removes operands that are empty along the dimension of `op`: their types
/// state that, or those before them are as long as the result. Bufferization
/// would create a view of size 0 at the end of the dimension, which the
/// verifier rejects.
static bool simplify(RewriterBase &rewriter, tensor::ConcatOp op) {
  auto dim = static_cast<int64_t>(op.getDim());
  int64_t size = op.getResultType().getDimSize(dim);
  std::optional<int64_t> begin = 0;
  SmallVector<Value> kept;
  for (Value operand : op.getInputs()) {
    int64_t length = getStatedSize(operand, dim);
    bool isAtEnd = begin && *begin == size && ShapedType::isDynamic(length);
    if (length != 0 && !isAtEnd)
      kept.push_back(operand);
    if (isAtEnd)
      continue;
    if (ShapedType::isDynamic(length) ||
        (begin && llvm::AddOverflow(*begin, length, *begin)))
      begin = std::nullopt;
  }
  if (kept.empty() || kept.size() == op.getInputs().size())
    return false;
  if (kept.size() == 1)
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getResultType(), kept);
  else
    rewriter.modifyOpInPlace(op, [&] { op.getInputsMutable().assign(kept); });
  return true;
}

static bool hasZero(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  return type && llvm::is_contained(type.getShape(), 0);
}

/// Whether the result of `op` has no elements: its type states that, or that of
/// what it reshapes.
static bool isEmptyPiece(Operation *op) {
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return hasZero(op->getResult(0)) || hasZero(op->getOperand(0));
  return isa<tensor::ConcatOp, tensor::ExtractSliceOp, tensor::InsertSliceOp,
             tensor::PadOp>(op) &&
         hasZero(op->getResult(0));
}

/// Returns the dynamic sizes of the result of `op`.
static FailureOr<SmallVector<Value>> createSizes(RewriterBase &rewriter,
                                                 Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  ReifiedRankedShapedTypeDims shapes;
  if (failed(reifyResultShapes(rewriter, op, shapes)))
    return failure();
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(shapes.front()))
    if (type.isDynamicDim(dim))
      sizes.push_back(
          getValueOrCreateConstantIndexOp(rewriter, op->getLoc(), size));
  return sizes;
}

/// Replaces `op`, whose result has no elements, by a `tensor.empty`.
/// Bufferization would create views that the verifier rejects.
static bool replaceEmptyPiece(RewriterBase &rewriter, Operation *op) {
  FailureOr<SmallVector<Value>> sizes = createSizes(rewriter, op);
  if (failed(sizes))
    return false;
  rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, op->getResult(0).getType(),
                                               *sizes);
  return true;
}

/// Whether the source of `op` has no elements: its type states that before or
/// after a cast, or the padding alone has a size of the result.
static bool padsNothing(tensor::PadOp op) {
  auto cast = op.getSource().getDefiningOp<tensor::CastOp>();
  if (hasZero(op.getSource()) || (cast && hasZero(cast.getSource())))
    return true;
  return llvm::any_of(
      llvm::zip_equal(op.getResultType().getShape(), op.getMixedLowPad(),
                      op.getMixedHighPad()),
      [](const auto &dim) {
        auto [size, lowWidth, highWidth] = dim;
        int64_t low = getConstantIntValue(lowWidth).value_or(0);
        int64_t high = getConstantIntValue(highWidth).value_or(0);
        return !ShapedType::isDynamic(size) && low >= 0 && high >= 0 &&
               (low >= size || high >= size - low);
      });
}

/// Replaces the padding of what has no elements by a `tensor.generate`.
/// Bufferization would create a view of size 0 at the end of a dimension.
static bool simplify(RewriterBase &rewriter, tensor::PadOp op) {
  if (!padsNothing(op))
    return false;
  FailureOr<SmallVector<Value>> sizes = createSizes(rewriter, op);
  if (failed(sizes))
    return false;
  auto generate = tensor::GenerateOp::create(rewriter, op.getLoc(),
                                             op.getResultType(), *sizes);
  rewriter.inlineRegionBefore(op.getRegion(), generate.getBody(),
                              generate.getBody().end());
  rewriter.replaceOp(op, generate);
  return true;
}

namespace {
struct ReplaceEmptyPiece : RewritePattern {
  explicit ReplaceEmptyPiece(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    return success(isEmptyPiece(op) && replaceEmptyPiece(rewriter, op));
  }
};
} // namespace

template <typename OpTy>
static LogicalResult simplifyPiece(OpTy op, PatternRewriter &rewriter) {
  return success(simplify(rewriter, op));
}

void mlir::split::native::populateEmptyPiecePatterns(
    RewritePatternSet &patterns) {
  patterns.add(simplifyPiece<tensor::ConcatOp>)
      .add(simplifyPiece<tensor::PadOp>)
      .add<ReplaceEmptyPiece>(patterns.getContext());
}

namespace {
struct SplitSimplifyReshapesPass
    : split::native::impl::SplitSimplifyReshapesPassBase<
          SplitSimplifyReshapesPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      rewriter.setInsertionPoint(op);
      if (isEmptyPiece(op) && replaceEmptyPiece(rewriter, op)) {
        ++numReshapes;
        return;
      }
      numReshapes +=
          llvm::TypeSwitch<Operation *, bool>(op)
              .Case<tensor::CollapseShapeOp, tensor::ConcatOp,
                    tensor::ExpandShapeOp, tensor::PadOp, tensor::ReshapeOp>(
                  [&](auto known) { return simplify(rewriter, known); })
              .Default(false);
    });
  }
};
} // namespace
