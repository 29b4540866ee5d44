//===- Collectives.cpp - Ops of the shard dialect that move tensors -------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

LogicalResult mlir::split::mpi::verifyReduction(Operation *op,
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
  if (from != to && getElementConversion(from, to).empty())
    return op->emitOpError("has operands of type ")
           << from << " and results of type " << to
           << ", expected one to be convertible to the other";
  return success();
}

/// Returns the layout in which the root of `op` has the tensor.
template <typename OpTy>
static Layout getAtRoot(OpBuilder &builder, OpTy op, const RankGroup &group) {
  return group.getAtRoot(
      getMixedValues(op.getRoot(), op.getRootDynamic(), builder));
}

/// Reduces the operand to the ranks at `root`, or to all.
template <typename OpTy>
static Value reduce(OpBuilder &builder, OpTy op,
                    const CollectiveOperand &operand,
                    ArrayRef<OpFoldResult> root) {
  const RankGroup &group = operand.group;
  Value init =
      createEmpty(builder, op.getLoc(), operand.getResultType(), operand.sizes);
  return split::mpi::AllReduceOp::create(
             builder, op.getLoc(), operand.value, init, group.getCommunicator(),
             group.getGrid(), group.getAxes(), op.getReduction(), root)
      .getResult();
}

static Value convertAllReduce(OpBuilder &builder, shard::AllReduceOp op,
                              const CollectiveOperand &operand) {
  return reduce(builder, op, operand, /*root=*/{});
}

static Value convertReduce(OpBuilder &builder, shard::ReduceOp op,
                           const CollectiveOperand &operand) {
  return reduce(builder, op, operand,
                getAtRoot(builder, op, operand.group).root);
}

static Value convertReduceScatter(OpBuilder &builder, shard::ReduceScatterOp op,
                                  const CollectiveOperand &operand) {
  const RankGroup &group = operand.group;
  int64_t dim = op.getScatterAxis().getSExtValue();
  Value init = createEmpty(builder, op.getLoc(), operand.getResultType(),
                           operand.getShardSizes(builder, dim));
  return split::mpi::ReduceScatterOp::create(
             builder, op.getLoc(), operand.value, init, group.getCommunicator(),
             group.getGrid(), group.getAxes(), op.getReduction(), dim)
      .getResult();
}

void mlir::split::mpi::populateReductionPatterns(RewritePatternSet &patterns) {
  patterns.add<CollectivePattern<shard::AllReduceOp, convertAllReduce>,
               CollectivePattern<shard::ReduceOp, convertReduce>,
               CollectivePattern<shard::ReduceScatterOp, convertReduceScatter>>(
      patterns.getContext());
}

/// Returns a tensor of `wholeSizes` in layout `to`, in which this rank has
/// `localSizes`, given the tensor in layout `from`.
static Value redistribute(OpBuilder &builder, const CollectiveOperand &operand,
                          ArrayRef<OpFoldResult> wholeSizes, const Layout &from,
                          const Layout &to, ArrayRef<OpFoldResult> localSizes) {
  Location loc = operand.op->getLoc();
  Value init = createEmpty(builder, loc, operand.getResultType(), localSizes);
  return RedistributeOp::create(builder, loc, operand.value, init,
                                operand.group.getCommunicator(),
                                operand.group.getGrid(), wholeSizes, from, to)
      .getResult();
}

/// Gathers shards along `dimension` to the whole tensor in layout `to`.
static Value gather(OpBuilder &builder, const CollectiveOperand &operand,
                    int64_t dimension, const Layout &to) {
  SmallVector<OpFoldResult> sizes(operand.sizes);
  sizes[dimension] = operand.getWholeSize(builder, dimension);
  return redistribute(builder, operand, sizes,
                      operand.group.getSharded(dimension), to, sizes);
}

static Value convertAllGather(OpBuilder &builder, shard::AllGatherOp op,
                              const CollectiveOperand &operand) {
  return gather(builder, operand, op.getGatherAxis().getSExtValue(),
                /*to=*/{});
}

static Value convertGather(OpBuilder &builder, shard::GatherOp op,
                           const CollectiveOperand &operand) {
  return gather(builder, operand, op.getGatherAxis().getSExtValue(),
                getAtRoot(builder, op, operand.group));
}

/// From the whole tensor at the root to shards along the scattered dimension.
static Value convertScatter(OpBuilder &builder, shard::ScatterOp op,
                            const CollectiveOperand &operand) {
  int64_t dim = op.getScatterAxis().getSExtValue();
  return redistribute(
      builder, operand, operand.sizes, getAtRoot(builder, op, operand.group),
      operand.group.getSharded(dim), operand.getShardSizes(builder, dim));
}

