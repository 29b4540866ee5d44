//===- Reductions.cpp - Ops of the shard dialect that reduce tensors ------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectivePattern.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::split;

/// Returns the name of the op of arith that converts numbers of type `from` to
/// type `to`, or an empty name if there is none. Signless integers are signed.
static StringRef getConversion(Type from, Type to) {
  if (!from.isIntOrFloat() || !to.isIntOrFloat())
    return "";
  bool isWider = from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth();
  bool isNarrower = to.getIntOrFloatBitWidth() < from.getIntOrFloatBitWidth();
  auto choose = [&](StringRef wider, StringRef narrower) {
    return isWider ? wider : isNarrower ? narrower : StringRef();
  };
  if (isa<FloatType>(from) && isa<FloatType>(to))
    return choose(arith::ExtFOp::getOperationName(),
                  arith::TruncFOp::getOperationName());
  if (from.isSignlessInteger() && to.isSignlessInteger())
    return choose(arith::ExtSIOp::getOperationName(),
                  arith::TruncIOp::getOperationName());
  if (from.isSignlessInteger() && isa<FloatType>(to))
    return arith::SIToFPOp::getOperationName();
  if (isa<FloatType>(from) && to.isSignlessInteger())
    return arith::FPToSIOp::getOperationName();
  return "";
}

/// Returns `value` with its elements converted to `elementType`.
static Value convertElements(OpBuilder &builder, Location loc, Value value,
                             Type elementType) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() == elementType)
    return value;
  OperationState state(loc, getConversion(type.getElementType(), elementType),
                       value, type.clone(elementType));
  return builder.create(state)->getResult(0);
}

LogicalResult mlir::split::verifyReduction(Operation *op,
                                           shard::ReductionKind kind) {
  Type input = op->getOperand(0).getType();
  if (!isa<RankedTensorType>(input))
    return op->emitOpError("is on memrefs, expected tensors");
  Type from = getElementTypeOrSelf(input);
  Type to = getElementTypeOrSelf(op->getResult(0));
  if (!isReducibleBy(to, kind))
    return op->emitOpError("has reduction ")
           << stringifyReductionKind(kind) << " of " << to
           << ", which libSplitMpi does not have";
  if (from != to && getConversion(from, to).empty())
    return op->emitOpError("has operands of type ")
           << from << " and results of type " << to
           << ", expected one to be convertible to the other";
  return success();
}

namespace {
/// Converts elements to the type of the result, and reduces them.
template <typename OpTy>
struct ReductionPattern : CollectivePattern<OpTy> {
  using CollectivePattern<OpTy>::CollectivePattern;
  using Adaptor = typename OpTy::Adaptor;

  LogicalResult
  matchAndRewrite(OpTy op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    Type type = this->getResultType(op).getElementType();
    Value input = convertElements(rewriter, loc, adaptor.getInput(), type);
    RankGroup group = this->getRankGroup(op);
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, input);
    rewriter.replaceOp(op, reduce(op, input, group, sizes, rewriter));
    return success();
  }

  virtual Value reduce(OpTy op, Value input, const RankGroup &group,
                       SmallVector<OpFoldResult> sizes,
                       ConversionPatternRewriter &rewriter) const = 0;
};

struct AllReducePattern : ReductionPattern<shard::AllReduceOp> {
  using ReductionPattern::ReductionPattern;

  Value reduce(shard::AllReduceOp op, Value input, const RankGroup &group,
               SmallVector<OpFoldResult> sizes,
               ConversionPatternRewriter &rewriter) const final {
    Value init = createEmpty(rewriter, op.getLoc(), getResultType(op), sizes);
    return split::AllReduceOp::create(rewriter, op.getLoc(), input, init,
                                      group.getCommunicator(), group.getGrid(),
                                      group.getAxes(), op.getReduction())
        .getResult();
  }
};

struct ReducePattern : ReductionPattern<shard::ReduceOp> {
  using ReductionPattern::ReductionPattern;

  Value reduce(shard::ReduceOp op, Value input, const RankGroup &group,
               SmallVector<OpFoldResult> sizes,
               ConversionPatternRewriter &rewriter) const final {
    Value init = createEmpty(rewriter, op.getLoc(), getResultType(op), sizes);
    SmallVector<OpFoldResult> root =
        getMixedValues(op.getRoot(), op.getRootDynamic(), rewriter);
    return split::AllReduceOp::create(rewriter, op.getLoc(), input, init,
                                      group.getCommunicator(), group.getGrid(),
                                      group.getAxes(), op.getReduction(),
                                      group.getAtRoot(root).root)
        .getResult();
  }
};

struct ReduceScatterPattern : ReductionPattern<shard::ReduceScatterOp> {
  using ReductionPattern::ReductionPattern;

  Value reduce(shard::ReduceScatterOp op, Value input, const RankGroup &group,
               SmallVector<OpFoldResult> sizes,
               ConversionPatternRewriter &rewriter) const final {
    int64_t dim = op.getScatterAxis().getSExtValue();
    Value init = createEmpty(rewriter, op.getLoc(), getResultType(op),
                             getShardSizes(rewriter, op, group, sizes, dim));
    return split::ReduceScatterOp::create(
               rewriter, op.getLoc(), input, init, group.getCommunicator(),
               group.getGrid(), group.getAxes(), op.getReduction(), dim)
        .getResult();
  }
};
} // namespace

void mlir::split::populateReductionPatterns(RewritePatternSet &patterns) {
  patterns.add<AllReducePattern, ReducePattern, ReduceScatterPattern>(
      patterns.getContext());
}
