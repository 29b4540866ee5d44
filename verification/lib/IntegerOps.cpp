//===- IntegerOps.cpp - Integer arithmetic as terms -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers of a program are signed numbers. Sums, differences and products are
// exact, and then wrapped to the width of their type.
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

static Value getMagnitude(Terms &terms, Value value) {
  return terms.select(terms.isNegative(value), terms.sub(terms.get(0), value),
                      value);
}

/// Returns `-magnitude` if `isNegative` holds, otherwise `magnitude`.
static Value withSign(Terms &terms, Value isNegative, Value magnitude) {
  return terms.select(isNegative, terms.sub(terms.get(0), magnitude),
                      magnitude);
}

static Value divideToZero(Terms &terms, Value lhs, Value rhs) {
  Value quotient =
      terms.divide(getMagnitude(terms, lhs), getMagnitude(terms, rhs));
  Value isNegative =
      terms.negate(terms.isEqual(terms.isNegative(lhs), terms.isNegative(rhs)));
  return withSign(terms, isNegative, quotient);
}

/// Returns what the quotient rounded to zero leaves; it has the sign of `lhs`.
static Value computeRest(Terms &terms, Value lhs, Value rhs) {
  Value rest =
      terms.remainder(getMagnitude(terms, lhs), getMagnitude(terms, rhs));
  return withSign(terms, terms.isNegative(lhs), rest);
}

static Value divideFloor(Terms &terms, Value lhs, Value rhs) {
  return terms.divide(withSign(terms, terms.isNegative(rhs), lhs),
                      getMagnitude(terms, rhs));
}

static Value divideCeil(Terms &terms, Value lhs, Value rhs) {
  Value zero = terms.get(0);
  return terms.sub(zero, divideFloor(terms, terms.sub(zero, lhs), rhs));
}

/// Returns a quotient or remainder, or null for other ops.
static Value divide(Terms &terms, Operation *op, Value lhs, Value rhs,
                    unsigned width) {
  if (isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(op)) {
    lhs = terms.toUnsigned(lhs, width);
    rhs = terms.toUnsigned(rhs, width);
  }
  if (isa<arith::DivSIOp>(op))
    return divideToZero(terms, lhs, rhs);
  if (isa<arith::RemSIOp>(op))
    return computeRest(terms, lhs, rhs);
  if (isa<arith::FloorDivSIOp>(op))
    return divideFloor(terms, lhs, rhs);
  if (isa<arith::CeilDivSIOp>(op))
    return divideCeil(terms, lhs, rhs);
  if (isa<arith::DivUIOp>(op))
    return terms.wrapOnce(terms.divide(lhs, rhs), width);
  if (isa<arith::RemUIOp>(op))
    return terms.wrapOnce(terms.remainder(lhs, rhs), width);
  if (isa<arith::CeilDivUIOp>(op))
    return terms.wrapOnce(divideCeil(terms, lhs, rhs), width);
  return {};
}

/// Division by zero or by poison, and a quotient that is not in the type, are
/// undefined. LLVM computes a signed remainder together with its quotient.
static Value isDefined(Terms &terms, Operation *op, const Symbol &lhs,
                       const Symbol &rhs, Value result, unsigned width) {
  if (std::optional<llvm::APInt> divisor = Terms::getConstant(rhs.term);
      divisor && divisor->isStrictlyPositive())
    return terms.negate(rhs.poison);
  Value quotient = result;
  if (isa<arith::RemSIOp>(op))
    quotient = divideToZero(terms, lhs.term, rhs.term);
  Value isDivisor =
      terms.negate(terms.either(rhs.poison, terms.isEqual(rhs.term, 0)));
  return terms.both(isDivisor, terms.fits(quotient, width));
}

