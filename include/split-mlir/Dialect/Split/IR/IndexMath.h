//===- IndexMath.h - Index arithmetic that folds ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_INDEXMATH_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_INDEXMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

namespace mlir::split {

/// Builds index arithmetic and conditions. Operands are index values or index
/// attributes; ops whose operands are constants fold. Unlike upstream's
/// ArithBuilder, it takes attributes and folds.
class IndexMath {
public:
  IndexMath(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value get(OpFoldResult index) {
    return getValueOrCreateConstantIndexOp(builder, loc, index);
  }
  Value get(int64_t index) { return get(builder.getIndexAttr(index)); }
  Value getBool(bool value) {
    return arith::ConstantOp::create(builder, loc, builder.getBoolAttr(value));
  }

  Value add(OpFoldResult lhs, OpFoldResult rhs) {
    return fold<arith::AddIOp>(lhs, rhs);
  }
  Value sub(OpFoldResult lhs, OpFoldResult rhs) {
    return fold<arith::SubIOp>(lhs, rhs);
  }
  Value mul(OpFoldResult lhs, OpFoldResult rhs) {
    return fold<arith::MulIOp>(lhs, rhs);
  }
  Value min(OpFoldResult lhs, OpFoldResult rhs) {
    return fold<arith::MinSIOp>(lhs, rhs);
  }
  Value max(OpFoldResult lhs, OpFoldResult rhs) {
    return fold<arith::MaxSIOp>(lhs, rhs);
  }
  /// The operands are unsigned and the divisor is not 0.
  Value div(OpFoldResult lhs, OpFoldResult rhs) {
    return fold<arith::DivUIOp>(lhs, rhs);
  }
  /// The divisor is positive.
  Value floorDiv(OpFoldResult lhs, OpFoldResult rhs) {
    return fold<arith::FloorDivSIOp>(lhs, rhs);
  }
  Value ceilDiv(OpFoldResult lhs, OpFoldResult rhs) {
    return fold<arith::CeilDivUIOp>(lhs, rhs);
  }
  Value rem(OpFoldResult lhs, OpFoldResult rhs) {
    return fold<arith::RemUIOp>(lhs, rhs);
  }

  Value compare(arith::CmpIPredicate predicate, OpFoldResult lhs,
                OpFoldResult rhs) {
    // Materialized in order, unlike the arguments of one call.
    Value left = get(lhs);
    Value right = get(rhs);
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, left, right);
  }
  Value isEqual(OpFoldResult lhs, OpFoldResult rhs) {
    return compare(arith::CmpIPredicate::eq, lhs, rhs);
  }
  Value isEqual(OpFoldResult lhs, int64_t rhs) {
    return isEqual(lhs, builder.getIndexAttr(rhs));
  }
  /// The operands are signed.
  Value isLess(OpFoldResult lhs, OpFoldResult rhs) {
    return compare(arith::CmpIPredicate::slt, lhs, rhs);
  }
  Value isLess(OpFoldResult lhs, int64_t rhs) {
    return isLess(lhs, builder.getIndexAttr(rhs));
  }
  Value isLessOrEqual(OpFoldResult lhs, OpFoldResult rhs) {
    return compare(arith::CmpIPredicate::sle, lhs, rhs);
  }
  /// Returns whether `value` is in [least, greatest].
  Value isBetween(OpFoldResult value, OpFoldResult least,
                  OpFoldResult greatest) {
    Value isNotBelow = negate(isLess(value, least));
    return both(isNotBelow, negate(isLess(greatest, value)));
  }

  /// A null `lhs` is no condition: the result is `rhs`.
  Value both(Value lhs, Value rhs) {
    return lhs ? fold<arith::AndIOp>(lhs, rhs) : rhs;
  }
  Value either(Value lhs, Value rhs) {
    return lhs ? fold<arith::OrIOp>(lhs, rhs) : rhs;
  }
  Value negate(Value value) {
    return fold<arith::XOrIOp>(value, getBool(true));
  }
  Value select(Value condition, OpFoldResult ifTrue, OpFoldResult ifFalse) {
    Value left = get(ifTrue);
    Value right = get(ifFalse);
    return builder.createOrFold<arith::SelectOp>(loc, condition, left, right);
  }

private:
  template <typename OpTy>
  Value fold(OpFoldResult lhs, OpFoldResult rhs) {
    Value left = get(lhs);
    Value right = get(rhs);
    return builder.createOrFold<OpTy>(loc, left, right);
  }

  OpBuilder &builder;
  Location loc;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_INDEXMATH_H
