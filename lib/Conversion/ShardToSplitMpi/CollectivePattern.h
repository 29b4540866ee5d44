//===- CollectivePattern.h - Conversions of collectives ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_CONVERSION_SHARDTOSPLITMPI_COLLECTIVEPATTERN_H
#define SPLIT_MLIR_LIB_CONVERSION_SHARDTOSPLITMPI_COLLECTIVEPATTERN_H

#include "RankGroup.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"

namespace mlir::split {

/// What the conversions of collectives on tensors have in common.
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

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_CONVERSION_SHARDTOSPLITMPI_COLLECTIVEPATTERN_H
