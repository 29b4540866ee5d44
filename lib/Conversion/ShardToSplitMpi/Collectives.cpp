//===- Collectives.cpp - Ops of the shard dialect that move tensors -------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectivePattern.h"
#include "Patterns.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;

namespace {
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
    IndexMath math(rewriter, loc);
    int64_t dim = op.getSliceAxis().getSExtValue();
    Interval shard =
        createShard(rewriter, loc, sizes[dim], group.createIndex(rewriter),
                    group.getNumRanks());
    SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), rewriter.getIndexAttr(1));
    offsets[dim] = shard.offset;
    sizes[dim] = shard.size;
    // Upstream's verifier rejects slices that are statically empty.
    if (llvm::is_contained(type.getShape(), 0)) {
      rewriter.replaceOp(op, createEmpty(rewriter, loc, type, sizes));
      return;
    }
    for (auto [index, size] : llvm::enumerate(sizes))
      size = type.isDynamicDim(index)
                 ? OpFoldResult(math.get(size))
                 : rewriter.getIndexAttr(type.getDimSize(index));
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, input, offsets, sizes, strides);
  }
};
} // namespace

void mlir::split::populateCollectivePatterns(RewritePatternSet &patterns) {
  patterns.add<AllGatherPattern, AllSlicePattern, AllToAllPattern,
               BroadcastPattern, GatherPattern, ScatterPattern>(
      patterns.getContext());
}
