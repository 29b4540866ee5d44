//===- Reductions.cpp - Ops of the shard dialect that reduce tensors ------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectivePattern.h"
#include "Patterns.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
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
  SmallVector<OpFoldResult> root =
      getMixedValues(op.getRoot(), op.getRootDynamic(), builder);
  return reduce(builder, op, operand, operand.group.getAtRoot(root).root);
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
