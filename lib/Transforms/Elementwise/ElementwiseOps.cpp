//===- ElementwiseOps.cpp - What is fused and vectorized ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::split;

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

bool mlir::split::isElementwise(linalg::GenericOp op) {
  return hasElementwiseMaps(op) &&
         llvm::all_of(op.getBody()->without_terminator(), isScalarExpression);
}

bool mlir::split::isNamedElementwise(linalg::LinalgOp op) {
  // Copies and fills have lowerings that do better.
  if (isa<linalg::GenericOp, linalg::CopyOp, linalg::FillOp>(op))
    return false;
  Block &body = op->getRegion(0).front();
  return hasElementwiseMaps(op) &&
         llvm::all_of(body.without_terminator(), isScalarExpression);
}
