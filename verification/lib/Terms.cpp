//===- Terms.cpp - Terms of an SMT solver ---------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terms.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;
using llvm::APInt;

template <typename OpT, typename... ArgTs>
Value Terms::make(ArrayRef<const void *> key, ArgTs &&...args) {
  std::vector<const void *> all(key.begin(), key.end());
  all.push_back(TypeID::get<OpT>().getAsOpaquePointer());
  Value &term = known[all];
  if (!term)
    term = OpT::create(builder, loc, std::forward<ArgTs>(args)...);
  return term;
}

static const void *keyOf(Value value) { return value.getAsOpaquePointer(); }

Value Terms::get(const APInt &value) {
  APInt wide = value.sextOrTrunc(kConstantWidth);
  auto type = IntegerType::get(builder.getContext(), kConstantWidth);
  auto attr = IntegerAttr::get(type, wide);
  return make<smt::IntConstantOp>(attr.getAsOpaquePointer(), attr);
}

Value Terms::get(int64_t value) {
  return get(APInt(64, value, /*isSigned=*/true));
}

Value Terms::getPowerOfTwo(unsigned exponent) {
  return get(APInt::getOneBitSet(kConstantWidth, exponent));
}

Value Terms::getBool(bool value) {
  return make<smt::BoolConstantOp>(
      builder.getBoolAttr(value).getAsOpaquePointer(), value);
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
  return make<smt::NotOp>(keyOf(operand), operand);
}

Value Terms::both(Value lhs, Value rhs) {
  if (lhs == rhs)
    return lhs;
  if (std::optional<bool> known = getKnown(lhs))
    return *known ? rhs : lhs;
  if (std::optional<bool> known = getKnown(rhs))
    return *known ? lhs : rhs;
  return make<smt::AndOp>({keyOf(lhs), keyOf(rhs)}, ValueRange{lhs, rhs});
}

Value Terms::either(Value lhs, Value rhs) {
  if (lhs == rhs)
    return lhs;
  if (std::optional<bool> known = getKnown(lhs))
    return *known ? lhs : rhs;
  if (std::optional<bool> known = getKnown(rhs))
    return *known ? rhs : lhs;
  return make<smt::OrOp>({keyOf(lhs), keyOf(rhs)}, ValueRange{lhs, rhs});
}

Value Terms::select(Value condition, Value lhs, Value rhs) {
  if (std::optional<bool> known = getKnown(condition))
    return *known ? lhs : rhs;
  if (lhs == rhs || (getKnown(lhs) && getKnown(lhs) == getKnown(rhs)))
    return lhs;
  return make<smt::IteOp>({keyOf(condition), keyOf(lhs), keyOf(rhs)}, condition,
                          lhs, rhs);
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
  return make<smt::EqOp>({keyOf(lhs), keyOf(rhs)}, lhs, rhs);
}

Value Terms::isLess(Value lhs, Value rhs) {
  std::optional<APInt> left = getConstant(lhs), right = getConstant(rhs);
  if (lhs == rhs || (left && right))
    return getBool(lhs != rhs && left->slt(*right));
  if (right && !right->isStrictlyPositive() && nonNegative.contains(lhs))
    return getBool(false);
  std::optional<Range> first = getRange(lhs), second = getRange(rhs);
  if (first && second && first->second.slt(second->first))
    return getBool(true);
  if (first && second && second->second.sle(first->first))
    return getBool(false);
  return make<smt::IntCmpOp>({keyOf(lhs), keyOf(rhs)}, smt::IntPredicate::lt,
                             lhs, rhs);
}

std::optional<Terms::Range> Terms::getRange(Value value) const {
  if (std::optional<APInt> constant = getConstant(value))
    return Range(*constant, *constant);
  auto known = ranges.find(value);
  if (known != ranges.end())
    return known->second;
  auto sum = value.getDefiningOp<smt::IntAddOp>();
  if (!sum || ranges.empty())
    return std::nullopt;
  Range range(APInt(kConstantWidth, 0), APInt(kConstantWidth, 0));
  for (Value operand : sum.getInputs()) {
    std::optional<Range> summand = getRange(operand);
    if (!summand)
      return std::nullopt;
    range.first += summand->first;
    range.second += summand->second;
  }
  return range;
}

Value Terms::fits(Value value, unsigned width) {
  Value limit = getPowerOfTwo(width - 1);
  return both(isLessOrEqual(sub(get(0), limit), value), isLess(value, limit));
}

