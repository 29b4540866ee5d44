//===- FailingOps.cpp - Ops behind checks that fail -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Canonicalize.h"
#include "GuardedPattern.h"
#include "UpstreamGaps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

//===----------------------------------------------------------------------===//
// Casts of tensors
//===----------------------------------------------------------------------===//

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
/// or nullopt if it is unknown. Like the verifier, takes -1 for the index of
/// the last iteration of a loop without any.
std::optional<int64_t> StaticLoops::evaluate(AffineExpr expr,
                                             bool isLast) const {
  SmallVector<AffineExpr> iteration;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    bool isKnown = !ShapedType::isDynamic(size);
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
        return ShapedType::isDynamic(size) || size == 0 || !first || !last ||
               (std::min(*first, *last) >= 0 && std::max(*first, *last) < size);
      });
}

using GetShapeFn = function_ref<ArrayRef<int64_t>(OpOperand &)>;

/// Returns whether the verifier accepts `op` if its operands have the shapes
/// that all of `shapes` return.
static bool canHaveShapes(linalg::LinalgOp op, ArrayRef<GetShapeFn> shapes) {
  StaticLoops loops(op);
  auto allOperands = [&](function_ref<bool(AffineMap, ArrayRef<int64_t>)> is) {
    return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
      return llvm::all_of(shapes, [&](GetShapeFn getShape) {
        return is(op.getMatchingIndexingMap(&operand), getShape(operand));
      });
    });
  };
  return allOperands([&](AffineMap map, ArrayRef<int64_t> shape) {
           return loops.add(map, shape);
         }) &&
         allOperands([&](AffineMap map, ArrayRef<int64_t> shape) {
           return loops.areWithin(map, shape);
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
  // Other users, such as the checks of this cast, would then find the sizes
  // that the cast states.
  auto op = cast.getSource().getDefiningOp<linalg::LinalgOp>();
  if (!op || !cast.getSource().hasOneUse())
    return false;
  OpOperand *init = op.getDpsInitOperand(
      mlir::cast<OpResult>(cast.getSource()).getResultNumber());
  auto getShape = [&](OpOperand &operand) {
    return &operand == init ? type.getShape() : op.getShape(&operand);
  };
  return canHaveShapes(op, {getShape});
}

/// Returns whether the sizes that the operands of `op` state, before and after
/// casts, do not contradict each other.
static bool haveOperandsEqualSizes(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return true;
  auto getShape = [&](OpOperand &operand) {
    return linalgOp.getShape(&operand);
  };
  auto getSourceShape = [&](OpOperand &operand) {
    auto cast = operand.get().getDefiningOp<tensor::CastOp>();
    auto type = cast ? dyn_cast<RankedTensorType>(cast.getSource().getType())
                     : RankedTensorType();
    return type ? type.getShape() : linalgOp.getShape(&operand);
  };
  return canHaveShapes(linalgOp, {getShape, getSourceShape});
}

std::unique_ptr<RewritePattern>
mlir::split::native::guardCastPattern(std::unique_ptr<RewritePattern> pattern) {
  auto isAnyOf = [&](ArrayRef<ListedPattern> listed) {
    return llvm::any_of(listed, [&](const ListedPattern &other) {
      return isNamed(*pattern, other);
    });
  };
  if (isAnyOf({{"tensor.cast", "FoldTensorCastConsumerOp"},
               {"tensor.cast", "TensorCastExtractSlice"}}))
    return GuardedPattern::create(std::move(pattern), [](Operation *op) {
      return canFold(cast<tensor::CastOp>(op));
    });
  if (isAnyOf({{"", "FoldTensorCastProducerOp"},
               {"", "InferStaticShapeOfOperands"}}))
    return GuardedPattern::create(std::move(pattern), haveOperandsEqualSizes);
  return pattern;
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

/// memref.cast(memref.cast(%x)) to other sizes than those of %x
///   ->  memref.alloc
static LogicalResult replaceFailingCast(memref::CastOp op,
                                        PatternRewriter &rewriter) {
  Value source = op.getSource();
  if (auto cast = source.getDefiningOp<memref::CastOp>())
    source = cast.getSource();
  auto sourceType = dyn_cast<MemRefType>(source.getType());
  auto type = dyn_cast<MemRefType>(op.getType());
  if (!sourceType || !type ||
      succeeded(verifyCompatibleShape(sourceType.getShape(), type.getShape())))
    return rewriter.notifyMatchFailure(op, "the cast may succeed");
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(size))
      continue;
    if (static_cast<int64_t>(dim) < sourceType.getRank())
      sizes.push_back(
          memref::DimOp::create(rewriter, op.getLoc(), source, dim));
    else
      sizes.push_back(arith::ConstantIndexOp::create(rewriter, op.getLoc(), 0));
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

/// memref.copy of %x, cast, to a memref with other sizes  ->  nothing
static LogicalResult eraseFailingCopy(memref::CopyOp op,
                                      PatternRewriter &rewriter) {
  if (!isa<MemRefType>(op.getSource().getType()) ||
      !isa<MemRefType>(op.getTarget().getType()) ||
      succeeded(verifyCompatibleShape(getSourceShape(op.getSource()),
                                      getSourceShape(op.getTarget()))))
    return rewriter.notifyMatchFailure(op, "the sizes may be equal");
  rewriter.eraseOp(op);
  return success();
}

namespace {
/// An op on memrefs, cast from sizes that contradict each other  ->  nothing
struct EraseFailingLoops : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    auto getShape = [](OpOperand &operand) {
      return getSourceShape(operand.get());
    };
    if (!op.hasPureBufferSemantics() || canHaveShapes(op, {getShape}))
      return rewriter.notifyMatchFailure(op, "the sizes may be equal");
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Other ops
//===----------------------------------------------------------------------===//

/// Creates a value in place of `value`, a tensor or number that is never used.
static Value createUnusedValue(OpBuilder &builder, Value value) {
  Location loc = value.getLoc();
  if (auto tensor = dyn_cast<TensorType>(value.getType()))
    return createUndefinedTensor(builder, loc, tensor);
  return arith::ConstantOp::create(builder, loc,
                                   builder.getZeroAttr(value.getType()));
}

/// split.assert of false  ->  without the ops that follow it
static LogicalResult eraseAfterFailure(AssertOp op, PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_Zero()) ||
      !op->getParentRegion()->hasOneBlock() ||
      !isa<func::FuncOp, scf::ExecuteRegionOp, scf::ForOp, scf::IfOp,
           scf::IndexSwitchOp, scf::WhileOp>(op->getParentOp()))
    return rewriter.notifyMatchFailure(op, "the check may succeed");
  Operation *terminator = op->getBlock()->getTerminator();
  auto following = llvm::map_to_vector(
      llvm::make_range(std::next(op->getIterator()), terminator->getIterator()),
      [](Operation &following) { return &following; });
  if (llvm::all_of(
          following,
          llvm::IsaPred<arith::ConstantOp, tensor::CastOp, tensor::EmptyOp>))
    return rewriter.notifyMatchFailure(op, "nothing follows");
  // The lowering of splits and copies warns that they always fail.
  if (llvm::any_of(following, llvm::IsaPred<SplitOpInterface, CopyOp>))
    return rewriter.notifyMatchFailure(op, "a split follows");
  SmallVector<OpOperand *> operands;
  for (OpOperand &operand : terminator->getOpOperands())
    if (llvm::is_contained(following, operand.get().getDefiningOp()))
      operands.push_back(&operand);
  if (!llvm::all_of(operands, [](OpOperand *operand) {
        Type type = operand->get().getType();
        return isa<TensorType>(type) || type.isIntOrIndexOrFloat();
      }))
    return rewriter.notifyMatchFailure(op, "no value for the terminator");
  rewriter.setInsertionPoint(terminator);
  rewriter.modifyOpInPlace(terminator, [&] {
    for (OpOperand *operand : operands)
      operand->set(createUnusedValue(rewriter, operand->get()));
  });
  for (Operation *unreachable : llvm::reverse(following))
    rewriter.eraseOp(unreachable);
  return success();
}

/// tensor.pad of negative width  ->  tensor.empty
static LogicalResult replaceNegativePadding(tensor::PadOp op,
                                            PatternRewriter &rewriter) {
  auto isNegative = [](OpFoldResult width) {
    return getConstantIntValue(width).value_or(0) < 0;
  };
  if (llvm::none_of(op.getMixedLowPad(), isNegative) &&
      llvm::none_of(op.getMixedHighPad(), isNegative))
    return rewriter.notifyMatchFailure(op, "no width is known as negative");
  rewriter.replaceOp(
      op, createUndefinedTensor(rewriter, op.getLoc(), op.getResultType()));
  return success();
}

/// tensor.concat with a size of more than 63 bits  ->  tensor.empty
static LogicalResult replaceTooLongConcat(tensor::ConcatOp op,
                                          PatternRewriter &rewriter) {
  int64_t sum = 0;
  bool fits = llvm::all_of(op.getInputs(), [&](Value operand) {
    int64_t size =
        cast<RankedTensorType>(operand.getType()).getDimSize(op.getDim());
    return ShapedType::isDynamic(size) || !llvm::AddOverflow(sum, size, sum);
  });
  if (fits)
    return rewriter.notifyMatchFailure(op, "the sum may fit");
  rewriter.replaceOp(
      op, createUndefinedTensor(rewriter, op.getLoc(), op.getResultType()));
  return success();
}

namespace {
/// A slice at a negative offset  ->  the slice at offset 0
///
/// Such a slice may be empty. Passes that compute offsets would move the
/// constant into an attribute, which the verifier rejects.
struct ReplaceNegativeOffsets
    : OpInterfaceRewritePattern<OffsetSizeAndStrideOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(OffsetSizeAndStrideOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (!isa<memref::SubViewOp, tensor::ExtractSliceOp, tensor::InsertSliceOp,
             tensor::ParallelInsertSliceOp>(*op))
      return rewriter.notifyMatchFailure(op, "not an offset in the source");
    SmallVector<OpOperand *> offsets;
    for (OpOperand &offset :
         op->getOpOperands().slice(op.getOffsetSizeAndStrideStartOperandIndex(),
                                   op.getOffsets().size()))
      if (getConstantIntValue(offset.get()).value_or(0) < 0)
        offsets.push_back(&offset);
    if (offsets.empty())
      return rewriter.notifyMatchFailure(op, "no offset is known as negative");
    rewriter.setInsertionPoint(getPlaceOfOperands(op));
    Value zero = arith::ConstantIndexOp::create(rewriter, op.getLoc(), 0);
    rewriter.modifyOpInPlace(op, [&] {
      for (OpOperand *offset : offsets)
        offset->set(zero);
    });
    return success();
  }
};
} // namespace

void mlir::split::native::populateFailingOpPatterns(
    RewritePatternSet &patterns) {
  patterns.add<EraseFailingLoops>(patterns.getContext(), kBeforeFolds);
  patterns.add<ReplaceNegativeOffsets>(patterns.getContext());
  patterns.add(replaceFailingCast, kBeforeFolds)
      .add(eraseFailingCopy, kBeforeFolds)
      .add(eraseAfterFailure)
      .add(replaceNegativePadding)
      .add(replaceTooLongConcat);
}
