//===- Divisions.cpp - Integer divisions without a result -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Divisions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITGUARDDIVISIONSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

std::optional<Division> Division::get(Operation *op) {
  bool isSigned = isa<arith::DivSIOp, arith::CeilDivSIOp, arith::FloorDivSIOp,
                      arith::RemSIOp, index::DivSOp, index::CeilDivSOp,
                      index::FloorDivSOp, index::RemSOp>(op);
  bool isUnsigned = isa<arith::DivUIOp, arith::CeilDivUIOp, arith::RemUIOp,
                        index::DivUOp, index::CeilDivUOp, index::RemUOp>(op);
  if ((!isSigned && !isUnsigned) || !op->getResult(0).getType().isIntOrIndex())
    return std::nullopt;
  return Division{&op->getOpOperand(0), &op->getOpOperand(1), isSigned};
}

static Value createIsEqual(OpBuilder &builder, OpOperand &value,
                           const APInt &constant) {
  Location loc = value.getOwner()->getLoc();
  Type type = value.get().getType();
  Value other =
      arith::ConstantOp::create(builder, loc, IntegerAttr::get(type, constant));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                               value.get(), other);
}

/// Returns whether `value` is certainly not `constant`.
static bool isOther(OpOperand &value, const APInt &constant) {
  APInt known;
  return matchPattern(value.get(), m_ConstantInt(&known)) && known != constant;
}

static unsigned getWidth(OpOperand &value) {
  return ConstantIntRanges::getStorageBitwidth(value.get().getType());
}

Value Division::createIsByZero(OpBuilder &builder) const {
  APInt zero(getWidth(*divisor), 0);
  if (isOther(*divisor, zero))
    return nullptr;
  return createIsEqual(builder, *divisor, zero);
}

Value Division::createOverflows(OpBuilder &builder) const {
  unsigned width = getWidth(*divisor);
  APInt least = APInt::getSignedMinValue(width);
  APInt minusOne = APInt::getAllOnes(width);
  if (!isSigned || isOther(*dividend, least) || isOther(*divisor, minusOne))
    return nullptr;
  Value isLeast = createIsEqual(builder, *dividend, least);
  Value isMinusOne = createIsEqual(builder, *divisor, minusOne);
  return arith::AndIOp::create(builder, dividend->getOwner()->getLoc(), isLeast,
                               isMinusOne);
}

bool mlir::split::isInElementBody(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa<linalg::LinalgOp, tensor::GenerateOp, tensor::PadOp>(parent))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Replaces the divisor of a division without a result by 1.
static bool guardDivision(Operation *op) {
  std::optional<Division> division = Division::get(op);
  if (!division || !isInElementBody(op))
    return false;
  OpBuilder builder(op);
  Value isByZero = division->createIsByZero(builder);
  Value overflows = division->createOverflows(builder);
  if (!isByZero && !overflows)
    return false;
  Value hasNone = isByZero ? isByZero : overflows;
  if (isByZero && overflows)
    hasNone = arith::OrIOp::create(builder, op->getLoc(), isByZero, overflows);
  Type type = division->divisor->get().getType();
  Value one = arith::ConstantOp::create(builder, op->getLoc(),
                                        builder.getIntegerAttr(type, 1));
  division->divisor->set(arith::SelectOp::create(
      builder, op->getLoc(), hasNone, one, division->divisor->get()));
  return true;
}

/// Replaces an op of index whose lowering overflows in between.
template <typename ArithOpTy>
static void replaceByArith(Operation *op) {
  OpBuilder builder(op);
  auto result = ArithOpTy::create(builder, op->getLoc(), op->getOperand(0),
                                  op->getOperand(1));
  op->replaceAllUsesWith(result);
  op->erase();
}

namespace {
struct SplitGuardDivisionsPass
    : split::impl::SplitGuardDivisionsPassBase<SplitGuardDivisionsPass> {
  using SplitGuardDivisionsPassBase::SplitGuardDivisionsPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (guards && guardDivision(op))
        ++numGuards;
      if (isa<index::CeilDivSOp>(op))
        replaceByArith<arith::CeilDivSIOp>(op);
      else if (isa<index::FloorDivSOp>(op))
        replaceByArith<arith::FloorDivSIOp>(op);
    });
  }
};
} // namespace