Value Terms::add(Value lhs, Value rhs) {
  std::optional<APInt> left = getConstant(lhs), right = getConstant(rhs);
  bool overflows = false;
  if (left && right)
    if (APInt sum = left->sadd_ov(*right, overflows); !overflows)
      return get(sum);
  if (left && left->isZero())
    return rhs;
  if (right && right->isZero())
    return lhs;
  if (left)
    std::swap(lhs, rhs);
  return make<smt::IntAddOp>({keyOf(lhs), keyOf(rhs)}, ValueRange{lhs, rhs});
}

Value Terms::sub(Value lhs, Value rhs) {
  std::optional<APInt> left = getConstant(lhs), right = getConstant(rhs);
  bool overflows = false;
  if (left && right)
    if (APInt difference = left->ssub_ov(*right, overflows); !overflows)
      return get(difference);
  if (right && right->isZero())
    return lhs;
  if (lhs == rhs)
    return get(0);
  return make<smt::IntSubOp>({keyOf(lhs), keyOf(rhs)}, lhs, rhs);
}

Value Terms::mul(Value lhs, Value rhs) {
  std::optional<APInt> left = getConstant(lhs), right = getConstant(rhs);
  bool overflows = false;
  if (left && right)
    if (APInt product = left->smul_ov(*right, overflows); !overflows)
      return get(product);
  if (left && left->isOne())
    return rhs;
  if (right && right->isOne())
    return lhs;
  if ((left && left->isZero()) || (right && right->isZero()))
    return get(0);
  // A product of a number that is one of two constants is linear.
  for (auto [factor, other] : {std::pair(lhs, rhs), std::pair(rhs, lhs)})
    if (auto choice = factor.getDefiningOp<smt::IteOp>();
        choice && (getConstant(choice.getThenValue()) ||
                   getConstant(choice.getElseValue())))
      return select(choice.getCond(), mul(other, choice.getThenValue()),
                    mul(other, choice.getElseValue()));
  if (left || right)
    return make<smt::IntMulOp>({keyOf(lhs), keyOf(rhs)}, ValueRange{lhs, rhs});
  constexpr size_t kMaxSummands = 32;
  Summands leftSum = getSummands(lhs), rightSum = getSummands(rhs);
  if (leftSum.size() * rightSum.size() > kMaxSummands)
    return mulFactors(lhs, rhs);
  Value sum = get(0);
  for (auto &[l, factor] : leftSum)
    for (auto &[r, other] : rightSum) {
      Value product = !l ? r : !r ? l : mulFactors(l, r);
      Value constant = mul(get(factor), get(other));
      sum = add(sum, product ? mul(product, constant) : constant);
    }
  return sum;
}

/// Returns the summands of sums and differences, and of their products with
/// constants. A constant summand is null.
Terms::Summands Terms::getSummands(Value value, unsigned depth) {
  constexpr unsigned kMaxDepth = 8;
  if (std::optional<APInt> constant = getConstant(value))
    return {{Value(), *constant}};
  Operation *op = value.getDefiningOp();
  if (isa<smt::IntAddOp, smt::IntSubOp>(op) && depth < kMaxDepth) {
    Summands sum = getSummands(op->getOperand(0), depth + 1);
    for (auto &[term, factor] : getSummands(op->getOperand(1), depth + 1))
      sum.emplace_back(term, isa<smt::IntSubOp>(op) ? -factor : factor);
    return sum;
  }
  if (isa<smt::IntMulOp>(op) && depth < kMaxDepth)
    if (std::optional<APInt> constant = getConstant(op->getOperand(1))) {
      bool overflows = false, isAny = false;
      Summands sum = getSummands(op->getOperand(0), depth + 1);
      for (auto &[term, factor] : sum) {
        factor = factor.smul_ov(*constant, overflows);
        isAny |= overflows;
      }
      if (!isAny)
        return sum;
    }
  return {{value, APInt(kConstantWidth, 1)}};
}

/// Lists the factors of a product, and returns false if there are too many:
/// that of a number with itself, and so on, has 2^n.
static bool listFactors(Value product, SmallVectorImpl<Value> &factors) {
  constexpr unsigned kMaxFactors = 16;
  SmallVector<Value> worklist = {product};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (auto mul = value.getDefiningOp<smt::IntMulOp>())
      llvm::append_range(worklist, llvm::reverse(mul.getInputs()));
    else
      factors.push_back(value);
    if (worklist.size() + factors.size() > kMaxFactors)
      return false;
  }
  return true;
}

