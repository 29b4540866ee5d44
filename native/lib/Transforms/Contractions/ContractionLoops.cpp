//===- ContractionLoops.cpp - The loops of a sum of products --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionLoops.h"

#include "../../../runtime/Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Whether sums of products of elements of type `input` may have type `sum`.
static bool areTypes(Type input, Type sum) {
  bool isNarrow = input.isF16() || input.isBF16();
  return sum.isF64() ? input.isF64()
                     : sum.isF32() && (isNarrow || input.isF32());
}

/// Whether `op` yields `out + lhs * rhs` of its three block arguments, where
/// `lhs` and `rhs` may be extended first.
static bool addsProducts(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Block *body = op.getBlock();
  BlockArgument lhs = body->getArgument(0), rhs = body->getArgument(1);
  BlockArgument out = body->getArgument(2);
  if (lhs.getType() != rhs.getType() || !areTypes(lhs.getType(), out.getType()))
    return false;
  auto getOther = [](Operation *op, auto isFirst) -> Value {
    if (isFirst(op->getOperand(0)))
      return op->getOperand(1);
    return isFirst(op->getOperand(1)) ? op->getOperand(0) : Value();
  };
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  Value added =
      sum ? getOther(sum, [&](Value v) { return v == out; }) : Value();
  auto product = added ? added.getDefiningOp<arith::MulFOp>() : nullptr;
  auto isInput = [](Value value, BlockArgument input) {
    if (auto extended = value.getDefiningOp<arith::ExtFOp>())
      value = extended.getIn();
    return value == input;
  };
  Value factor =
      product ? getOther(product, [&](Value v) { return isInput(v, lhs); })
              : Value();
  return factor && isInput(factor, rhs);
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
  // Without sums, the op is elementwise.
  if (!op.hasPureBufferSemantics() || op.getNumReductionLoops() == 0 ||
      !addsProducts(op))
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
  // Columns are computed together, rows are not.
  auto &[batches, rows, columns, depths] = result.loops;
  if (columns.empty()) {
    std::swap(result.lhs, result.rhs);
    std::swap(rows, columns);
  }
  if (llvm::any_of(result.loops, [](ArrayRef<unsigned> loops) {
        return loops.size() > kMaxContractionLoops;
      }))
    return std::nullopt;
  return result;
}
