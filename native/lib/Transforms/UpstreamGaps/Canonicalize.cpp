//===- Canonicalize.cpp - Canonicalization by chosen patterns -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Canonicalize.h"

#include "../Numbers/Numbers.h"
#include "GuardedPattern.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITCANONICALIZEPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
/// Folds the ops of a list. The driver itself would fold all ops.
struct FoldListed : RewritePattern {
  FoldListed(MLIRContext *context, llvm::DenseSet<OperationName> ops)
      : RewritePattern(MatchAnyOpTypeTag(), kFirst, context),
        ops(std::move(ops)) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> values;
    if (!ops.contains(op->getName()) || mayCreateDynamicConstant(op) ||
        failed(rewriter.tryFold(op, values)))
      return rewriter.notifyMatchFailure(op, "no listed fold");
    if (values.empty())
      rewriter.modifyOpInPlace(op, [] {});
    else
      rewriter.replaceOp(op, values);
    return success();
  }

private:
  /// Like the driver, folds before other patterns match, except those of
  /// failing casts.
  static constexpr unsigned short kFirst =
      std::numeric_limits<unsigned short>::max() - 2;

  /// Upstream folds a comparison of a tensor with itself to a constant of the
  /// same type, even if sizes of the type are dynamic. The fold of a select
  /// creates no constants.
  static bool mayCreateDynamicConstant(Operation *op) {
    if (!OpTrait::hasElementwiseMappableTraits(op) || isa<arith::SelectOp>(op))
      return false;
    auto type = dyn_cast<ShapedType>(op->getResult(0).getType());
    return type && !type.hasStaticShape();
  }

  llvm::DenseSet<OperationName> ops;
};
} // namespace

/// arith.index_cast(arith.index_cast(%x))  ->  %x
///
/// Unlike upstream's pattern, requires that the type in between holds all
/// values of %x.
template <typename OpTy>
static LogicalResult foldIndexCasts(OpTy op, PatternRewriter &rewriter) {
  auto inner = op.getIn().template getDefiningOp<OpTy>();
  if (!inner || inner.getIn().getType() != op.getType() ||
      getConstantWidth(inner.getType()) < getConstantWidth(op.getType()))
    return rewriter.notifyMatchFailure(op, "no lossless cast and back");
  rewriter.replaceOp(op, inner.getIn());
  return success();
}

/// bufferization.clone(%x) to unknown rank  ->  memref.cast(clone(%x))
///
/// Upstream lowers such a clone to a loop over the dimensions of %x, which is
/// invalid if %x has none.
static LogicalResult cloneBeforeCast(bufferization::CloneOp op,
                                     PatternRewriter &rewriter) {
  auto type = dyn_cast<MemRefType>(op.getInput().getType());
  if (!type || !type.getLayout().isIdentity() ||
      !isa<UnrankedMemRefType>(op.getType()))
    return rewriter.notifyMatchFailure(op, "expected a cast to unknown rank");
  Value clone = bufferization::CloneOp::create(rewriter, op.getLoc(), type,
                                               op.getInput());
  rewriter.replaceOpWithNewOp<memref::CastOp>(op, op.getType(), clone);
  return success();
}

/// affine.apply of many operands  ->  ops of arith
///
/// The time to compose it with the maps of its operands, which also passes of
/// upstream do, grows with the third power of their number. Bufferization
/// creates such ops for concatenations.
static LogicalResult expandLongMap(affine::AffineApplyOp op,
                                   PatternRewriter &rewriter) {
  constexpr unsigned kMaxOperands = 8;
  if (op.getNumOperands() <= kMaxOperands)
    return rewriter.notifyMatchFailure(op, "few operands");
  // Ops of affine accept results of affine.apply, but not of arith in loops.
  if (llvm::any_of(op->getUsers(), [](Operation *user) {
        return isa<affine::AffineDialect>(user->getDialect());
      }))
    return rewriter.notifyMatchFailure(op, "used by an op of affine");
  std::optional<SmallVector<Value, 8>> expanded = affine::expandAffineMap(
      rewriter, op.getLoc(), op.getAffineMap(), op.getMapOperands());
  if (!expanded)
    return rewriter.notifyMatchFailure(op, "no ops for the map");
  rewriter.replaceOp(op, *expanded);
  return success();
}

