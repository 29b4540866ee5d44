//===- Canonicalization.cpp - Patterns that simplify splits ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants move into attributes and types. If that would break a rule, the
// program fails at run time and the op stays as it is.
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Canonicalization.h"

#include "../Folds.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;

LogicalResult mlir::split::setLengths(RewriterBase &rewriter,
                                      VariadicSplitOp op,
                                      ArrayRef<OpFoldResult> lengths) {
  SmallVector<int64_t> constants;
  SplitSpec spec = op.getSpec();
  if (!spec.setList(lengths, constants) ||
      !obeysRules(spec, op.getResultTypes()))
    return rewriter.notifyMatchFailure(op, "constant lengths break a rule");
  SmallVector<Value> values = decomposeMixedValues(lengths).second;
  rewriter.modifyOpInPlace(op, [&] {
    op.getLengthsMutable().assign(values);
    op.setStaticLengths(constants);
  });
  return success();
}

namespace {
/// split.split %x axis(%c1 : i64) into 2  ->  split.split %x axis(1) into 2
template <typename OpTy>
struct MoveConstantAxis : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    std::optional<SmallVector<int64_t>> axis = getConstantInts(op.getAxis());
    if (!axis)
      return rewriter.notifyMatchFailure(op, "no constant axis operand");
    SplitSpec spec = op.getSpec();
    spec.axis = axis->front();
    if (!obeysRules(spec, op.getResultTypes()))
      return rewriter.notifyMatchFailure(op, "constant axis breaks a rule");
    rewriter.modifyOpInPlace(op, [&] {
      op.getAxisMutable().clear();
      op.setStaticAxis(axis->front());
    });
    return success();
  }
};

/// split.split %x axis(-1) into 2 : tensor<4x6xf32> -> ...
///   ->  split.split %x axis(1) into 2 : tensor<4x6xf32> -> ...
template <typename OpTy>
struct NormalizeAxis : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    SplitSpec spec = op.getSpec();
    std::optional<int64_t> axis = spec.getNormalizedAxis();
    if (!axis || axis == spec.axis)
      return rewriter.notifyMatchFailure(op, "no negative static axis");
    rewriter.modifyOpInPlace(op, [&] { op.setStaticAxis(*axis); });
    return success();
  }
};

/// split.copy ins(%m : memref<4x6xf32>) outs(...) axis(-1)
///   ->  split.copy ins(%m : memref<4x6xf32>) outs(...) axis(1)
struct NormalizeCopyAxis : OpRewritePattern<CopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CopyOp op,
                                PatternRewriter &rewriter) const override {
    int64_t axis = op.getNormalizedAxis();
    if (axis == static_cast<int64_t>(op.getAxis()))
      return rewriter.notifyMatchFailure(op, "axis is not negative");
    rewriter.modifyOpInPlace(op, [&] { op.setAxis(axis); });
    return success();
  }
};

/// split.variadic_split %x axis(0) lengths [%c2, %n]
///   ->  split.variadic_split %x axis(0) lengths [2, %n]
///
/// A negative constant stays: it is no -1 (V7) and fails at run time.
struct MoveConstantIndexLengths : OpRewritePattern<VariadicSplitOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(VariadicSplitOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getSpec().hasIndexLengths)
      return rewriter.notifyMatchFailure(op, "no index values");
    SmallVector<OpFoldResult> lengths = getFoldedLengths(op);
    if (lengths == op.getMixedLengths())
      return rewriter.notifyMatchFailure(op, "no constant sizes");
    return setLengths(rewriter, op, lengths);
  }
};

/// %l = tensor.from_elements %n, %c4, %c-1
/// split.variadic_split %x axis(0) lengths(%l : tensor<3xindex>)
///   ->  split.variadic_split %x axis(0) lengths [%n, 4, -1]
///
/// Requires that each length is a constant or certainly not negative: in a
/// tensor, it may be -1.
struct ListLengths : OpRewritePattern<VariadicSplitOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(VariadicSplitOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<SmallVector<OpFoldResult>> lengths =
        getAsList(op.getLengthsOperand());
    if (!lengths)
      return rewriter.notifyMatchFailure(op, "a length may be negative");
    return setLengths(rewriter, op, *lengths);
  }
};

/// split.variadic_split %x axis(0) lengths [2, -1] : tensor<6xf32> -> ...
///   ->  split.variadic_split %x axis(0) lengths [2, 4] : tensor<6xf32> -> ...
struct ResolveRest : OpRewritePattern<VariadicSplitOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(VariadicSplitOp op,
                                PatternRewriter &rewriter) const override {
    SplitSpec spec = op.getSpec();
    if (!spec.lengths || spec.hasIndexLengths ||
        ShapedType::isDynamic(spec.getAxisSize()) ||
        !llvm::is_contained(*spec.lengths, -1))
      return rewriter.notifyMatchFailure(op, "no -1, or unknown sizes");
    SmallVector<int64_t> sizes = inferPieceSizes(spec);
    rewriter.modifyOpInPlace(op, [&] { op.setStaticLengths(sizes); });
    return success();
  }
};

/// split.variadic_split %x axis(0) lengths [3, 3] : tensor<6xf32> -> ...
///   ->  split.split %x axis(0) into 2 : tensor<6xf32> -> ...
///
/// Requires a static size along the axis: otherwise lengths state more.
struct EqualLengthsToSplit : OpRewritePattern<VariadicSplitOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(VariadicSplitOp op,
                                PatternRewriter &rewriter) const override {
    SplitSpec spec = op.getSpec();
    if (!spec.lengths || ShapedType::isDynamic(spec.getAxisSize()) ||
        spec.lengths->front() < 0 || !llvm::all_equal(*spec.lengths))
      return rewriter.notifyMatchFailure(op, "lengths are not certainly equal");
    DictionaryAttr attributes = op->getDiscardableAttrDictionary();
    auto split = rewriter.replaceOpWithNewOp<SplitOp>(
        op, op.getResultTypes(), op.getData(),
        OpFoldResult(op.getStaticAxisAttr()), spec.numPieces);
    split->setDiscardableAttrs(attributes);
    return success();
  }
};
} // namespace

