//===- GuardDivisions.cpp - Divisions without undefined results -----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/Matchers.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITGUARDDIVISIONSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using arith::CmpIPredicate;

template <typename From, typename To>
static Operation *convert(RewriterBase &rewriter, Operation *op) {
  if (!isa<From>(op))
    return nullptr;
  return rewriter.replaceOpWithNewOp<To>(op, op->getOperand(0),
                                         op->getOperand(1));
}

/// Replaces a division of the index dialect by that of arith, and returns it.
/// Returns other ops unchanged.
static Operation *convertIndexOp(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  for (auto *convertOne : {convert<index::DivSOp, arith::DivSIOp>,
                           convert<index::DivUOp, arith::DivUIOp>,
                           convert<index::CeilDivSOp, arith::CeilDivSIOp>,
                           convert<index::CeilDivUOp, arith::CeilDivUIOp>,
                           convert<index::FloorDivSOp, arith::FloorDivSIOp>,
                           convert<index::RemSOp, arith::RemSIOp>,
                           convert<index::RemUOp, arith::RemUIOp>})
    if (Operation *converted = convertOne(rewriter, op))
      return converted;
  return op;
}

static bool isRemainder(Operation *op) {
  return isa<arith::RemSIOp, arith::RemUIOp>(op);
}

/// Whether `op` divides by something that may be 0 or, if it is signed, -1.
static bool isUndefined(Operation *op) {
  if (!isDivision(op))
    return false;
  APInt divisor;
  return !matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) ||
         divisor.isZero() || (isSignedDivision(op) && divisor.isAllOnes());
}

namespace {
/// Replaces divisions.
class Divisions {
public:
  /// `op` has two operands.
  explicit Divisions(Operation *op)
      : op(op), builder(op->getLoc(), op), dividend(op->getOperand(0)),
        divisor(op->getOperand(1)), type(divisor.getType()) {}

  void guard(RewriterBase &rewriter);
  Value round();

private:
  Value constant(int64_t value) { return createInteger(builder, type, value); }
  Value compare(CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(builder, predicate, x, y);
  }

  Operation *op;
  ImplicitLocOpBuilder builder;
  Value dividend, divisor;
  Type type;
};
} // namespace

/// Divides by 1 where the result would be undefined: this gives all wanted
/// results except the quotient of a division by zero.
void Divisions::guard(RewriterBase &rewriter) {
  Value zero = constant(0);
  Value isZero = compare(CmpIPredicate::eq, divisor, zero), isOne = isZero;
  if (isSignedDivision(op)) {
    Value least = createInteger(
        builder, type, APInt::getSignedMinValue(getConstantWidth(type)));
    Value overflows = arith::AndIOp::create(
        builder, compare(CmpIPredicate::eq, dividend, least),
        compare(CmpIPredicate::eq, divisor, constant(-1)));
    isOne = arith::OrIOp::create(builder, isZero, overflows);
  }
  Value safe = arith::SelectOp::create(builder, isOne, constant(1), divisor);
  rewriter.modifyOpInPlace(op, [&] { op->setOperand(1, safe); });
  if (isRemainder(op))
    return;
  builder.setInsertionPointAfter(op);
  Value quotient = op->getResult(0);
  auto select = arith::SelectOp::create(builder, isZero, zero, quotient);
  rewriter.replaceAllUsesExcept(quotient, select, select);
}

/// Returns a quotient that is rounded up or down, or null for other ops:
/// corrects one that is rounded to zero.
Value Divisions::round() {
  bool isFloor = isa<arith::FloorDivSIOp>(op), isSigned = isSignedDivision(op);
  if (!isFloor && !isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op))
    return nullptr;
  Value quotient =
      isSigned ? arith::DivSIOp::create(builder, dividend, divisor).getResult()
               : arith::DivUIOp::create(builder, dividend, divisor).getResult();
  Value product = arith::MulIOp::create(builder, quotient, divisor);
  Value isCorrected = compare(CmpIPredicate::ne, product, dividend);
  if (isSigned) {
    Value signs = arith::XOrIOp::create(builder, dividend, divisor);
    isCorrected = arith::AndIOp::create(
        builder, isCorrected,
        compare(isFloor ? CmpIPredicate::slt : CmpIPredicate::sge, signs,
                constant(0)));
  }
  Value corrected =
      arith::AddIOp::create(builder, quotient, constant(isFloor ? -1 : 1));
  return arith::SelectOp::create(builder, isCorrected, corrected, quotient);
}

namespace {
struct SplitGuardDivisionsPass
    : split::native::impl::SplitGuardDivisionsPassBase<
          SplitGuardDivisionsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      op = convertIndexOp(rewriter, op);
      if (isUndefined(op)) {
        Divisions(op).guard(rewriter);
        ++numGuarded;
      }
      if (op->getNumOperands() != 2)
        return;
      if (Value rounded = Divisions(op).round())
        rewriter.replaceOp(op, rounded);
    });
  }
};
} // namespace