/// Multiplies factors in the order in which they were created, so that equal
/// products are the same term.
Value Terms::mulFactors(Value lhs, Value rhs) {
  SmallVector<Value> factors;
  if (!listFactors(lhs, factors) || !listFactors(rhs, factors))
    return make<smt::IntMulOp>({keyOf(lhs), keyOf(rhs)}, ValueRange{lhs, rhs});
  for (auto &[group, product] : groups)
    if (llvm::all_of(group, [&](Value factor) {
          return llvm::is_contained(factors, factor);
        })) {
      for (Value factor : group)
        factors.erase(llvm::find(factors, factor));
      factors.push_back(product);
    }
  llvm::sort(factors, [](Value left, Value right) {
    return left != right &&
           left.getDefiningOp()->isBeforeInBlock(right.getDefiningOp());
  });
  Value product = factors.front();
  for (Value factor : ArrayRef(factors).drop_front())
    product = make<smt::IntMulOp>({keyOf(product), keyOf(factor)},
                                  ValueRange{product, factor});
  return product;
}

SmallVector<Value> Terms::getProductFacts(ArrayRef<Operation *> ops) {
  struct Product {
    Value term, factor;
  };
  // For each factor or product s, the products x * s with their x.
  llvm::MapVector<Value, SmallVector<Product>> multiples;
  SmallVector<Value> facts;
  for (Operation *op : ops) {
    auto mul = dyn_cast<smt::IntMulOp>(op);
    if (!mul || llvm::any_of(mul.getInputs(), getConstant))
      continue;
    SmallVector<Value> factors;
    if (!listFactors(mul.getResult(), factors))
      continue;
    for (unsigned i = 0; i < factors.size(); ++i) {
      Value rest;
      for (unsigned other = 0; other < factors.size(); ++other)
        if (other != i)
          rest = rest ? mulFactors(rest, factors[other]) : factors[other];
      multiples[rest].push_back({mul.getResult(), factors[i]});
      if (factors.size() == 2)
        continue;
      multiples[factors[i]].push_back({mul.getResult(), rest});
    }
  }
  for (auto &[factor, products] : multiples) {
    for (const Product &product : products)
      if (auto div = product.factor.getDefiningOp<smt::IntDivOp>())
        facts.push_back(
            implies(isEqual(remainder(div.getLhs(), div.getRhs()), 0),
                    isEqual(mul(product.term, div.getRhs()),
                            mul(div.getLhs(), factor))));
    products.push_back({get(0), get(0)});
    products.push_back({factor, get(1)});
    for (const Product &product : products) {
      facts.push_back(implies(isEqual(factor, 0), isEqual(product.term, 0)));
      facts.push_back(
          implies(isEqual(factor, 1), isEqual(product.term, product.factor)));
    }
    Value isPositive = isNonNegative(factor);
    for (const Product &lhs : products)
      for (const Product &rhs : products) {
        if (lhs.term == rhs.term)
          continue;
        facts.push_back(implies(isEqual(lhs.factor, rhs.factor),
                                isEqual(lhs.term, rhs.term)));
        Value isBelow = isLessOrEqual(add(lhs.term, factor), rhs.term);
        facts.push_back(
            implies(both(isPositive, isLess(lhs.factor, rhs.factor)), isBelow));
      }
  }
  return facts;
}

Value Terms::product(ArrayRef<Value> factors) {
  Value product = get(1);
  for (Value factor : factors)
    product = mul(product, factor);
  return product;
}

Value Terms::divide(Value lhs, Value rhs) {
  std::optional<APInt> left = getConstant(lhs), right = getConstant(rhs);
  if (left && right && left->isNonNegative() && right->isStrictlyPositive())
    return get(left->udiv(*right));
  Value quotient = make<smt::IntDivOp>({keyOf(lhs), keyOf(rhs)}, lhs, rhs);
  if (nonNegative.contains(lhs) && getConstant(rhs))
    setNonNegative(quotient);
  return quotient;
}

Value Terms::remainder(Value lhs, Value rhs) {
  std::optional<APInt> left = getConstant(lhs), right = getConstant(rhs);
  if (left && right && left->isNonNegative() && right->isStrictlyPositive())
    return get(left->urem(*right));
  return make<smt::IntModOp>({keyOf(lhs), keyOf(rhs)}, lhs, rhs);
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
