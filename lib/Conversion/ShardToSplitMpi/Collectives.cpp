//===- Collectives.cpp - Collective ops of the shard dialect --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "RankGroup.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"

using namespace mlir;
using namespace mlir::split;

/// Creates an empty tensor of `type`, whose dynamic sizes are among `sizes`.
static Value createEmpty(OpBuilder &builder, Location loc, Type type,
                         ArrayRef<OpFoldResult> sizes) {
  auto tensorType = cast<RankedTensorType>(type);
  IndexMath math(builder, loc);
  SmallVector<Value> dynamic;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (tensorType.isDynamicDim(dim))
      dynamic.push_back(math.get(size));
  return tensor::EmptyOp::create(builder, loc, tensorType, dynamic);
}

namespace {
template <typename OpTy>
struct CollectivePattern : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;
  using Adaptor = typename OpTy::Adaptor;

  static RankGroup getRankGroup(OpTy op) {
    return {op, op.getGridAttr(), op.getGridAxes()};
  }

  static RankedTensorType getResultType(OpTy op) {
    return cast<RankedTensorType>(op->getResult(0).getType());
  }

  /// Replaces `op` by a copy of a tensor of `wholeSizes` from one layout to
  /// another, which has `localSizes`.
  static void redistribute(ConversionPatternRewriter &rewriter, OpTy op,
                           Value input, const RankGroup &group,
                           ArrayRef<OpFoldResult> wholeSizes,
                           const Layout &from, const Layout &to,
                           ArrayRef<OpFoldResult> localSizes) {
    Value init =
        createEmpty(rewriter, op.getLoc(), getResultType(op), localSizes);
    rewriter.replaceOpWithNewOp<RedistributeOp>(
        op, input, init, group.getCommunicator(), group.getGrid(), wholeSizes,
        from, to);
  }

  /// Returns `sizes` with the shard of this rank along `dimension`.
  static SmallVector<OpFoldResult> getShardSizes(OpBuilder &builder, OpTy op,
                                                 const RankGroup &group,
                                                 ArrayRef<OpFoldResult> sizes,
                                                 int64_t dimension) {
    SmallVector<OpFoldResult> shard(sizes);
    if (getResultType(op).isDynamicDim(dimension))
      shard[dimension] =
          createShard(builder, op.getLoc(), sizes[dimension],
                      group.createIndex(builder), group.getNumRanks())
              .size;
    return shard;
  }

  /// Returns the size of a tensor along `dimension`, of which
  /// `sizes[dimension]` is the size of this rank's shard. `type` is that of the
  /// whole tensor.
  static OpFoldResult getWholeSize(OpBuilder &builder, OpTy op,
                                   const RankGroup &group,
                                   ArrayRef<OpFoldResult> sizes,
                                   RankedTensorType type, int64_t dimension) {
    if (!type.isDynamicDim(dimension))
      return builder.getIndexAttr(type.getDimSize(dimension));
    if (std::optional<int64_t> local = getConstantIntValue(sizes[dimension]))
      return builder.getIndexAttr(*local * group.getNumRanks());
    return GlobalSizeOp::create(
               builder, op.getLoc(), cast<Value>(sizes[dimension]),
               group.getCommunicator(), group.getGrid(), group.getAxes())
        .getResult();
  }
};

/// A collective of a group of one rank returns its operand.
template <typename OpTy>
struct RedistributionPattern : CollectivePattern<OpTy> {
  using CollectivePattern<OpTy>::CollectivePattern;
  using Adaptor = typename OpTy::Adaptor;

  LogicalResult
  matchAndRewrite(OpTy op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    Value input = adaptor.getInput();
    RankGroup group = this->getRankGroup(op);
    if (group.getAxes().empty()) {
      if (input.getType() != op.getType())
        input =
            tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), input);
      rewriter.replaceOp(op, input);
      return success();
    }
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, op.getLoc(), input);
    convert(op, input, group, sizes, rewriter);
    return success();
  }

  /// `sizes` are those of `input`.
  virtual void convert(OpTy op, Value input, const RankGroup &group,
                       SmallVector<OpFoldResult> sizes,
                       ConversionPatternRewriter &rewriter) const = 0;
};

