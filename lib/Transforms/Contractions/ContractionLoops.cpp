//===- ContractionLoops.cpp - The loops of a sum of products --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionLoops.h"

#include "../../HostAbi/Runtime/Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;

/// Whether `op` yields `out + lhs * rhs` of its three block arguments.
static bool addsProducts(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Block *body = op.getBlock();
  Type type = body->getArgument(2).getType();
  if ((!type.isF32() && !type.isF64()) ||
      !llvm::all_of(body->getArgumentTypes(),
                    [&](Type other) { return other == type; }))
    return false;
  auto isArgument = [&](unsigned number) {
    return matchers::m_Val(body->getArgument(number));
  };
  Value sum = body->getTerminator()->getOperand(0);
  auto matchSum = [&](auto product) {
    return matchPattern(sum, m_Op<arith::AddFOp>(isArgument(2), product)) ||
           matchPattern(sum, m_Op<arith::AddFOp>(product, isArgument(2)));
  };
  return matchSum(m_Op<arith::MulFOp>(isArgument(0), isArgument(1))) ||
         matchSum(m_Op<arith::MulFOp>(isArgument(1), isArgument(0)));
}

/// Adds the coefficients of `factor` times `expr` to `steps`, by loops and then
/// by dimensions. Returns false if `expr` is not a linear combination of loops.
static bool addSteps(AffineExpr expr, int64_t factor, unsigned dimension,
                     SmallVectorImpl<SmallVector<int64_t>> &steps) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() == 0;
  if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
    int64_t &step = steps[loop.getPosition()][dimension];
    return !llvm::AddOverflow(step, factor, step);
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return addSteps(binary.getLHS(), factor, dimension, steps) &&
           addSteps(binary.getRHS(), factor, dimension, steps);
  // Constants are on the right.
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return binary.getKind() == AffineExprKind::Mul && constant &&
         !llvm::MulOverflow(factor, constant.getValue(), factor) &&
         addSteps(binary.getLHS(), factor, dimension, steps);
}

static std::optional<ContractionOperand> getOperand(linalg::LinalgOp op,
                                                    OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!type || !type.isStrided() || map.getNumSymbols() != 0)
    return std::nullopt;
  ContractionOperand result = {operand.get(), {}};
  result.steps.assign(op.getNumLoops(),
                      SmallVector<int64_t>(type.getRank(), 0));
  for (auto [dimension, expr] : llvm::enumerate(map.getResults()))
    if (!addSteps(expr, /*factor=*/1, dimension, result.steps))
      return std::nullopt;
  return result;
}

/// Returns the kind of a loop that `lhs`, `rhs` and `out` depend on or not.
static LoopKind getKind(bool lhs, bool rhs, bool out) {
  if (!out)
    return LoopKind::Depth;
  if (lhs == rhs)
    return LoopKind::Batch;
  return lhs ? LoopKind::Row : LoopKind::Column;
}

std::optional<ContractionLoops> ContractionLoops::match(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || !addsProducts(op))
    return std::nullopt;
  AffineMap outMap = op.getIndexingMapsArray().back();
  auto lhs = getOperand(op, *op.getDpsInputOperand(0));
  auto rhs = getOperand(op, *op.getDpsInputOperand(1));
  auto out = getOperand(op, *op.getDpsInitOperand(0));
  if (!lhs || !rhs || !out || !outMap.isProjectedPermutation())
    return std::nullopt;
  ContractionLoops result = {*lhs, *rhs, *out, {}};
  auto addLoop = [&](unsigned loop) {
    LoopKind kind =
        getKind(result.lhs.dependsOn(loop), result.rhs.dependsOn(loop),
                result.out.dependsOn(loop));
    result.loops[static_cast<unsigned>(kind)].push_back(loop);
  };
  if (unsigned rank = outMap.getNumResults()) {
    unsigned last = outMap.getDimPosition(rank - 1);
    if (result.lhs.dependsOn(last) && !result.rhs.dependsOn(last))
      std::swap(result.lhs, result.rhs);
  }
  // In the order of the result, loops that can be joined are neighbours.
  for (unsigned i = 0; i < outMap.getNumResults(); ++i)
    addLoop(outMap.getDimPosition(i));
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!result.out.dependsOn(loop))
      addLoop(loop);
  if (llvm::any_of(result.loops, [](ArrayRef<unsigned> loops) {
        return loops.size() > kMaxContractionLoops;
      }))
    return std::nullopt;
  return result;
}