/// Returns the dialects whose ops may add listed patterns. Some add patterns
/// with another root.
static llvm::StringSet<> getListedDialects() {
  llvm::StringSet<> dialects;
  for (const ListedPattern &listed : getListedPatterns())
    dialects.insert(listed.root.split('.').first);
  return dialects;
}

static bool isListedPattern(const Pattern &pattern) {
  return llvm::any_of(getListedPatterns(), [&](const ListedPattern &listed) {
    return isNamed(pattern, listed);
  });
}

/// Whether upstream computes the trip count of `op` right if the bounds are
/// constants: it ignores that their difference may overflow.
static bool hasRightTripCount(Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  APInt lower, upper;
  if (loop.getUnsignedCmp() ||
      !matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)))
    return true;
  bool overflows;
  (void)upper.ssub_ov(lower, overflows);
  return !overflows;
}

/// Collects the patterns and the folds of this project's dialects, and those of
/// upstream that are listed.
static void populatePatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  auto isOurs = [](StringRef dialect) { return dialect.starts_with("split"); };
  RewritePatternSet upstream(context);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(
        isOurs(dialect->getNamespace()) ? patterns : upstream);
  llvm::DenseSet<OperationName> folded;
  for (StringRef name : getListedFolds())
    if (auto op = RegisteredOperationName::lookup(name, context))
      folded.insert(*op);
  llvm::StringSet<> dialects = getListedDialects();
  for (RegisteredOperationName op : context->getRegisteredOperations()) {
    if (isOurs(op.getDialectNamespace())) {
      op.getCanonicalizationPatterns(patterns, context);
      folded.insert(op);
    } else if (dialects.contains(op.getDialectNamespace())) {
      op.getCanonicalizationPatterns(upstream, context);
    }
  }
  std::optional<RegisteredOperationName> forOp =
      RegisteredOperationName::lookup(scf::ForOp::getOperationName(), context);
  for (std::unique_ptr<RewritePattern> &pattern :
       upstream.getNativePatterns()) {
    if (!isListedPattern(*pattern))
      continue;
    if (forOp && pattern->getRootKind() == *forOp)
      pattern = GuardedPattern::create(std::move(pattern), hasRightTripCount);
    patterns.add(guardCastPattern(std::move(pattern)));
  }
  populateEmptyPiecePatterns(patterns);
  populateFoldAnglePattern(patterns);
  populateFailingOpPatterns(patterns);
  patterns.add<FoldListed>(context, std::move(folded));
  patterns.add(cloneBeforeCast)
      .add(expandLongMap, /*benefit=*/2)
      .add(foldIndexCasts<arith::IndexCastOp>)
      .add(foldIndexCasts<arith::IndexCastUIOp>);
}

namespace {
struct SplitCanonicalizePass
    : split::native::impl::SplitCanonicalizePassBase<SplitCanonicalizePass> {
  using SplitCanonicalizePassBase::SplitCanonicalizePassBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet collected(context);
    populatePatterns(collected);
    patterns = std::make_shared<FrozenRewritePatternSet>(std::move(collected));
    config.enableFolding(false).setRegionSimplificationLevel(
        mergeBlocks ? GreedySimplifyRegionLevel::Aggressive
                    : GreedySimplifyRegionLevel::Normal);
    return success();
  }

  /// As in upstream's pass, not reaching a fixed point is no failure.
  void runOnOperation() override {
    (void)applyPatternsGreedily(getOperation(), *patterns, config);
  }

private:
  std::shared_ptr<const FrozenRewritePatternSet> patterns;
  GreedyRewriteConfig config;
};
} // namespace