/// From shards along the gathered dimension to the whole tensor.
struct AllGatherPattern : RedistributionPattern<shard::AllGatherOp> {
  using RedistributionPattern::RedistributionPattern;

  void convert(shard::AllGatherOp op, Value input, const RankGroup &group,
               SmallVector<OpFoldResult> sizes,
               ConversionPatternRewriter &rewriter) const final {
    int64_t dim = op.getGatherAxis().getSExtValue();
    sizes[dim] =
        getWholeSize(rewriter, op, group, sizes, getResultType(op), dim);
    redistribute(rewriter, op, input, group, sizes, group.getSharded(dim),
                 group.getWhole(), sizes);
  }
};

/// From shards along the gathered dimension to the whole tensor at the root.
struct GatherPattern : RedistributionPattern<shard::GatherOp> {
  using RedistributionPattern::RedistributionPattern;

  void convert(shard::GatherOp op, Value input, const RankGroup &group,
               SmallVector<OpFoldResult> sizes,
               ConversionPatternRewriter &rewriter) const final {
    int64_t dim = op.getGatherAxis().getSExtValue();
    sizes[dim] =
        getWholeSize(rewriter, op, group, sizes, getResultType(op), dim);
    SmallVector<OpFoldResult> root =
        getMixedValues(op.getRoot(), op.getRootDynamic(), rewriter);
    redistribute(rewriter, op, input, group, sizes, group.getSharded(dim),
                 group.getAtRoot(root), sizes);
  }
};

/// From the whole tensor at the root to shards along the scattered dimension.
struct ScatterPattern : RedistributionPattern<shard::ScatterOp> {
  using RedistributionPattern::RedistributionPattern;

  void convert(shard::ScatterOp op, Value input, const RankGroup &group,
               SmallVector<OpFoldResult> sizes,
               ConversionPatternRewriter &rewriter) const final {
    int64_t dim = op.getScatterAxis().getSExtValue();
    SmallVector<OpFoldResult> root =
        getMixedValues(op.getRoot(), op.getRootDynamic(), rewriter);
    redistribute(rewriter, op, input, group, sizes, group.getAtRoot(root),
                 group.getSharded(dim),
                 getShardSizes(rewriter, op, group, sizes, dim));
  }
};

/// From the whole tensor at the root to the whole tensor.
struct BroadcastPattern : RedistributionPattern<shard::BroadcastOp> {
  using RedistributionPattern::RedistributionPattern;

  void convert(shard::BroadcastOp op, Value input, const RankGroup &group,
               SmallVector<OpFoldResult> sizes,
               ConversionPatternRewriter &rewriter) const final {
    SmallVector<OpFoldResult> root =
        getMixedValues(op.getRoot(), op.getRootDynamic(), rewriter);
    redistribute(rewriter, op, input, group, sizes, group.getAtRoot(root),
                 group.getWhole(), sizes);
  }
};

/// From shards along one dimension to shards along another. If it is the same
/// dimension, a rank's part of size d is n pieces of size d/n, one for each
/// rank: from shards along the ranks that have pieces to shards along the ranks
/// that get pieces.
struct AllToAllPattern : RedistributionPattern<shard::AllToAllOp> {
  using RedistributionPattern::RedistributionPattern;

