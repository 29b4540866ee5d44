//===- SplitCanonicalization.cpp - the canonical form of a split ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known moves into attributes and types. Where that would break a rule,
// the program fails when it gets there, and the op stays as it is.
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Canonicalization.h"

#include "LoopCasts.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// Axis and lengths
//===----------------------------------------------------------------------===//

namespace {
/// split.split %x axis(%c1 : i64) into 2  ->  split.split %x axis(1) into 2
template <typename OpTy>
struct MoveConstantAxis : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    std::optional<SmallVector<int64_t>> axis = getConstantInts(op.getAxis());
    if (!axis)
      return failure();
    SplitSpec spec = op.getSpec();
    spec.axis = axis->front();
    if (!obeysRules(spec, op.getResultTypes()))
      return failure();
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
      return failure();
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
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.setAxis(axis); });
    return success();
  }
};

/// split.variadic_split %x axis(0) lengths(%c : tensor<2xi64>)
///   ->  split.variadic_split %x axis(0) lengths [2, 4]
struct MoveConstantLengths : OpRewritePattern<VariadicSplitOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(VariadicSplitOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<SmallVector<int64_t>> lengths =
        getConstantInts(op.getLengths());
    if (!lengths)
      return failure();
    SplitSpec spec = op.getSpec();
    spec.lengths = *lengths;
    if (!obeysRules(spec, op.getResultTypes()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op.getLengthsMutable().clear();
      op.setStaticLengths(*lengths);
    });
    return success();
  }
};

/// split.variadic_split %x axis(0) lengths [2, -1] : tensor<6xf32> -> ...
///   ->  split.variadic_split %x axis(0) lengths [2, 4] : tensor<6xf32> -> ...
struct ResolveRest : OpRewritePattern<VariadicSplitOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(VariadicSplitOp op,
                                PatternRewriter &rewriter) const override {
    SplitSpec spec = op.getSpec();
    if (!spec.lengths || ShapedType::isDynamic(spec.getAxisSize()) ||
        !llvm::is_contained(*spec.lengths, -1))
      return failure();
    SmallVector<int64_t> sizes = inferPieceSizes(spec, spec.getAxisSize());
    rewriter.modifyOpInPlace(op, [&] { op.setStaticLengths(sizes); });
    return success();
  }
};

/// split.variadic_split %x axis(0) lengths [3, 3] : tensor<6xf32> -> ...
///   ->  split.split %x axis(0) into 2 : tensor<6xf32> -> ...
///
/// Where the size along the axis is not known, lengths tell more.
struct EqualLengthsToSplit : OpRewritePattern<VariadicSplitOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(VariadicSplitOp op,
                                PatternRewriter &rewriter) const override {
    SplitSpec spec = op.getSpec();
    if (!spec.lengths || ShapedType::isDynamic(spec.getAxisSize()) ||
        spec.lengths->front() < 0 || !llvm::all_equal(*spec.lengths))
      return failure();
    DictionaryAttr attributes = op->getDiscardableAttrDictionary();
    auto split = rewriter.replaceOpWithNewOp<SplitOp>(
        op, op.getResultTypes(), op.getData(), /*axis=*/Value(),
        op.getStaticAxisAttr(), rewriter.getI64IntegerAttr(spec.numPieces));
    split->setDiscardableAttrs(attributes);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Whether inference may tell more than the type of some piece. A quick answer,
/// as a split is visited again for each of its many pieces.
static bool mayBeRefined(SplitOpInterface op, const SplitSpec &spec) {
  ArrayRef<int64_t> data = spec.data.getShape();
  std::optional<int64_t> axis = spec.getNormalizedAxis();
  using Kind = std::pair<Type, bool>;
  Kind last;
  for (auto [index, stated] : llvm::enumerate(op->getResultTypes())) {
    bool isLengthKnown = spec.lengths && (*spec.lengths)[index] >= 0;
    // Pieces next to each other are often alike.
    Kind kind = {stated, isLengthKnown};
    if (std::exchange(last, kind) == kind)
      continue;
    auto type = dyn_cast<RankedTensorType>(stated);
    if (type && type.hasStaticShape())
      continue;
    if (!type || !axis)
      return true;
    for (auto [dim, size] : llvm::enumerate(type.getShape()))
      if (ShapedType::isDynamic(size) &&
          (!ShapedType::isDynamic(data[dim]) ||
           (isLengthKnown && int64_t(dim) == *axis)))
        return true;
  }
  return false;
}

/// What inference and the results' types state together; results that keep
/// their types are left out of it.
static SmallVector<Type> refineTypes(SplitOpInterface op,
                                     const SplitSpec &spec) {
  SmallVector<Type> types;
  for (auto [inferred, result] :
       llvm::zip_equal(inferPieceTypes(spec), op->getResults())) {
    auto stated = cast<TensorType>(result.getType());
    TensorType joined = joinTypes(cast<TensorType>(inferred), stated);
    types.push_back(joined && !isCarriedByLoop(result) ? joined : stated);
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
      return failure();
    SmallVector<Type> stated(op->getResultTypes());
    SmallVector<Type> refined = refineTypes(op, spec);
    if (refined == stated || !obeysRules(spec, refined))
      return failure();
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
      return failure();
    SplitSpec spec = op.getSpec();
    spec.data = mlir::cast<TensorType>(cast.getSource().getType());
    if (!obeysRules(spec, op->getResultTypes()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, cast.getSource()); });
    return success();
  }

private:
  /// Whether the cast does no more than that.
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
  patterns.add<EqualLengthsToSplit, MoveConstantAxis<SplitOp>,
               MoveConstantAxis<VariadicSplitOp>, MoveConstantLengths,
               NormalizeAxis<SplitOp>, NormalizeAxis<VariadicSplitOp>,
               NormalizeCopyAxis, RefineResultTypes, ResolveRest, SplitOfCast>(
      patterns.getContext());
  populatePieceReplacementPatterns(patterns);
  populatePieceUsePatterns(patterns);
}
