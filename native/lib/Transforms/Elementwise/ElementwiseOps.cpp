//===- ElementwiseOps.cpp - Ops to fuse and vectorize ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseOps.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// `(d0, d1, d2) -> (d0, d2)`, `(d0, d1) -> (d0, 0)`.
static bool isInOrder(AffineMap map) {
  int64_t last = -1;
  for (AffineExpr result : map.getResults()) {
    if (result == getAffineConstantExpr(0, map.getContext()))
      continue;
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim || static_cast<int64_t>(dim.getPosition()) <= last)
      return false;
    last = dim.getPosition();
  }
  return true;
}

static bool hasElementwiseMaps(linalg::LinalgOp op) {
  if (op.getNumLoops() == 0 || op.getNumLoops() != op.getNumParallelLoops())
    return false;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!op.getMatchingIndexingMap(&init).isIdentity())
      return false;
  return llvm::all_of(op.getIndexingMapsArray(), isInOrder);
}

static bool isScalarExpression(Operation &op) {
  return isa<arith::ArithDialect, math::MathDialect>(op.getDialect()) &&
         (op.hasTrait<OpTrait::ConstantLike>() ||
          OpTrait::hasElementwiseMappableTraits(&op)) &&
         isPure(&op);
}

static bool computesElements(linalg::LinalgOp op) {
  return hasElementwiseMaps(op) &&
         llvm::all_of(op.getBlock()->without_terminator(), isScalarExpression);
}

bool mlir::split::native::isElementwise(linalg::GenericOp op) {
  return computesElements(op);
}

bool mlir::split::native::isRowMap(AffineMap map) {
  unsigned numDims = llvm::count_if(map.getResults(), [](AffineExpr result) {
    return isa<AffineDimExpr>(result);
  });
  return isInOrder(map) && numDims + 1 == map.getNumDims() &&
         !map.isFunctionOfDim(map.getNumDims() - 1);
}

std::optional<vector::CombiningKind>
mlir::split::native::getReductionKind(linalg::GenericOp op, unsigned output) {
  SmallVector<Operation *> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), output, combiners) ||
      combiners.size() != 1)
    return std::nullopt;
  return linalg::getCombinerOpKind(combiners.front());
}

bool mlir::split::native::isRowReduction(Operation *operation) {
  auto op = dyn_cast<linalg::GenericOp>(operation);
  if (!op)
    return false;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  if (iterators.empty() || !linalg::isReductionIterator(iterators.back()) ||
      !llvm::all_of(ArrayRef(iterators).drop_back(),
                    linalg::isParallelIterator) ||
      !llvm::all_of(op.getIndexingMapsArray(), isInOrder) ||
      !llvm::all_of(op.getBody()->without_terminator(), isScalarExpression))
    return false;
  for (auto [number, init] : llvm::enumerate(op.getDpsInitsMutable())) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (!map.isIdentity() && !(isRowMap(map) && getReductionKind(op, number)))
      return false;
  }
  return true;
}

bool mlir::split::native::isComputedByRows(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && (computesElements(generic) || isRowReduction(op));
}

/// Whether `op` is a linalg.reduce along the last dimension.
static bool reducesRows(linalg::LinalgOp op) {
  auto reduce = dyn_cast<linalg::ReduceOp>(op.getOperation());
  return reduce && reduce.getDimensions().size() == 1 &&
         reduce.getDimensions().front() == op.getNumLoops() - 1;
}

void mlir::split::native::generalizeElementwise(
    RewriterBase &rewriter, Operation *root,
    llvm::function_ref<bool(linalg::LinalgOp)> filter) {
  SmallVector<linalg::LinalgOp> named;
  root->walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp, linalg::CopyOp, linalg::FillOp>(op) &&
        filter(op) && (computesElements(op) || reducesRows(op)))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}
