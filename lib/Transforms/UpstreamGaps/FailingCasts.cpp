//===- FailingCasts.cpp - Casts behind checks that fail -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FailingCasts.h"
#include "GuardedPattern.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

/// Returns whether `slice` is within its source if its sizes are those that
/// `shape`, the shape of its result, states.
static bool canHaveShape(tensor::ExtractSliceOp slice,
                         ArrayRef<int64_t> shape) {
  if (slice.getType().getRank() != static_cast<int64_t>(shape.size()))
    return false;
  SmallVector<int64_t> sizes(slice.getStaticSizes());
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (dropped.test(dim))
      continue;
    if (!ShapedType::isDynamic(shape.front()))
      size = shape.front();
    shape = shape.drop_front();
  }
  return verifyInBoundsSlice(slice.getSourceType().getShape(),
                             slice.getStaticOffsets(), sizes,
                             slice.getStaticStrides())
      .isValid;
}

namespace {
/// The static sizes of the loops of a linalg op.
class StaticLoops {
public:
  explicit StaticLoops(linalg::LinalgOp op)
      : sizes(op.getNumLoops(), ShapedType::kDynamic) {}

  /// Adds the sizes of the loops that an operand of this shape states. Returns
  /// false if another operand states other ones.
  bool add(AffineMap map, ArrayRef<int64_t> shape);

  /// Returns whether an operand of this shape is as long as the loops need.
  bool areWithin(AffineMap map, ArrayRef<int64_t> shape) const;

private:
  std::optional<int64_t> evaluate(AffineExpr expr, bool isLast) const;

  SmallVector<int64_t> sizes;
};
} // namespace

bool StaticLoops::add(AffineMap map, ArrayRef<int64_t> shape) {
  for (auto [expr, size] : llvm::zip_equal(map.getResults(), shape)) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || ShapedType::isDynamic(size))
      continue;
    int64_t &known = sizes[dim.getPosition()];
    if (!ShapedType::isDynamic(known) && known != size)
      return false;
    known = size;
  }
  return true;
}

/// Returns the value of `expr` in the first or the last iteration of all loops,
/// or nullopt if it is unknown or there is none.
std::optional<int64_t> StaticLoops::evaluate(AffineExpr expr,
                                             bool isLast) const {
  SmallVector<AffineExpr> iteration;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    bool isKnown = size > 0;
    if (!isKnown && expr.isFunctionOfDim(dim))
      return std::nullopt;
    iteration.push_back(getAffineConstantExpr(isKnown && isLast ? size - 1 : 0,
                                              expr.getContext()));
  }
  auto value = dyn_cast<AffineConstantExpr>(expr.replaceDims(iteration));
  return value ? std::optional(value.getValue()) : std::nullopt;
}

bool StaticLoops::areWithin(AffineMap map, ArrayRef<int64_t> shape) const {
  return llvm::all_of(
      llvm::zip_equal(map.getResults(), shape), [&](const auto &pair) {
        auto [expr, size] = pair;
        std::optional<int64_t> first = evaluate(expr, /*isLast=*/false);
        std::optional<int64_t> last = evaluate(expr, /*isLast=*/true);
        return ShapedType::isDynamic(size) || !first || !last ||
               std::max(*first, *last) < size;
      });
}

/// Returns whether the verifier accepts `op` if its operands have the shapes
/// that `getShape` returns.
static bool
canHaveShapes(linalg::LinalgOp op,
              function_ref<ArrayRef<int64_t>(OpOperand &)> getShape) {
  StaticLoops loops(op);
  return llvm::all_of(op->getOpOperands(),
                      [&](OpOperand &operand) {
                        return loops.add(op.getMatchingIndexingMap(&operand),
                                         getShape(operand));
                      }) &&
         llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
           return loops.areWithin(op.getMatchingIndexingMap(&operand),
                                  getShape(operand));
         });
}

