//===- Terms.cpp - Terms of an SMT solver ---------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terms.h"

using namespace mlir;
using namespace mlir::split;

Value Terms::declare(StringRef name, unsigned width) {
  Type type = smt::BoolType::get(builder.getContext());
  if (width > 0)
    type = smt::BitVectorType::get(builder.getContext(), width);
  return smt::DeclareFunOp::create(builder, loc, type,
                                   builder.getStringAttr(name));
}

Value Terms::get(const llvm::APInt &value) {
  return smt::BVConstantOp::create(builder, loc, value);
}

Value Terms::get(int64_t value, unsigned width) {
  return get(llvm::APInt(64, value).sextOrTrunc(width));
}

Value Terms::getBool(bool value) {
  return smt::BoolConstantOp::create(builder, loc, value);
}

std::optional<bool> Terms::getKnown(Value value) {
  if (auto constant = value.getDefiningOp<smt::BoolConstantOp>())
    return constant.getValue();
  return std::nullopt;
}

unsigned Terms::getWidth(Value value) {
  if (auto type = dyn_cast<smt::BitVectorType>(value.getType()))
    return type.getWidth();
  return 0;
}

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
  if (lhs == rhs)
    return lhs;
  return smt::IteOp::create(builder, loc, condition, lhs, rhs);
}

Value Terms::isEqual(Value lhs, Value rhs) {
  auto left = lhs.getDefiningOp<smt::BVConstantOp>();
  auto right = rhs.getDefiningOp<smt::BVConstantOp>();
  if (lhs == rhs || (left && right))
    return getBool(lhs == rhs || left.getValue() == right.getValue());
  return smt::EqOp::create(builder, loc, lhs, rhs);
}

Value Terms::mention(Value value) {
  return smt::EqOp::create(builder, loc, value, value);
}

Value Terms::isEqual(Value lhs, int64_t rhs) {
  return isEqual(lhs, get(rhs, getWidth(lhs)));
}

static bool holds(Predicate predicate, const llvm::APInt &lhs,
                  const llvm::APInt &rhs) {
  switch (predicate) {
  case Predicate::slt:
    return lhs.slt(rhs);
  case Predicate::sle:
    return lhs.sle(rhs);
  case Predicate::sgt:
    return lhs.sgt(rhs);
  case Predicate::sge:
    return lhs.sge(rhs);
  case Predicate::ult:
    return lhs.ult(rhs);
  case Predicate::ule:
    return lhs.ule(rhs);
  case Predicate::ugt:
    return lhs.ugt(rhs);
  case Predicate::uge:
    return lhs.uge(rhs);
  }
  llvm_unreachable("not a predicate");
}

Value Terms::compare(Predicate predicate, Value lhs, Value rhs) {
  auto left = lhs.getDefiningOp<smt::BVConstantOp>();
  auto right = rhs.getDefiningOp<smt::BVConstantOp>();
  if (left && right)
    return getBool(holds(predicate, left.getValue().getValue(),
                         right.getValue().getValue()));
  return smt::BVCmpOp::create(builder, loc, predicate, lhs, rhs);
}

Value Terms::isNonNegative(Value value) {
  return compare(Predicate::sge, value, get(0, getWidth(value)));
}

Value Terms::add(Value lhs, Value rhs) {
  auto left = lhs.getDefiningOp<smt::BVConstantOp>();
  auto right = rhs.getDefiningOp<smt::BVConstantOp>();
  if (left && right)
    return get(left.getValue().getValue() + right.getValue().getValue());
  return binary<smt::BVAddOp>(lhs, rhs);
}

Value Terms::sub(Value lhs, Value rhs) {
  return add(lhs, smt::BVNegOp::create(builder, loc, rhs.getType(), rhs));
}

Value Terms::resize(Value value, unsigned width, bool isSigned) {
  unsigned given = getWidth(value);
  if (width == given)
    return value;
  if (auto constant = value.getDefiningOp<smt::BVConstantOp>()) {
    llvm::APInt number = constant.getValue().getValue();
    return get(isSigned ? number.sextOrTrunc(width)
                        : number.zextOrTrunc(width));
  }
  if (width < given)
    return smt::ExtractOp::create(
        builder, loc, smt::BitVectorType::get(builder.getContext(), width),
        builder.getI32IntegerAttr(0), value);
  Value high = get(0, width - given);
  if (isSigned) {
    Value isNegative = compare(Predicate::slt, value, get(0, given));
    high = select(isNegative, get(-1, width - given), high);
  }
  return smt::ConcatOp::create(builder, loc, high, value);
}
