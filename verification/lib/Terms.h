//===- Terms.h - Terms of an SMT solver -------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_VERIFICATION_LIB_TERMS_H
#define SPLIT_MLIR_VERIFICATION_LIB_TERMS_H

#include "mlir/Dialect/SMT/IR/SMTOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <vector>

namespace mlir::split::verification {

/// Creates ops of the smt dialect: integers without bounds and booleans. Ops on
/// constants give constants.
class Terms {
public:
  Terms(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value declareInteger(StringRef name) { return declare<smt::IntType>(name); }
  Value declareBool(StringRef name) { return declare<smt::BoolType>(name); }

  Value get(int64_t value);
  /// Reads `value` as a signed number.
  Value get(const llvm::APInt &value);
  Value getPowerOfTwo(unsigned exponent);
  Value getBool(bool value);

  Value negate(Value operand);
  Value both(Value lhs, Value rhs);
  Value either(Value lhs, Value rhs);
  Value implies(Value lhs, Value rhs) { return either(negate(lhs), rhs); }
  Value select(Value condition, Value lhs, Value rhs);

  Value isEqual(Value lhs, Value rhs);
  Value isEqual(Value lhs, int64_t rhs) { return isEqual(lhs, get(rhs)); }
  Value isLess(Value lhs, Value rhs);
  Value isLessOrEqual(Value lhs, Value rhs) { return negate(isLess(rhs, lhs)); }
  Value isNegative(Value value) { return isLess(value, get(0)); }
  Value isNonNegative(Value value) { return isLessOrEqual(get(0), value); }
  /// Returns whether `value` is at least 0 and less than `size`.
  Value isIndex(Value value, Value size) {
    Value isLower = isNonNegative(value);
    return both(isLower, isLess(value, size));
  }
  /// Returns whether `value` is a signed number of `width` bits.
  Value fits(Value value, unsigned width);

  Value add(Value lhs, Value rhs);
  Value sub(Value lhs, Value rhs);
  Value mul(Value lhs, Value rhs);
  Value product(ArrayRef<Value> factors);
  /// Comparisons know that `value` is at least 0.
  void setNonNegative(Value value) { nonNegative.insert(value); }
  /// Comparisons and wrapOnce know that `value` is a number from `smallest` to
  /// `largest`.
  void setRange(Value value, const llvm::APInt &smallest,
                const llvm::APInt &largest) {
    ranges[value] = {smallest.sext(kConstantWidth),
                     largest.sext(kConstantWidth)};
  }
  /// Lets `product` stand for the product of `factors` in all later products.
  void addGroup(ArrayRef<Value> factors, Value product) {
    groups.emplace_back(llvm::to_vector(factors), product);
  }
  /// Returns the quotient rounded to negative infinity, and what is left. The
  /// divisor is positive.
  Value divide(Value lhs, Value rhs);
  Value remainder(Value lhs, Value rhs);

  /// Returns the signed number with the same last `width` bits.
  Value wrap(Value value, unsigned width);
  /// The same for a number that is at most 2^width too small or too large.
  Value wrapOnce(Value value, unsigned width);
  /// Returns the unsigned number with the bits of a signed one.
  Value toUnsigned(Value value, unsigned width);

  /// Returns a true term that has `value` as an operand.
  Value mention(Value value);
  /// Returns whether a boolean is known, and which one it is.
  static std::optional<bool> getKnown(Value value);
  /// Returns an integer of 256 bits, if it is known.
  static std::optional<llvm::APInt> getConstant(Value value);

  /// Returns true facts about nonlinear products among `ops`: x < y implies
  /// x * s + s <= y * s for s >= 0, and the like. Solvers of linear arithmetic
  /// prove much by these.
  SmallVector<Value> getProductFacts(ArrayRef<Operation *> ops);

private:
  using Range = std::pair<llvm::APInt, llvm::APInt>;
  /// Enough for products of three 64-bit numbers.
  static constexpr unsigned kConstantWidth = 256;
  /// Returns the range of a number or a sum, if it is known.
  std::optional<Range> getRange(Value value) const;

  SmallVector<std::pair<SmallVector<Value>, Value>> groups;
  llvm::DenseSet<Value> nonNegative;
  llvm::DenseMap<Value, Range> ranges;
  /// A sum of products of terms and constants.
  using Summands = SmallVector<std::pair<Value, llvm::APInt>>;
  Summands getSummands(Value value, unsigned depth = 0);
  Value mulFactors(Value lhs, Value rhs);

  template <typename TypeT>
  Value declare(StringRef name) {
    return smt::DeclareFunOp::create(builder, loc,
                                     TypeT::get(builder.getContext()),
                                     builder.getStringAttr(name));
  }
  /// Returns the term that an op of this type makes of `operands`. Equal terms
  /// are the same value.
  template <typename OpT, typename... ArgTs>
  Value make(ArrayRef<const void *> key, ArgTs &&...args);

  OpBuilder &builder;
  Location loc;
  std::map<std::vector<const void *>, Value> known;
};

} // namespace mlir::split::verification

#endif // SPLIT_MLIR_VERIFICATION_LIB_TERMS_H
