//===- Terms.cpp - Terms of an SMT solver ---------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terms.h"

using namespace mlir;
using namespace mlir::split;
using llvm::APInt;

/// Enough for products of three 64-bit numbers.
constexpr unsigned kConstantWidth = 256;

Value Terms::declareInteger(StringRef name) {
  Type type = smt::IntType::get(builder.getContext());
  return smt::DeclareFunOp::create(builder, loc, type,
                                   builder.getStringAttr(name));
}

Value Terms::declareBool(StringRef name) {
  Type type = smt::BoolType::get(builder.getContext());
  return smt::DeclareFunOp::create(builder, loc, type,
                                   builder.getStringAttr(name));
}

Value Terms::get(const APInt &value) {
  APInt wide = value.sextOrTrunc(kConstantWidth);
  auto type = IntegerType::get(builder.getContext(), kConstantWidth);
  return smt::IntConstantOp::create(builder, loc, IntegerAttr::get(type, wide));
}

Value Terms::get(int64_t value) {
  return get(APInt(64, value, /*isSigned=*/true));
}

Value Terms::getPowerOfTwo(unsigned exponent) {
  return get(APInt::getOneBitSet(kConstantWidth, exponent));
}

Value Terms::getBool(bool value) {
  return smt::BoolConstantOp::create(builder, loc, value);
}

std::optional<bool> Terms::getKnown(Value value) {
  if (auto constant = value.getDefiningOp<smt::BoolConstantOp>())
    return constant.getValue();
  return std::nullopt;
}

std::optional<APInt> Terms::getConstant(Value value) {
  if (auto constant = value.getDefiningOp<smt::IntConstantOp>())
    return constant.getValue().sextOrTrunc(kConstantWidth);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Booleans
//===----------------------------------------------------------------------===//

Value Terms::negate(Value operand) {
  if (std::optional<bool> known = getKnown(operand))
    return getBool(!*known);
  return smt::NotOp::create(builder, loc, operand);
}

Value Terms::both(Value lhs, Value rhs) {
  if (std::optional<bool> known = getKnown(lhs))
    return *known ? rhs : lhs;
  if (std::optional<bool> known = getKnown(rhs))
    return *known ? lhs : rhs;
  return smt::AndOp::create(builder, loc, ValueRange{lhs, rhs});
}

Value Terms::either(Value lhs, Value rhs) {
  if (std::optional<bool> known = getKnown(lhs))
    return *known ? lhs : rhs;
  if (std::optional<bool> known = getKnown(rhs))
    return *known ? rhs : lhs;
  return smt::OrOp::create(builder, loc, ValueRange{lhs, rhs});
}

Value Terms::select(Value condition, Value lhs, Value rhs) {
  if (std::optional<bool> known = getKnown(condition))
    return *known ? lhs : rhs;
  if (lhs == rhs || (getKnown(lhs) && getKnown(lhs) == getKnown(rhs)))
    return lhs;
  return smt::IteOp::create(builder, loc, condition, lhs, rhs);
}

Value Terms::mention(Value value) {
  return smt::EqOp::create(builder, loc, value, value);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

Value Terms::isEqual(Value lhs, Value rhs) {
  std::optional<APInt> left = getConstant(lhs), right = getConstant(rhs);
  if (lhs == rhs || (left && right))
    return getBool(lhs == rhs || *left == *right);
  return smt::EqOp::create(builder, loc, lhs, rhs);
}

Value Terms::isLess(Value lhs, Value rhs) {
  std::optional<APInt> left = getConstant(lhs), right = getConstant(rhs);
  if (lhs == rhs || (left && right))
    return getBool(lhs != rhs && left->slt(*right));
  return smt::IntCmpOp::create(builder, loc, smt::IntPredicate::lt, lhs, rhs);
}

Value Terms::fits(Value value, unsigned width) {
  Value limit = getPowerOfTwo(width - 1);
  return both(isLessOrEqual(sub(get(0), limit), value), isLess(value, limit));
}

Value Terms::add(Value lhs, Value rhs) {
  std::optional<APInt> left = getConstant(lhs), right = getConstant(rhs);
  if (left && right)
    return get(*left + *right);
  if (left && left->isZero())
    return rhs;
  if (right && right->isZero())
    return lhs;
  return smt::IntAddOp::create(builder, loc, ValueRange{lhs, rhs});
}

Value Terms::sub(Value lhs, Value rhs) {
  std::optional<APInt> left = getConstant(lhs), right = getConstant(rhs);
  if (left && right)
    return get(*left - *right);
  if (right && right->isZero())
    return lhs;
  return smt::IntSubOp::create(builder, loc, lhs, rhs);
}

Value Terms::mul(Value lhs, Value rhs) {
  std::optional<APInt> left = getConstant(lhs), right = getConstant(rhs);
  if (left && right)
    return get(*left * *right);
  if (left && (left->isOne() || left->isZero()))
    return left->isOne() ? rhs : lhs;
  if (right && (right->isOne() || right->isZero()))
    return right->isOne() ? lhs : rhs;
  return smt::IntMulOp::create(builder, loc, ValueRange{lhs, rhs});
}

Value Terms::product(ArrayRef<Value> factors) {
  Value product = get(1);
  for (Value factor : factors)
    product = mul(product, factor);
  return product;
}

Value Terms::divide(Value lhs, Value rhs) {
  return smt::IntDivOp::create(builder, loc, lhs, rhs);
}

Value Terms::remainder(Value lhs, Value rhs) {
  return smt::IntModOp::create(builder, loc, lhs, rhs);
}

Value Terms::wrap(Value value, unsigned width) {
  if (std::optional<APInt> constant = getConstant(value))
    return get(constant->trunc(width));
  Value half = getPowerOfTwo(width - 1);
  return sub(remainder(add(value, half), getPowerOfTwo(width)), half);
}

Value Terms::wrapOnce(Value value, unsigned width) {
  if (std::optional<APInt> constant = getConstant(value))
    return get(constant->trunc(width));
  Value half = getPowerOfTwo(width - 1), whole = getPowerOfTwo(width);
  Value below = isLess(value, sub(get(0), half));
  Value above = isLessOrEqual(half, value);
  return select(above, sub(value, whole),
                select(below, add(value, whole), value));
}

Value Terms::toUnsigned(Value value, unsigned width) {
  return select(isNegative(value), add(value, getPowerOfTwo(width)), value);
}