  void convert(shard::AllToAllOp op, Value input, const RankGroup &group,
               SmallVector<OpFoldResult> sizes,
               ConversionPatternRewriter &rewriter) const final {
    int64_t split = op.getSplitAxis().getSExtValue();
    int64_t concat = op.getConcatAxis().getSExtValue();
    if (split == concat)
      return exchange(op, input, group, sizes, rewriter);
    sizes[concat] =
        getWholeSize(rewriter, op, group, sizes, getResultType(op), concat);
    redistribute(rewriter, op, input, group, sizes, group.getSharded(concat),
                 group.getSharded(split),
                 getShardSizes(rewriter, op, group, sizes, split));
  }

private:
  static void exchange(shard::AllToAllOp op, Value input,
                       const RankGroup &group, SmallVector<OpFoldResult> sizes,
                       ConversionPatternRewriter &rewriter) {
    Location loc = op.getLoc();
    IndexMath math(rewriter, loc);
    int64_t dim = op.getSplitAxis().getSExtValue();
    int64_t numRanks = group.getNumRanks();
    OpFoldResult count = rewriter.getIndexAttr(numRanks);
    Value isEven = math.isEqual(math.rem(sizes[dim], count), 0);
    AssertOp::create(rewriter, loc, isEven,
                     "size {} along dimension " + std::to_string(dim) +
                         " is not divisible by the number of ranks, " +
                         std::to_string(numRanks),
                     math.get(sizes[dim]));

    // d becomes 1 x n x d/n.
    OpFoldResult one = rewriter.getIndexAttr(1);
    OpFoldResult piece = getAsOpFoldResult(math.div(sizes[dim], count));
    SmallVector<OpFoldResult> parts(sizes);
    parts.erase(parts.begin() + dim);
    parts.insert(parts.begin() + dim, {one, count, piece});
    SmallVector<OpFoldResult> whole(parts), exchanged(parts);
    whole[dim] = count;
    exchanged[dim] = count;
    exchanged[dim + 1] = one;
    SmallVector<ReassociationIndices> groups;
    for (int64_t i = 0, e = sizes.size(), next = 0; i < e; ++i) {
      ReassociationIndices indices{next++};
      if (i == dim)
        indices.append({next++, next++});
      groups.push_back(indices);
    }
    auto getType = [&](ArrayRef<OpFoldResult> shape) {
      return RankedTensorType::get(decomposeMixedValues(shape).first,
                                   op.getType().getElementType());
    };
    Value pieces = tensor::ExpandShapeOp::create(rewriter, loc, getType(parts),
                                                 input, groups, parts);
    Value init = createEmpty(rewriter, loc, getType(exchanged), exchanged);
    auto moved = RedistributeOp::create(
        rewriter, loc, pieces, init, group.getCommunicator(), group.getGrid(),
        whole, group.getSharded(dim), group.getSharded(dim + 1));
    Value result = tensor::CollapseShapeOp::create(rewriter, loc,
                                                   moved.getResult(), groups);
    if (result.getType() != op.getType())
      result = tensor::CastOp::create(rewriter, loc, op.getType(), result);
    rewriter.replaceOp(op, result);
  }
};

/// A rank's shard of its own tensor, without communication.
struct AllSlicePattern : RedistributionPattern<shard::AllSliceOp> {
  using RedistributionPattern::RedistributionPattern;

  void convert(shard::AllSliceOp op, Value input, const RankGroup &group,
               SmallVector<OpFoldResult> sizes,
               ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    RankedTensorType type = getResultType(op);
    // Upstream's verifier rejects slices that are statically empty.
    if (llvm::is_contained(type.getShape(), 0)) {
      rewriter.replaceOp(op, createEmpty(rewriter, loc, type, sizes));
      return;
    }
    IndexMath math(rewriter, loc);
    int64_t dim = op.getSliceAxis().getSExtValue();
    Interval shard =
        createShard(rewriter, loc, sizes[dim], group.createIndex(rewriter),
                    group.getNumRanks());
    SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), rewriter.getIndexAttr(1));
    offsets[dim] = shard.offset;
    sizes[dim] = shard.size;
    for (auto [index, size] : llvm::enumerate(sizes))
      size = type.isDynamicDim(index)
                 ? OpFoldResult(math.get(size))
                 : rewriter.getIndexAttr(type.getDimSize(index));
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, input, offsets, sizes, strides);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

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

void mlir::split::populateCollectivePatterns(RewritePatternSet &patterns) {
  patterns.add<AllGatherPattern, AllReducePattern, AllSlicePattern,
               AllToAllPattern, BroadcastPattern, GatherPattern, ReducePattern,
               ReduceScatterPattern, ScatterPattern>(patterns.getContext());
}
