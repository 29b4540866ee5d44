//===- CollectivePattern.h - Conversions of collectives ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_LIB_CONVERSION_SHARDTOSPLITMPI_COLLECTIVEPATTERN_H
#define SPLIT_MLIR_DISTRIBUTION_LIB_CONVERSION_SHARDTOSPLITMPI_COLLECTIVEPATTERN_H

#include "RankGroup.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::split::mpi {

/// This rank's operand of a collective op, and the ranks that execute it.
struct CollectiveOperand {
  Operation *op;
  Value value;
  /// The sizes of `value`.
  SmallVector<OpFoldResult> sizes;
  RankGroup group;

  RankedTensorType getResultType() const {
    return cast<RankedTensorType>(op->getResult(0).getType());
  }

  /// Returns the size of the result along `dimension`, of which `value` is this
  /// rank's shard.
  OpFoldResult getWholeSize(OpBuilder &builder, int64_t dimension) const;

  /// Returns the sizes of the result, if it is this rank's shard of `value`
  /// along `dimension`.
  SmallVector<OpFoldResult> getShardSizes(OpBuilder &builder,
                                          int64_t dimension) const;
};

/// Returns the name of the op of arith that converts numbers of type `from` to
/// type `to`, or an empty name if there is none. Signless integers are signed.
StringRef getElementConversion(Type from, Type to);

/// Returns `value`, a ranked tensor, with its elements converted to
/// `elementType`, which is the same or has a conversion.
Value convertElements(OpBuilder &builder, Location loc, Value value,
                      Type elementType);

/// Converts a collective on tensors by `convert`, which returns the result. If
/// the group is this rank alone, the result is the operand.
template <typename OpTy,
          Value (*convert)(OpBuilder &, OpTy, const CollectiveOperand &)>
struct CollectivePattern : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value value = convertElements(rewriter, loc, adaptor.getInput(),
                                  type.getElementType());
    RankGroup group(op, op.getGridAttr(), op.getGridAxes());
    Value result = value;
    if (!group.getAxes().empty())
      result = convert(rewriter, op,
                       {op, value, tensor::getMixedSizes(rewriter, loc, value),
                        std::move(group)});
    if (result.getType() != type)
      result = tensor::CastOp::create(rewriter, loc, type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_LIB_CONVERSION_SHARDTOSPLITMPI_COLLECTIVEPATTERN_H
