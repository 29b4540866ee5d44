//===- IntegerOps.cpp - Integer arithmetic as terms -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::split;

/// Returns the exact result of an op in twice the width.
static Value computeExact(Terms &terms, Operation *op, Value lhs, Value rhs,
                          bool isSigned) {
  unsigned width = 2 * Terms::getWidth(lhs);
  lhs = terms.resize(lhs, width, isSigned);
  rhs = terms.resize(rhs, width, isSigned);
  if (isa<arith::AddIOp>(op))
    return terms.add(lhs, rhs);
  if (isa<arith::SubIOp>(op))
    return terms.sub(lhs, rhs);
  return terms.binary<smt::BVMulOp>(lhs, rhs);
}

/// Returns whether the result of an op is not the exact one.
static Value overflows(Terms &terms, Operation *op, Value lhs, Value rhs,
                       Value result, bool isSigned) {
  Value exact = computeExact(terms, op, lhs, rhs, isSigned);
  Value extended = terms.resize(result, Terms::getWidth(exact), isSigned);
  return terms.negate(terms.isEqual(extended, exact));
}

/// Returns the quotient rounded to negative infinity.
static Value divideFloor(Terms &terms, Value lhs, Value rhs) {
  Value zero = terms.get(0, Terms::getWidth(lhs));
  Value quotient = terms.binary<smt::BVSDivOp>(lhs, rhs);
  Value rest = terms.binary<smt::BVSRemOp>(lhs, rhs);
  Value differs =
      terms.negate(terms.isEqual(terms.compare(Predicate::slt, rest, zero),
                                 terms.compare(Predicate::slt, rhs, zero)));
  Value rounds = terms.both(terms.negate(terms.isEqual(rest, zero)), differs);
  return terms.select(rounds,
                      terms.sub(quotient, terms.get(1, Terms::getWidth(lhs))),
                      quotient);
}

/// Returns the quotient rounded to positive infinity.
static Value divideCeil(Terms &terms, Value lhs, Value rhs, bool isSigned) {
  unsigned width = Terms::getWidth(lhs);
  Value zero = terms.get(0, width), one = terms.get(1, width);
  if (isSigned) {
    Value negated = terms.sub(zero, lhs);
    return terms.sub(zero, divideFloor(terms, negated, rhs));
  }
  Value quotient = terms.binary<smt::BVUDivOp>(lhs, rhs);
  Value rest = terms.binary<smt::BVURemOp>(lhs, rhs);
  return terms.select(terms.isEqual(rest, zero), quotient,
                      terms.add(quotient, one));
}

/// Returns the quotient or remainder, or null for other ops.
static Value divide(Terms &terms, Operation *op, Value lhs, Value rhs) {
  if (isa<arith::DivSIOp>(op))
    return terms.binary<smt::BVSDivOp>(lhs, rhs);
  if (isa<arith::DivUIOp>(op))
    return terms.binary<smt::BVUDivOp>(lhs, rhs);
  if (isa<arith::RemSIOp>(op))
    return terms.binary<smt::BVSRemOp>(lhs, rhs);
  if (isa<arith::RemUIOp>(op))
    return terms.binary<smt::BVURemOp>(lhs, rhs);
  if (isa<arith::FloorDivSIOp>(op))
    return divideFloor(terms, lhs, rhs);
  if (isa<arith::CeilDivSIOp>(op))
    return divideCeil(terms, lhs, rhs, /*isSigned=*/true);
  if (isa<arith::CeilDivUIOp>(op))
    return divideCeil(terms, lhs, rhs, /*isSigned=*/false);
  return {};
}

/// Division by zero, and the quotient that no number is, are undefined.
static Value isDivisionUndefined(Terms &terms, Operation *op, Value lhs,
                                 Value rhs) {
  unsigned width = Terms::getWidth(lhs);
  Value isUndefined = terms.isEqual(rhs, 0);
  if (!isa<arith::DivSIOp, arith::FloorDivSIOp, arith::CeilDivSIOp>(op))
    return isUndefined;
  Value least = terms.get(llvm::APInt::getSignedMinValue(width));
  Value isLeast = terms.both(terms.isEqual(lhs, least), terms.isEqual(rhs, -1));
  return terms.either(isUndefined, isLeast);
}

static Value compareIntegers(Terms &terms, arith::CmpIPredicate predicate,
                             Value lhs, Value rhs) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return terms.isEqual(lhs, rhs);
  case arith::CmpIPredicate::ne:
    return terms.negate(terms.isEqual(lhs, rhs));
  case arith::CmpIPredicate::slt:
    return terms.compare(Predicate::slt, lhs, rhs);
  case arith::CmpIPredicate::sle:
    return terms.compare(Predicate::sle, lhs, rhs);
  case arith::CmpIPredicate::sgt:
    return terms.compare(Predicate::sgt, lhs, rhs);
  case arith::CmpIPredicate::sge:
    return terms.compare(Predicate::sge, lhs, rhs);
  case arith::CmpIPredicate::ult:
    return terms.compare(Predicate::ult, lhs, rhs);
  case arith::CmpIPredicate::ule:
    return terms.compare(Predicate::ule, lhs, rhs);
  case arith::CmpIPredicate::ugt:
    return terms.compare(Predicate::ugt, lhs, rhs);
  case arith::CmpIPredicate::uge:
    return terms.compare(Predicate::uge, lhs, rhs);
  }
  llvm_unreachable("not a predicate");
}