/// Returns whether inference may state more than the type of some piece.
/// Decides quickly, as a split is visited again for each of its many pieces.
static bool mayBeRefined(SplitOpInterface op, const SplitSpec &spec) {
  ArrayRef<int64_t> data = spec.data.getShape();
  std::optional<int64_t> axis = spec.getNormalizedAxis();
  auto isPrecise = [&](Type stated, bool isLengthKnown) {
    auto type = dyn_cast<RankedTensorType>(stated);
    if (type && type.hasStaticShape())
      return true;
    return type && axis &&
           llvm::all_of(llvm::seq(type.getRank()), [&](int64_t dim) {
             return !type.isDynamicDim(dim) ||
                    (ShapedType::isDynamic(data[dim]) &&
                     !(isLengthKnown && dim == *axis));
           });
  };
  return !allPieceKinds(spec, op->getResultTypes(), isPrecise);
}

/// Returns the types that inference and the result types state together, except
/// for results that must keep their types.
static SmallVector<Type> refineTypes(SplitOpInterface op,
                                     const SplitSpec &spec) {
  SmallVector<Type> types;
  for (auto [inferred, result] :
       llvm::zip_equal(inferPieceTypes(spec), op->getResults())) {
    auto stated = cast<TensorType>(result.getType());
    types.push_back(isCarriedByLoop(result)
                        ? stated
                        : joinTypes(cast<TensorType>(inferred), stated));
  }
  return types;
}

namespace {
/// %p:2 = split.split %x axis(0) into 2 : tensor<4xf32>
///     -> tensor<?xf32>, tensor<?xf32>
///
/// becomes
///
/// %p:2 = split.split %x axis(0) into 2 : tensor<4xf32>
///     -> tensor<2xf32>, tensor<2xf32>
/// %0 = tensor.cast %p#0 : tensor<2xf32> to tensor<?xf32>
/// %1 = tensor.cast %p#1 : tensor<2xf32> to tensor<?xf32>
struct RefineResultTypes : OpInterfaceRewritePattern<SplitOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(SplitOpInterface op,
                                PatternRewriter &rewriter) const override {
    SplitSpec spec = op.getSpec();
    if (!spec.data.hasRank() || !mayBeRefined(op, spec))
      return rewriter.notifyMatchFailure(op, "types are as precise as data's");
    SmallVector<Type> stated(op->getResultTypes());
    SmallVector<Type> refined = refineTypes(op, spec);
    if (refined == stated)
      return rewriter.notifyMatchFailure(op, "inference adds nothing");
    rewriter.modifyOpInPlace(op, [&] {
      for (auto [result, type] : llvm::zip_equal(op->getResults(), refined))
        result.setType(type);
    });
    rewriter.setInsertionPointAfter(op);
    for (auto [result, type] : llvm::zip_equal(op->getResults(), stated)) {
      if (result.getType() == type || result.use_empty())
        continue;
      auto cast = tensor::CastOp::create(rewriter, op.getLoc(), type, result);
      rewriter.replaceAllUsesExcept(result, cast, cast);
    }
    return success();
  }
};

/// %y = tensor.cast %x : tensor<4x6xf32> to tensor<?x?xf32>
/// split.split %y axis(0) into 2 : tensor<?x?xf32> -> ...
///   ->  split.split %x axis(0) into 2 : tensor<4x6xf32> -> ...
struct SplitOfCast : OpInterfaceRewritePattern<SplitOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(SplitOpInterface op,
                                PatternRewriter &rewriter) const override {
    auto cast = op.getData().getDefiningOp<tensor::CastOp>();
    if (!cast || !losesInformation(cast))
      return rewriter.notifyMatchFailure(op, "no cast that loses information");
    SplitSpec spec = op.getSpec();
    spec.data = mlir::cast<TensorType>(cast.getSource().getType());
    if (!obeysRules(spec, op->getResultTypes()))
      return rewriter.notifyMatchFailure(op, "source breaks a rule");
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, cast.getSource()); });
    return success();
  }

private:
  /// Returns whether the cast only removes static sizes or the rank.
  static bool losesInformation(tensor::CastOp cast) {
    auto source = dyn_cast<RankedTensorType>(cast.getSource().getType());
    if (!source)
      return false;
    auto ranked = dyn_cast<RankedTensorType>(cast.getType());
    if (!ranked)
      return !source.getEncoding();
    return source.getEncoding() == ranked.getEncoding() &&
           tensor::preservesStaticInformation(ranked, source);
  }
};
} // namespace

void mlir::split::populateSplitCanonicalizationPatterns(
    RewritePatternSet &patterns) {
  patterns.add<EqualLengthsToSplit, ListLengths, MoveConstantAxis<SplitOp>,
               MoveConstantAxis<VariadicSplitOp>, MoveConstantIndexLengths,
               NormalizeAxis<SplitOp>, NormalizeAxis<VariadicSplitOp>,
               NormalizeCopyAxis, RefineResultTypes, ResolveRest, SplitOfCast>(
      patterns.getContext());
  populatePieceReplacementPatterns(patterns);
  populatePieceUsePatterns(patterns);
}
