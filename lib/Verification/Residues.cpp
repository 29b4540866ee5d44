//===- Residues.cpp - Terms modulo a number -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Residues.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::split;

/// Numbers below this one have products of 64 bits.
static constexpr uint64_t kMaxModulus = uint64_t(1) << 32;

Residues::Polynomial Residues::getPolynomial(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  constexpr unsigned kMaxDepth = 1000;
  llvm::SaveAndRestore<unsigned> inner(depth, depth + 1);
  if (depth > kMaxDepth)
    return getFactor(value);
  Polynomial polynomial = computePolynomial(value);
  removeRemainders(polynomial);
  known[value] = polynomial;
  return polynomial;
}

/// Replaces c * (x mod d) by c * x if the modulus divides c * d.
void Residues::removeRemainders(Polynomial &polynomial) {
  for (const auto &[monomial, coefficient] : Polynomial(polynomial)) {
    if (monomial.size() != 1)
      continue;
    auto rest = factors[monomial.front()].getDefiningOp<smt::IntModOp>();
    std::optional<llvm::APInt> divisor;
    if (rest)
      divisor = Terms::getConstant(rest.getRhs());
    if (!divisor || !divisor->isStrictlyPositive() ||
        (*divisor * coefficient).urem(modulus) != 0)
      continue;
    polynomial.erase(monomial);
    addTo(polynomial, getPolynomial(rest.getLhs()), coefficient);
  }
}

/// Returns the quotient of `value`, if it is a multiple of the divisor. If x is
/// d * q modulo d * m, the quotient x / d is q modulo m.
std::optional<Residues::Polynomial> Residues::divide(Value value,
                                                     uint64_t divisor) {
  if (divisor > kMaxModulus / modulus)
    return std::nullopt;
  std::unique_ptr<Residues> &multiple = multiples[divisor];
  if (!multiple)
    multiple =
        std::make_unique<Residues>(terms, definitions, divisor * modulus);
  Polynomial quotient = multiple->getPolynomial(value);
  for (auto &[monomial, coefficient] : quotient) {
    if (coefficient % divisor != 0)
      return std::nullopt;
    coefficient /= divisor;
  }
  return getPolynomial(multiple->getTerm(quotient));
}

Residues::Polynomial Residues::getFactor(Value value) {
  auto [entry, isNew] = numbers.try_emplace(value, factors.size());
  if (isNew)
    factors.push_back(value);
  return {{{entry->second}, 1}};
}

void Residues::addTo(Polynomial &sum, const Polynomial &summand,
                     uint64_t factor) {
  for (const auto &[monomial, coefficient] : summand) {
    uint64_t &total = sum[monomial];
    total = (total + coefficient * factor) % modulus;
    if (total == 0)
      sum.erase(monomial);
  }
}

Residues::Polynomial Residues::multiply(const Polynomial &lhs,
                                        const Polynomial &rhs) {
  Polynomial product;
  for (const auto &[left, coefficient] : lhs)
    for (const auto &[right, factor] : rhs) {
      std::vector<unsigned> monomial(left.size() + right.size());
      std::merge(left.begin(), left.end(), right.begin(), right.end(),
                 monomial.begin());
      addTo(product, {{monomial, coefficient}}, factor);
    }
  return product;
}

Residues::Polynomial Residues::computePolynomial(Value value) {
  constexpr size_t kMaxMonomials = 32;
  if (std::optional<llvm::APInt> constant = Terms::getConstant(value)) {
    llvm::APInt limit(constant->getBitWidth(), modulus);
    llvm::APInt rest = constant->srem(limit);
    if (rest.isNegative())
      rest += limit;
    return rest.isZero() ? Polynomial() : Polynomial{{{}, rest.getZExtValue()}};
  }
  Operation *op = value.getDefiningOp();
  auto getOperand = [&](unsigned index) {
    return getPolynomial(op->getOperand(index));
  };
  if (modulus > kMaxModulus)
    return getFactor(value);
  if (isa<smt::IntAddOp, smt::IntSubOp>(op)) {
    Polynomial sum = getOperand(0);
    addTo(sum, getOperand(1), isa<smt::IntAddOp>(op) ? 1 : modulus - 1);
    return sum;
  }
  if (isa<smt::IntMulOp>(op)) {
    Polynomial lhs = getOperand(0), rhs = getOperand(1);
    if (lhs.size() * rhs.size() <= kMaxMonomials)
      return multiply(lhs, rhs);
  }
  if (isa<smt::IntModOp>(op)) {
    std::optional<llvm::APInt> divisor = Terms::getConstant(op->getOperand(1));
    if (divisor && divisor->isStrictlyPositive() && divisor->urem(modulus) == 0)
      return getOperand(0);
  }
  if (isa<smt::IntDivOp>(op)) {
    std::optional<llvm::APInt> divisor = Terms::getConstant(op->getOperand(1));
    if (divisor && divisor->isStrictlyPositive())
      if (std::optional<Polynomial> quotient =
              divide(op->getOperand(0), divisor->getLimitedValue()))
        return *quotient;
  }
  if (isa<smt::IteOp>(op)) {
    Polynomial lhs = getOperand(1), rhs = getOperand(2);
    return lhs == rhs ? lhs
                      : getFactor(terms.select(op->getOperand(0), getTerm(lhs),
                                               getTerm(rhs)));
  }
  if (Value definition = definitions.lookup(value);
      definition && definition != value)
    return getPolynomial(definition);
  return getFactor(value);
}

Value Residues::getTerm(const Polynomial &polynomial) {
  Value sum = terms.get(0);
  for (const auto &[monomial, coefficient] : polynomial) {
    Value product = terms.get(coefficient);
    for (unsigned factor : monomial)
      product = terms.mul(product, factors[factor]);
    sum = terms.add(sum, product);
  }
  return sum;
}

/// Returns the polynomial for the case that a condition does or does not hold.
Residues::Polynomial Residues::choose(const Polynomial &polynomial,
                                      Value condition, bool holds) {
  Polynomial sum;
  for (const auto &[monomial, coefficient] : polynomial) {
    Polynomial product{{{}, coefficient}};
    for (unsigned number : monomial) {
      auto choice = factors[number].getDefiningOp<smt::IteOp>();
      bool isChosen = choice && choice.getCond() == condition;
      product = multiply(
          product, isChosen ? getPolynomial(choice->getOperand(holds ? 1 : 2))
                            : Polynomial{{{number}, 1}});
    }
    addTo(sum, product, /*factor=*/1);
  }
  removeRemainders(sum);
  return sum;
}

/// Looks at both cases of each condition, as residues are simple in each.
Value Residues::getRemainder(const Polynomial &polynomial, unsigned numCases) {
  constexpr unsigned kMaxCases = 8;
  for (const auto &[monomial, coefficient] : polynomial)
    for (unsigned number : monomial) {
      auto choice = factors[number].getDefiningOp<smt::IteOp>();
      if (!choice || numCases == kMaxCases)
        continue;
      Value condition = choice.getCond();
      return terms.select(
          condition,
          getRemainder(choose(polynomial, condition, true), numCases + 1),
          getRemainder(choose(polynomial, condition, false), numCases + 1));
    }
  return terms.remainder(getTerm(polynomial),
                         terms.get(llvm::APInt(/*numBits=*/128, modulus)));
}
