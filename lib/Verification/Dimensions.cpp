//===- Dimensions.cpp - Sizes of data of unknown rank ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dimensions.h"

#include "Symbols.h"

using namespace mlir;
using namespace mlir::split;

/// Returns whether `value` is at least 0. This does not fold, as isNonNegative
/// does for what is known: the solver must know it too.
static Value isSize(Terms &terms, Value value) {
  return terms.both(terms.isLess(terms.get(-1), value),
                    terms.isLess(value, terms.getPowerOfTwo(63)));
}

Dimensions::Dimensions(Terms &terms, StringRef name)
    : terms(terms), name(name), rank(declare()), isRank(isSize(terms, rank)) {
  terms.setRange(rank, llvm::APInt(64, 0), llvm::APInt::getSignedMaxValue(64));
}

Value Dimensions::declare() {
  return terms.declareInteger(name + std::to_string(numVariables++));
}

Value Dimensions::getSize(Value dim) {
  Value &size = sizes[dim];
  if (size)
    return size;
  size = declare();
  terms.setNonNegative(size);
  return size;
}

Value Dimensions::getProduct(Value begin, Value end) {
  if (Terms::getKnown(terms.isLessOrEqual(end, begin)) == true)
    return terms.get(1);
  for (const Range &range : ranges)
    if (range.begin == begin && range.end == end)
      return range.product;
  Value product = declare();
  ranges.push_back({begin, end, product});
  terms.setNonNegative(product);
  return product;
}

bool Dimensions::isProduct(Value variable) const {
  return llvm::any_of(
      ranges, [&](const Range &range) { return range.product == variable; });
}

Value Dimensions::hasFactor(Value begin, Value end) {
  Value all = getProduct(begin, terms.add(end, terms.get(1)));
  Value product = terms.mul(getProduct(begin, end), getSize(end));
  return terms.implies(terms.isLessOrEqual(begin, end),
                       terms.isEqual(all, product));
}

Value Dimensions::countElements(Value dim, Value size) {
  dim = dim ? dim : axis;
  if (!dim)
    return getProduct(terms.get(0), rank);
  return terms.product({getProduct(terms.get(0), dim),
                        size ? size : getSize(dim),
                        getProduct(terms.add(dim, terms.get(1)), rank)});
}

Value UnrankedPart::getSize(Terms &terms, Value dim) const {
  Value whole = data->getSize(dim);
  return axis ? terms.select(terms.isEqual(dim, axis), size, whole) : whole;
}

Value Dimensions::getFacts(ArrayRef<Value> variables) {
  Value all = isRank;
  auto isUsed = [&](Value variable) {
    return llvm::is_contained(variables, variable);
  };
  auto add = [&](Value condition, Value lhs, Value rhs) {
    all = terms.both(all, terms.implies(condition, terms.isEqual(lhs, rhs)));
  };
  for (auto *i = sizes.begin(); i != sizes.end(); ++i) {
    if (!isUsed(i->second))
      continue;
    all = terms.both(all, isSize(terms, i->second));
    for (auto *j = sizes.begin(); j != i; ++j)
      if (isUsed(j->second))
        add(terms.isEqual(i->first, j->first), i->second, j->second);
  }
  for (auto i = ranges.begin(); i != ranges.end(); ++i) {
    if (!isUsed(i->product))
      continue;
    all = terms.both(all, terms.isLess(terms.get(-1), i->product));
    add(terms.isLessOrEqual(i->end, i->begin), i->product, terms.get(1));
    for (auto j = ranges.begin(); j != i; ++j)
      if (isUsed(j->product))
        add(terms.both(terms.isEqual(i->begin, j->begin),
                       terms.isEqual(i->end, j->end)),
            i->product, j->product);
  }
  return all;
}