/// Returns whether an op has a flag, other than those of overflow of sums and
/// products, with which results that are not exact are poison.
static bool hasOtherFlags(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](arith::TruncIOp trunc) {
        return trunc.getOverflowFlags() != arith::IntegerOverflowFlags::none;
      })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::ShRUIOp>(
          [](auto exact) { return exact.getIsExact(); })
      .Default(false);
}

static Value compareIntegers(Terms &terms, arith::CmpIPredicate predicate,
                             Value lhs, Value rhs, unsigned width) {
  if (predicate >= arith::CmpIPredicate::ult) {
    lhs = terms.toUnsigned(lhs, width);
    rhs = terms.toUnsigned(rhs, width);
  }
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return terms.isEqual(lhs, rhs);
  case arith::CmpIPredicate::ne:
    return terms.negate(terms.isEqual(lhs, rhs));
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return terms.isLess(lhs, rhs);
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return terms.isLessOrEqual(lhs, rhs);
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return terms.isLess(rhs, lhs);
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return terms.isLessOrEqual(rhs, lhs);
  }
  llvm_unreachable("not a predicate");
}

/// Returns a minimum or maximum, or null for other ops.
static Value selectExtreme(Terms &terms, Operation *op, Value lhs, Value rhs,
                           unsigned width) {
  Value left = lhs, right = rhs;
  if (isa<arith::MinUIOp, arith::MaxUIOp>(op)) {
    left = terms.toUnsigned(lhs, width);
    right = terms.toUnsigned(rhs, width);
  }
  if (isa<arith::MinSIOp, arith::MinUIOp>(op))
    return terms.select(terms.isLess(right, left), rhs, lhs);
  if (isa<arith::MaxSIOp, arith::MaxUIOp>(op))
    return terms.select(terms.isLess(left, right), rhs, lhs);
  return {};
}

/// Returns `value` with only the bits of a constant mask, which are the last
/// ones or all but these, or shifted to the right by a constant. Returns null
/// for other ops.
static Value selectBits(Terms &terms, Operation *op, Value value, Value rhs,
                        unsigned width) {
  std::optional<llvm::APInt> constant = Terms::getConstant(rhs);
  if (!constant)
    return {};
  if (isa<arith::ShRUIOp>(op) && constant->isZero())
    return value;
  if (isa<arith::ShRUIOp>(op) && constant->ult(width))
    return terms.divide(terms.toUnsigned(value, width),
                        terms.getPowerOfTwo(constant->getZExtValue()));
  if (!isa<arith::AndIOp>(op))
    return {};
  if ((*constant + 1).isPowerOf2())
    return terms.remainder(value, terms.get(*constant + 1));
  if ((-*constant).isPowerOf2())
    return terms.sub(value, terms.remainder(value, terms.get(-*constant)));
  return {};
}

/// Returns a logical operation on booleans, or null for other ops.
static Value combine(Terms &terms, Operation *op, Value lhs, Value rhs) {
  if (isa<arith::AndIOp>(op))
    return terms.both(lhs, rhs);
  if (isa<arith::OrIOp>(op))
    return terms.either(lhs, rhs);
  if (isa<arith::XOrIOp>(op))
    return terms.either(terms.both(lhs, terms.negate(rhs)),
                        terms.both(terms.negate(lhs), rhs));
  return {};
}

/// Returns the exact sum, difference or product.
static Value computeExact(Terms &terms, Operation *op, Value lhs, Value rhs) {
  if (isa<arith::AddIOp>(op))
    return terms.add(lhs, rhs);
  if (isa<arith::SubIOp>(op))
    return terms.sub(lhs, rhs);
  return terms.mul(lhs, rhs);
}

