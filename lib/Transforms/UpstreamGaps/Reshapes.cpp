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
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITSIMPLIFYRESHAPESPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;

/// Whether the sizes of a group do not follow from the size of the source:
/// several are dynamic, or one that is dynamic stands beside a 0.
static bool expandsToDynamicSizes(tensor::ExpandShapeOp op) {
  RankedTensorType type = op.getResultType();
  return llvm::any_of(
      op.getReassociationIndices(), [&](const ReassociationIndices &group) {
        int64_t numDynamic = llvm::count_if(
            group, [&](int64_t dim) { return type.isDynamicDim(dim); });
        bool hasZero = llvm::any_of(
            group, [&](int64_t dim) { return type.getDimSize(dim) == 0; });
        return numDynamic > 1 || (numDynamic == 1 && hasZero);
      });
}

static bool replaceExpansion(RewriterBase &rewriter, tensor::ExpandShapeOp op) {
  if (!expandsToDynamicSizes(op))
    return false;
  SmallVector<Value> sizes = getValueOrCreateConstantIndexOp(
      rewriter, op.getLoc(), op.getMixedOutputShape());
  Value shape =
      tensor::FromElementsOp::create(rewriter, op.getLoc(), sizes).getResult();
  rewriter.replaceOpWithNewOp<tensor::ReshapeOp>(op, op.getResultType(),
                                                 op.getSrc(), shape);
  return true;
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

/// Removes operands that are empty along the dimension of `op`. Bufferization
/// would create a view of size 0 at the end of the dimension, which the
/// verifier rejects.
static bool dropEmptyOperands(RewriterBase &rewriter, tensor::ConcatOp op) {
  auto kept = llvm::filter_to_vector(op.getInputs(), [&](Value operand) {
    return cast<RankedTensorType>(operand.getType()).getDimSize(op.getDim()) !=
           0;
  });
  if (kept.empty() || kept.size() == op.getInputs().size())
    return false;
  if (kept.size() == 1)
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getResultType(), kept);
  else
    rewriter.modifyOpInPlace(op, [&] { op.getInputsMutable().assign(kept); });
  return true;
}

namespace {
struct SplitSimplifyReshapesPass
    : split::impl::SplitSimplifyReshapesPassBase<SplitSimplifyReshapesPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      rewriter.setInsertionPoint(op);
      numReshapes += llvm::TypeSwitch<Operation *, bool>(op)
                         .Case([&](tensor::ConcatOp concat) {
                           return dropEmptyOperands(rewriter, concat);
                         })
                         .Case([&](tensor::ExpandShapeOp expand) {
                           return replaceExpansion(rewriter, expand);
                         })
                         .Case([&](tensor::ReshapeOp reshape) {
                           return simplify(rewriter, reshape);
                         })
                         .Default(false);
    });
  }
};
} // namespace