/// Returns whether the op that creates the source of `cast` can create its
/// result.
static bool canFold(tensor::CastOp cast) {
  auto type = dyn_cast<RankedTensorType>(cast.getType());
  if (!type)
    return false;
  if (auto slice = cast.getSource().getDefiningOp<tensor::ExtractSliceOp>())
    return canHaveShape(slice, type.getShape());
  auto op = cast.getSource().getDefiningOp<linalg::LinalgOp>();
  if (!op)
    return false;
  OpOperand *init = op.getDpsInitOperand(
      mlir::cast<OpResult>(cast.getSource()).getResultNumber());
  return canHaveShapes(op, [&](OpOperand &operand) {
    return &operand == init ? type.getShape() : op.getShape(&operand);
  });
}

std::unique_ptr<RewritePattern>
mlir::split::guardCastPattern(std::unique_ptr<RewritePattern> pattern) {
  return std::make_unique<GuardedPattern>(
      std::move(pattern),
      [](Operation *op) { return canFold(cast<tensor::CastOp>(op)); });
}

//===----------------------------------------------------------------------===//
// Memrefs
//===----------------------------------------------------------------------===//

/// Returns the shape of `value` before a `memref.cast`. Scalars have none.
static ArrayRef<int64_t> getSourceShape(Value value) {
  if (auto cast = value.getDefiningOp<memref::CastOp>())
    if (isa<MemRefType>(cast.getSource().getType()))
      value = cast.getSource();
  auto type = dyn_cast<ShapedType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

/// The highest benefit that there is: before folds remove the casts.
static constexpr unsigned kBeforeFolds =
    std::numeric_limits<unsigned short>::max() - 1;

namespace {
/// memref.cast(memref.cast(%x)) to other sizes than those of %x
///   ->  memref.alloc
struct ReplaceFailingCast : OpRewritePattern<memref::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CastOp op,
                                PatternRewriter &rewriter) const override {
    Value source = op.getSource();
    if (auto cast = source.getDefiningOp<memref::CastOp>())
      source = cast.getSource();
    auto sourceType = dyn_cast<MemRefType>(source.getType());
    auto type = dyn_cast<MemRefType>(op.getType());
    if (!sourceType || !type ||
        succeeded(
            verifyCompatibleShape(sourceType.getShape(), type.getShape())))
      return rewriter.notifyMatchFailure(op, "the cast may succeed");
    SmallVector<Value> sizes;
    for (auto [dim, size] : llvm::enumerate(type.getShape())) {
      if (!ShapedType::isDynamic(size))
        continue;
      if (static_cast<int64_t>(dim) < sourceType.getRank())
        sizes.push_back(
            memref::DimOp::create(rewriter, op.getLoc(), source, dim));
      else
        sizes.push_back(
            arith::ConstantIndexOp::create(rewriter, op.getLoc(), 0));
    }
    Value alloc = memref::AllocOp::create(
        rewriter, op.getLoc(),
        MemRefType::get(type.getShape(), type.getElementType(),
                        MemRefLayoutAttrInterface(), type.getMemorySpace()),
        sizes);
    rewriter.replaceOp(
        op, rewriter.createOrFold<memref::CastOp>(op.getLoc(), type, alloc));
    return success();
  }
};

/// memref.copy of %x, cast, to a memref with other sizes  ->  nothing
struct EraseFailingCopy : OpRewritePattern<memref::CopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CopyOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<MemRefType>(op.getSource().getType()) ||
        !isa<MemRefType>(op.getTarget().getType()) ||
        succeeded(verifyCompatibleShape(getSourceShape(op.getSource()),
                                        getSourceShape(op.getTarget()))))
      return rewriter.notifyMatchFailure(op, "the sizes may be equal");
    rewriter.eraseOp(op);
    return success();
  }
};

/// An op on memrefs, cast from sizes that contradict each other  ->  nothing
struct EraseFailingLoops : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    auto getShape = [](OpOperand &operand) {
      return getSourceShape(operand.get());
    };
    if (!op.hasPureBufferSemantics() || canHaveShapes(op, getShape))
      return rewriter.notifyMatchFailure(op, "the sizes may be equal");
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::split::populateFailingCastPatterns(RewritePatternSet &patterns) {
  patterns.add<ReplaceFailingCast, EraseFailingCopy, EraseFailingLoops>(
      patterns.getContext(), /*benefit=*/kBeforeFolds);
}