/// Encodes a sum, difference or product. With `nsw` or `nuw`, a result that is
/// not exact is poison; without, it wraps around.
bool Encoder::encodeWrapping(Operation *op, ArrayRef<Symbol> operands,
                             unsigned width) {
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return false;
  auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  bool hasFlags = flags.hasNoSignedWrap() || flags.hasNoUnsignedWrap();
  bool isProduct = isa<arith::MulIOp>(op);
  // A product that wraps around at each factor is one that wraps around once.
  bool isPlain = isProduct && !hasFlags && width == 64;
  auto get = [&](const Symbol &s) { return isPlain ? s.getExact() : s.term; };
  Value exact = computeExact(terms, op, get(operands[0]), get(operands[1]));
  Symbol result =
      taint(isProduct ? terms.wrap(exact, width) : terms.wrapOnce(exact, width),
            operands);
  if (isPlain)
    result.exact = exact;
  Value isInexact = terms.negate(terms.fits(exact, width));
  Value &flag = flags.hasNoSignedWrap() ? result.poison : result.wraps;
  flag = terms.either(flag, isInexact);
  if (flags.hasNoUnsignedWrap()) {
    Value sum =
        computeExact(terms, op, terms.toUnsigned(operands[0].term, width),
                     terms.toUnsigned(operands[1].term, width));
    Value isOutside =
        terms.either(terms.isNegative(sum),
                     terms.isLessOrEqual(terms.getPowerOfTwo(width), sum));
    result.poison = terms.either(result.poison, isOutside);
  }
  scalars[op->getResult(0)] = result;
  return true;
}

bool Encoder::encodeInteger(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    encodeConstant(op, constant.getValue());
    return isKnown(op->getResult(0));
  }
  if (!isa_and_nonnull<arith::ArithDialect>(op->getDialect()) ||
      op->getNumResults() != 1 || hasOtherFlags(op))
    return false;
  SmallVector<Symbol> operands;
  for (Value operand : op->getOperands())
    if (operands.emplace_back(getScalar(operand)); !operands.back().term)
      return false;
  if (isa<arith::SelectOp>(op))
    return scalars[op->getResult(0)] =
               select(operands[0], operands[1], operands[2]),
           true;
  if (operands.size() != 2)
    return false;

  Value lhs = operands[0].term, rhs = operands[1].term, term;
  unsigned width = getScalarWidth(op->getOperand(0).getType());
  if (width == 1)
    term = combine(terms, op, lhs, rhs);
  else if (auto compare = dyn_cast<arith::CmpIOp>(op))
    term = compareIntegers(terms, compare.getPredicate(), lhs, rhs, width);
  else if (encodeWrapping(op, operands, width))
    return true;
  else if ((term = divide(terms, op, lhs, rhs, width))) {
    require(op, isDefined(terms, op, operands[0], operands[1], term, width));
  } else if (!(term = selectBits(terms, op, lhs, rhs, width)))
    term = selectExtreme(terms, op, lhs, rhs, width);
  if (!term)
    return false;
  scalars[op->getResult(0)] = taint(term, operands);
  return true;
}

/// Encodes conversions between integers of different widths or signs.
bool Encoder::encodeCast(Operation *op) {
  bool isSigned = isa<arith::ExtSIOp, arith::IndexCastOp, arith::TruncIOp,
                      UnrealizedConversionCastOp>(op);
  if (!isSigned && !isa<arith::ExtUIOp, arith::IndexCastUIOp>(op))
    return false;
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      hasOtherFlags(op))
    return false;
  Symbol operand = getScalar(op->getOperand(0));
  unsigned given = getScalarWidth(op->getOperand(0).getType());
  unsigned width = getScalarWidth(op->getResult(0).getType());
  // Conversions to booleans are not part of this arithmetic.
  if (!operand.term || given == 0 || width <= 1)
    return false;
  if (isa<UnrealizedConversionCastOp>(op) && given != width)
    return false;
  Value term = operand.term;
  if (given == 1)
    term = terms.select(term, terms.get(isSigned ? -1 : 1), terms.get(0));
  else if (width < given)
    term = terms.wrap(term, width);
  else if (!isSigned && width > given)
    term = terms.toUnsigned(term, given);
  scalars[op->getResult(0)] = taint(term, operand);
  return true;
}
