//===- IndexMath.h - arithmetic that folds ----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_INDEXMATH_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_INDEXMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

namespace mlir::split {

/// Builds arithmetic on sizes and positions. What is known is folded, so
/// results of constants are constants, and code for unknown values serves them
/// too.
class IndexMath {
public:
  IndexMath(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  Value get(OpFoldResult index) {
    return getValueOrCreateConstantIndexOp(b, loc, index);
  }
  Value get(int64_t index) { return get(b.getIndexAttr(index)); }
  Value getBool(bool value) {
    return arith::ConstantOp::create(b, loc, b.getBoolAttr(value));
  }

  Value add(Value lhs, Value rhs) { return fold<arith::AddIOp>(lhs, rhs); }
  Value sub(Value lhs, Value rhs) { return fold<arith::SubIOp>(lhs, rhs); }
  Value mul(Value lhs, Value rhs) { return fold<arith::MulIOp>(lhs, rhs); }
  Value min(Value lhs, Value rhs) { return fold<arith::MinSIOp>(lhs, rhs); }
  Value max(Value lhs, Value rhs) { return fold<arith::MaxSIOp>(lhs, rhs); }
  /// Of unsigned numbers; the divisor is not 0.
  Value div(Value lhs, Value rhs) { return fold<arith::DivUIOp>(lhs, rhs); }
  Value rem(Value lhs, Value rhs) { return fold<arith::RemUIOp>(lhs, rhs); }

  Value isEqual(Value lhs, Value rhs) {
    return compare(arith::CmpIPredicate::eq, lhs, rhs);
  }
  Value isEqual(Value lhs, int64_t rhs) { return isEqual(lhs, get(rhs)); }
  Value isLess(Value lhs, Value rhs) {
    return compare(arith::CmpIPredicate::slt, lhs, rhs);
  }
  Value isLess(Value lhs, int64_t rhs) { return isLess(lhs, get(rhs)); }
  /// Whether `value` is in [least, greatest].
  Value isBetween(Value value, Value least, Value greatest) {
    return both(negate(isLess(value, least)), negate(isLess(greatest, value)));
  }

  Value both(Value lhs, Value rhs) { return fold<arith::AndIOp>(lhs, rhs); }
  Value either(Value lhs, Value rhs) { return fold<arith::OrIOp>(lhs, rhs); }
  Value negate(Value value) {
    return fold<arith::XOrIOp>(value, getBool(true));
  }
  Value select(Value condition, Value ifTrue, Value ifFalse) {
    return b.createOrFold<arith::SelectOp>(loc, condition, ifTrue, ifFalse);
  }

private:
  template <typename OpTy>
  Value fold(Value lhs, Value rhs) {
    return b.createOrFold<OpTy>(loc, lhs, rhs);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return b.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
  }

  OpBuilder &b;
  Location loc;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_INDEXMATH_H
