//===- UpstreamGaps.h - What several passes need to know of ops -*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_UPSTREAMGAPS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_UPSTREAMGAPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include <functional>

namespace mlir::split::native {

/// Returns the named op of linalg whose implied body `op` is in, or null. The
/// text of a program does not state such a body, and passes match it.
inline Operation *getNamedParent(Operation *op) {
  Operation *parent = op->getParentOfType<linalg::LinalgOp>();
  bool isStated =
      !parent ||
      isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(parent);
  return isStated ? nullptr : parent;
}

/// Returns the op before which the operands of `op` are computed: the region
/// that ends an scf.forall contains only insertions.
inline Operation *getPlaceOfOperands(Operation *op) {
  return isa<tensor::ParallelInsertSliceOp>(op) ? op->getParentOp() : op;
}

/// Whether `root` or an op in it satisfies `isSought`.
inline bool contains(Operation *root,
                     function_ref<bool(Operation *)> isSought) {
  auto visit = [&](Operation *op) {
    return WalkResult(success(!isSought(op)));
  };
  return root->walk(visit).wasInterrupted();
}

/// Replaces `op` by the ops of `body`, its only block that executes.
inline void replaceByBody(RewriterBase &rewriter, Operation *op, Block &body) {
  Operation *yield = body.getTerminator();
  rewriter.inlineBlockBefore(&body, op);
  rewriter.replaceOp(op, yield->getOperands());
  rewriter.eraseOp(yield);
}

/// Whether `op` computes each element of its results from the same element of
/// its tensor operands, which are ranked and have one shape. The operands of an
/// arith.select by a scalar condition may have different shapes.
bool isElementwiseOnTensors(Operation *op);

/// Creates a tensor whose elements are undefined, with 0 for dynamic sizes, in
/// place of `ub.poison`, which has no bufferization.
Value createUndefinedTensor(OpBuilder &builder, Location loc, TensorType type);

/// Converts the scf.forall and scf.parallel in `root`, but those that are kept,
/// to scf.for.
LogicalResult serializeParallel(Operation *root,
                                const std::function<bool(Operation *)> &isKept);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_UPSTREAMGAPS_H