/// From the whole tensor at the root to the whole tensor.
static Value convertBroadcast(OpBuilder &builder, shard::BroadcastOp op,
                              const CollectiveOperand &operand) {
  return redistribute(builder, operand, operand.sizes,
                      getAtRoot(builder, op, operand.group), /*to=*/{},
                      operand.sizes);
}

/// Exchanges pieces along one dimension: a rank's part of size d is n pieces of
/// size d/n, one for each rank. From shards along the ranks that have pieces to
/// shards along the ranks that get pieces.
static Value exchange(OpBuilder &builder, const CollectiveOperand &operand,
                      int64_t dim) {
  Location loc = operand.op->getLoc();
  const RankGroup &group = operand.group;
  ArrayRef<OpFoldResult> sizes = operand.sizes;
  IndexMath math(builder, loc);
  int64_t numRanks = group.getNumRanks();
  OpFoldResult count = builder.getIndexAttr(numRanks);
  Value isEven = math.isEqual(math.rem(sizes[dim], count), 0);
  AssertOp::create(builder, loc, isEven,
                   "size {} along dimension " + std::to_string(dim) +
                       " is not divisible by the number of ranks, " +
                       std::to_string(numRanks),
                   math.get(sizes[dim]));

  // d becomes 1 x n x d/n.
  OpFoldResult one = builder.getIndexAttr(1);
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
                                 operand.getResultType().getElementType());
  };
  Value pieces = tensor::ExpandShapeOp::create(builder, loc, getType(parts),
                                               operand.value, groups, parts);
  Value init = createEmpty(builder, loc, getType(exchanged), exchanged);
  auto moved = RedistributeOp::create(
      builder, loc, pieces, init, group.getCommunicator(), group.getGrid(),
      whole, group.getSharded(dim), group.getSharded(dim + 1));
  return tensor::CollapseShapeOp::create(builder, loc, moved.getResult(),
                                         groups);
}

/// From shards along one dimension to shards along another.
static Value convertAllToAll(OpBuilder &builder, shard::AllToAllOp op,
                             const CollectiveOperand &operand) {
  int64_t split = op.getSplitAxis().getSExtValue();
  int64_t concat = op.getConcatAxis().getSExtValue();
  if (split == concat)
    return exchange(builder, operand, split);
  SmallVector<OpFoldResult> sizes(operand.sizes);
  sizes[concat] = operand.getWholeSize(builder, concat);
  SmallVector<OpFoldResult> localSizes = operand.getShardSizes(builder, split);
  localSizes[concat] = sizes[concat];
  return redistribute(builder, operand, sizes, operand.group.getSharded(concat),
                      operand.group.getSharded(split), localSizes);
}

/// A rank's shard of its own tensor, without communication.
static Value convertAllSlice(OpBuilder &builder, shard::AllSliceOp op,
                             const CollectiveOperand &operand) {
  Location loc = op.getLoc();
  RankedTensorType type = operand.getResultType();
  IndexMath math(builder, loc);
  int64_t dim = op.getSliceAxis().getSExtValue();
  SmallVector<OpFoldResult> sizes(operand.sizes);
  Interval shard =
      createShard(builder, loc, sizes[dim], operand.group.createIndex(builder),
                  operand.group.getNumRanks());
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  offsets[dim] = shard.offset;
  sizes[dim] = shard.size;
  // Upstream's verifier rejects slices that are statically empty.
  if (llvm::is_contained(type.getShape(), 0))
    return createEmpty(builder, loc, type, sizes);
  for (auto [index, size] : llvm::enumerate(sizes))
    size = type.isDynamicDim(index)
               ? OpFoldResult(math.get(size))
               : builder.getIndexAttr(type.getDimSize(index));
  return tensor::ExtractSliceOp::create(builder, loc, type, operand.value,
                                        offsets, sizes, strides);
}

void mlir::split::mpi::populateCollectivePatterns(RewritePatternSet &patterns) {
  patterns.add<CollectivePattern<shard::AllGatherOp, convertAllGather>,
               CollectivePattern<shard::AllSliceOp, convertAllSlice>,
               CollectivePattern<shard::AllToAllOp, convertAllToAll>,
               CollectivePattern<shard::BroadcastOp, convertBroadcast>,
               CollectivePattern<shard::GatherOp, convertGather>,
               CollectivePattern<shard::ScatterOp, convertScatter>>(
      patterns.getContext());
}
