//===- Reshapes.cpp - Reshapes that upstream lowers -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITSIMPLIFYRESHAPESPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;

static bool expandsToDynamicSizes(tensor::ExpandShapeOp op) {
  return llvm::any_of(op.getReassociationIndices(),
                      [&](const ReassociationIndices &group) {
                        return llvm::count_if(group, [&](int64_t dim) {
                                 return op.getResultType().isDynamicDim(dim);
                               }) > 1;
                      });
}

static void replaceExpansion(RewriterBase &rewriter, tensor::ExpandShapeOp op) {
  SmallVector<Value> sizes = getValueOrCreateConstantIndexOp(
      rewriter, op.getLoc(), op.getMixedOutputShape());
  Value shape =
      tensor::FromElementsOp::create(rewriter, op.getLoc(), sizes).getResult();
  rewriter.replaceOpWithNewOp<tensor::ReshapeOp>(op, op.getResultType(),
                                                 op.getSrc(), shape);
}

/// Gives `op` a shape operand of index values and a result of known rank.
static bool simplify(RewriterBase &rewriter, tensor::ReshapeOp op) {
  auto type = cast<TensorType>(op.getResult().getType());
  auto shapeType = cast<RankedTensorType>(op.getShape().getType());
  int64_t rank = shapeType.getDimSize(0);
  bool isIndex = shapeType.getElementType().isIndex();
  bool hasRank = type.hasRank() || ShapedType::isDynamic(rank);
  if (isIndex && hasRank)
    return false;
  Value shape = op.getShape();
  if (!isIndex)
    shape = arith::IndexCastOp::create(
        rewriter, op.getLoc(), shapeType.clone(rewriter.getIndexType()), shape);
  TensorType ranked = type;
  if (!hasRank)
    ranked =
        RankedTensorType::get(SmallVector<int64_t>(rank, ShapedType::kDynamic),
                              type.getElementType());
  Value result = tensor::ReshapeOp::create(rewriter, op.getLoc(), ranked,
                                           op.getSource(), shape);
  if (!hasRank)
    result = tensor::CastOp::create(rewriter, op.getLoc(), type, result);
  rewriter.replaceOp(op, result);
  return true;
}

namespace {
struct SplitSimplifyReshapesPass
    : split::impl::SplitSimplifyReshapesPassBase<SplitSimplifyReshapesPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      rewriter.setInsertionPoint(op);
      if (auto reshape = dyn_cast<tensor::ReshapeOp>(op))
        numReshapes += simplify(rewriter, reshape);
      auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
      if (!expand || !expandsToDynamicSizes(expand))
        return;
      replaceExpansion(rewriter, expand);
      ++numReshapes;
    });
  }
};
} // namespace