/// Returns the minimum or maximum, or null for other ops.
static Value selectExtreme(Terms &terms, Operation *op, Value lhs, Value rhs) {
  Value isFirst;
  if (isa<arith::MinSIOp>(op))
    isFirst = terms.compare(Predicate::sle, lhs, rhs);
  else if (isa<arith::MaxSIOp>(op))
    isFirst = terms.compare(Predicate::sge, lhs, rhs);
  else if (isa<arith::MinUIOp>(op))
    isFirst = terms.compare(Predicate::ule, lhs, rhs);
  else if (isa<arith::MaxUIOp>(op))
    isFirst = terms.compare(Predicate::uge, lhs, rhs);
  return isFirst ? terms.select(isFirst, lhs, rhs) : Value();
}

/// Returns a logical operation on booleans, or null for other ops.
static Value combine(Terms &terms, Operation *op, Value lhs, Value rhs) {
  if (Terms::getWidth(lhs) > 0)
    return {};
  if (isa<arith::AndIOp>(op))
    return terms.both(lhs, rhs);
  if (isa<arith::OrIOp>(op))
    return terms.either(lhs, rhs);
  if (isa<arith::XOrIOp>(op))
    return terms.either(terms.both(lhs, terms.negate(rhs)),
                        terms.both(terms.negate(lhs), rhs));
  return {};
}

/// Encodes a sum, difference or product. With `nsw` or `nuw`, a result that is
/// not exact is poison; without, it wraps around.
static void addOverflow(Terms &terms, Operation *op, Value lhs, Value rhs,
                        Symbol &result) {
  auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  auto add = [&](Value &flag, bool isSigned) {
    flag = terms.either(flag,
                        overflows(terms, op, lhs, rhs, result.term, isSigned));
  };
  if (flags.hasNoSignedWrap())
    add(result.poison, /*isSigned=*/true);
  else
    add(result.wraps, /*isSigned=*/true);
  if (flags.hasNoUnsignedWrap())
    add(result.poison, /*isSigned=*/false);
}

static Value computeWrapping(Terms &terms, Operation *op, Value lhs,
                             Value rhs) {
  if (Terms::getWidth(lhs) == 0)
    return {};
  if (isa<arith::AddIOp>(op))
    return terms.add(lhs, rhs);
  if (isa<arith::SubIOp>(op))
    return terms.sub(lhs, rhs);
  if (isa<arith::MulIOp>(op))
    return terms.binary<smt::BVMulOp>(lhs, rhs);
  return {};
}

bool Encoder::encodeInteger(Operation *op) {
  if (op->getNumResults() != 1 || !isa<arith::ArithDialect>(op->getDialect()))
    return false;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    encodeConstant(op, constant.getValue());
    return isKnown(op->getResult(0));
  }
  SmallVector<Symbol> operands;
  for (Value operand : op->getOperands())
    if (operands.emplace_back(getScalar(operand)); !operands.back().term)
      return false;
  Symbol &result = scalars[op->getResult(0)];
  if (isa<arith::SelectOp>(op)) {
    Value condition = operands[0].term;
    auto pick = [&](Value Symbol::*member) {
      return terms.select(condition, operands[1].*member, operands[2].*member);
    };
    result = {pick(&Symbol::term),
              terms.either(operands[0].poison, pick(&Symbol::poison)),
              terms.either(operands[0].wraps, pick(&Symbol::wraps))};
    return true;
  }
  if (operands.size() != 2)
    return scalars.erase(op->getResult(0)), false;
  Value lhs = operands[0].term, rhs = operands[1].term;
  if (auto compare = dyn_cast<arith::CmpIOp>(op);
      compare && Terms::getWidth(lhs)) {
    result = taint(compareIntegers(terms, compare.getPredicate(), lhs, rhs),
                   operands);
    return true;
  }
  Value term = computeWrapping(terms, op, lhs, rhs);
  if (term) {
    result = taint(term, operands);
    addOverflow(terms, op, lhs, rhs, result);
    return true;
  }
  if (!term && Terms::getWidth(lhs))
    term = divide(terms, op, lhs, rhs);
  if (term) {
    result = taint(term, operands);
    require(op, "bounds",
            terms.negate(isDivisionUndefined(terms, op, lhs, rhs)));
    return true;
  }
  if (!term && Terms::getWidth(lhs))
    term = selectExtreme(terms, op, lhs, rhs);
  if (!term)
    term = combine(terms, op, lhs, rhs);
  if (!term)
    return scalars.erase(op->getResult(0)), false;
  result = taint(term, operands);
  return true;
}

/// Encodes conversions between integers of different widths.
bool Encoder::encodeCast(Operation *op) {
  bool isSigned = isa<arith::ExtSIOp, arith::IndexCastOp>(op);
  if (!isSigned && !isa<arith::ExtUIOp, arith::IndexCastUIOp, arith::TruncIOp,
                        UnrealizedConversionCastOp>(op))
    return false;
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return false;
  Symbol operand = getScalar(op->getOperand(0));
  unsigned width = getScalarWidth(op->getResult(0).getType());
  if (!operand.term || !width)
    return false;
  Value term = operand.term;
  if (Terms::getWidth(term) == 0)
    term = terms.select(term, terms.get(isSigned ? -1 : 1, width),
                        terms.get(0, width));
  else if (width == 1)
    term = terms.isEqual(terms.resize(term, 1, isSigned), 1);
  scalars[op->getResult(0)] =
      taint(width == 1 ? term : terms.resize(term, width, isSigned), operand);
  return true;
}
