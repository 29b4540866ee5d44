//===- ReductionPatterns.cpp - Patterns that simplify splits --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The patterns may change the meaning of a program as long as the tester still
// finds it interesting.
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Reducer/Passes.h"

#include "ReductionSteps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Reducer/ReductionPatternInterface.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;

/// Returns how many static axes to try for `op`: one if data is unranked.
static int64_t countAxes(SplitOpInterface op) {
  TensorType data = op.getSpec().data;
  return data.hasRank() ? data.getRank() : 1;
}

/// Returns the lengths that the result types state. The first of the others is
/// -1, the rest are 0.
static SmallVector<int64_t> getStatedLengths(VariadicSplitOp op) {
  std::optional<int64_t> axis = op.getSpec().getNormalizedAxis();
  SmallVector<int64_t> lengths;
  for (Type type : op.getResultTypes()) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    if (axis && ranked && !ranked.isDynamicDim(*axis))
      lengths.push_back(ranked.getDimSize(*axis));
    else
      lengths.push_back(llvm::is_contained(lengths, -1) ? 0 : -1);
  }
  return lengths;
}

namespace {
/// A pattern that keeps a step only if the tester finds it interesting.
template <typename OpTy>
struct TestedPattern : OpRewritePattern<OpTy> {
  TestedPattern(MLIRContext *context, const Tester &tester)
      : OpRewritePattern<OpTy>(context), tester(tester) {}

  LogicalResult tryStep(RewriterBase &rewriter, OpTy op,
                        function_ref<void(RewriterBase &, OpTy)> step) const {
    return split::tryStep(tester, rewriter, op,
                          [&](RewriterBase &rewriter, Operation *op) {
                            step(rewriter, cast<OpTy>(op));
                            return success();
                          });
  }

  const Tester &tester;
};

/// split.split %x axis(%a : i64) into 2  ->  split.split %x axis(0) into 2
template <typename OpTy>
struct FixAxis : TestedPattern<OpTy> {
  using TestedPattern<OpTy>::TestedPattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.getAxis())
      return rewriter.notifyMatchFailure(op, "axis is static");
    auto setAxis = [](RewriterBase &rewriter, OpTy op, int64_t axis) {
      rewriter.modifyOpInPlace(op, [&] {
        op.getAxisMutable().clear();
        op.setStaticAxis(axis);
      });
    };
    for (int64_t axis = 0; axis < countAxes(op); ++axis)
      if (succeeded(
              this->tryStep(rewriter, op, [&](RewriterBase &rewriter, OpTy op) {
                setAxis(rewriter, op, axis);
              })))
        return success();
    return rewriter.notifyMatchFailure(op, "no axis is interesting");
  }
};

/// split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>)
///     : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>
///   ->  split.variadic_split %x axis(0) lengths [2, -1]
///
/// The same for `lengths [2, %n]`.
struct FixLengths : TestedPattern<VariadicSplitOp> {
  using TestedPattern::TestedPattern;

  LogicalResult matchAndRewrite(VariadicSplitOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getLengths().empty())
      return rewriter.notifyMatchFailure(op, "lengths are static");
    return tryStep(rewriter, op,
                   [](RewriterBase &rewriter, VariadicSplitOp op) {
                     SmallVector<int64_t> lengths = getStatedLengths(op);
                     rewriter.modifyOpInPlace(op, [&] {
                       op.getLengthsMutable().clear();
                       op.setStaticLengths(lengths);
                     });
                   });
  }
};

/// split.variadic_split %x axis(0) lengths [2, -1] : tensor<?xf32> -> ...
///   ->  split.split %x axis(0) into 2 : tensor<?xf32> -> ...
struct ForgetLengths : TestedPattern<VariadicSplitOp> {
  using TestedPattern::TestedPattern;

  LogicalResult matchAndRewrite(VariadicSplitOp op,
                                PatternRewriter &rewriter) const override {
    return tryStep(
        rewriter, op, [](RewriterBase &rewriter, VariadicSplitOp op) {
          rewriter.replaceOpWithNewOp<SplitOp>(op, op.getResultTypes(),
                                               op.getData(), op.getMixedAxis(),
                                               int64_t(op.getNumResults()));
        });
  }
};

/// %p:3 = split.variadic_split %x axis(0) lengths [1, 2, 3], %p#2 alone is used
///   ->  %p:2 = split.variadic_split %x axis(0) lengths [3, 3]
struct JoinUnusedPieces : TestedPattern<VariadicSplitOp> {
  using TestedPattern::TestedPattern;

  LogicalResult matchAndRewrite(VariadicSplitOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getLengths().empty())
      return rewriter.notifyMatchFailure(op, "lengths are run-time values");
    for (unsigned i = 1; i < op.getNumResults(); ++i)
      if (op.getResult(i - 1).use_empty() && op.getResult(i).use_empty() &&
          succeeded(tryStep(rewriter, op,
                            [&](RewriterBase &rewriter, VariadicSplitOp op) {
                              join(rewriter, op, i);
                            })))
        return success();
    return rewriter.notifyMatchFailure(op, "no adjacent unused pieces");
  }

private:
  /// Joins piece `index` and the one before it.
  static void join(RewriterBase &rewriter, VariadicSplitOp op, unsigned index) {
    SmallVector<int64_t> lengths(*op.getStaticLengths());
    int64_t &length = lengths[index - 1];
    length = length < 0 || lengths[index] < 0 ? -1 : length + lengths[index];
    lengths.erase(lengths.begin() + index);

    SplitSpec spec = op.getSpec();
    spec.lengths = lengths;
    spec.numPieces = lengths.size();
    SmallVector<Type> types(op.getResultTypes());
    types.erase(types.begin() + index);
    types[index - 1] = inferPieceTypes(spec)[index - 1];

    auto joined = VariadicSplitOp::create(
        rewriter, op.getLoc(), types, op.getData(), op.getMixedAxis(),
        rewriter.getDenseI64ArrayAttr(lengths));
    SmallVector<Value> pieces(joined.getResults());
    pieces.insert(pieces.begin() + index, pieces[index - 1]);
    rewriter.replaceOp(op, pieces);
  }
};

struct SplitReductionPatterns : DialectReductionPatternInterface {
  SplitReductionPatterns(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}

  /// All patterns test their own steps: upstream's reduction-tree applies all
  /// that match at once, and stops if the module is no longer interesting.
  void populateReductionPatterns(RewritePatternSet &) const override {}

  void populateReductionPatternsWithTester(RewritePatternSet &patterns,
                                           Tester &tester) const override {
    patterns.add<FixAxis<SplitOp>, FixAxis<VariadicSplitOp>, FixLengths,
                 ForgetLengths, JoinUnusedPieces>(patterns.getContext(),
                                                  tester);
  }
};
} // namespace

void mlir::split::registerReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, SplitDialect *dialect) {
    dialect->addInterfaces<SplitReductionPatterns>();
  });
}
