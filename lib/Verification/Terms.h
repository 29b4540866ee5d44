//===- Terms.h - Terms of an SMT solver -------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_VERIFICATION_TERMS_H
#define SPLIT_MLIR_LIB_VERIFICATION_TERMS_H

#include "mlir/Dialect/SMT/IR/SMTOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::split {

using Predicate = smt::BVCmpPredicate;

/// Creates ops of the smt dialect: bit-vectors of any width and booleans. The
/// operands of one op have the same width.
class Terms {
public:
  Terms(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  /// Creates a free variable; a width of 0 means a boolean.
  Value declare(StringRef name, unsigned width);

  Value get(int64_t value, unsigned width = 64);
  Value get(const llvm::APInt &value);
  Value getBool(bool value);

  Value negate(Value operand);
  Value both(Value lhs, Value rhs);
  Value either(Value lhs, Value rhs);
  Value implies(Value lhs, Value rhs) { return either(negate(lhs), rhs); }
  Value select(Value condition, Value lhs, Value rhs);

  /// Returns a true term that has `value` as an operand.
  Value mention(Value value);
  Value isEqual(Value lhs, Value rhs);
  Value isEqual(Value lhs, int64_t rhs);
  Value compare(Predicate predicate, Value lhs, Value rhs);
  Value isNonNegative(Value value);

  Value add(Value lhs, Value rhs);
  Value sub(Value lhs, Value rhs);
  template <typename OpTy>
  Value binary(Value lhs, Value rhs) {
    return OpTy::create(builder, loc, lhs.getType(), lhs, rhs);
  }

  /// Extends or truncates a value to `width`.
  Value resize(Value value, unsigned width, bool isSigned);

  /// Returns whether a boolean is known, and which one it is.
  static std::optional<bool> getKnown(Value value);
  static unsigned getWidth(Value value);

private:
  OpBuilder &builder;
  Location loc;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_VERIFICATION_TERMS_H
