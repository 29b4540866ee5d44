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

#include <variant>

namespace mlir::split {

/// Builds index arithmetic and conditions. Operands are index values, index
/// attributes or numbers; ops whose operands are constants fold. Unlike
/// upstream's ArithBuilder, it takes attributes and folds.
class IndexMath {
public:
  /// An index value, an attribute, or a number.
  using Operand = std::variant<OpFoldResult, int64_t>;

  IndexMath(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value get(OpFoldResult index) {
    return getValueOrCreateConstantIndexOp(builder, loc, index);
  }
  Value get(int64_t index) { return get(builder.getIndexAttr(index)); }
  Value getBool(bool value) {
    return arith::ConstantOp::create(builder, loc, builder.getBoolAttr(value));
  }

  Value add(Operand lhs, Operand rhs) { return fold<arith::AddIOp>(lhs, rhs); }
  Value sub(Operand lhs, Operand rhs) { return fold<arith::SubIOp>(lhs, rhs); }
  Value mul(Operand lhs, Operand rhs) { return fold<arith::MulIOp>(lhs, rhs); }
  Value min(Operand lhs, Operand rhs) { return fold<arith::MinSIOp>(lhs, rhs); }
  Value max(Operand lhs, Operand rhs) { return fold<arith::MaxSIOp>(lhs, rhs); }
  /// The operands are unsigned and the divisor is not 0.
  Value div(Operand lhs, Operand rhs) { return fold<arith::DivUIOp>(lhs, rhs); }
  /// The divisor is positive.
  Value floorDiv(Operand lhs, Operand rhs) {
    return fold<arith::FloorDivSIOp>(lhs, rhs);
  }
  Value ceilDiv(Operand lhs, Operand rhs) {
    return fold<arith::CeilDivUIOp>(lhs, rhs);
  }
  Value rem(Operand lhs, Operand rhs) { return fold<arith::RemUIOp>(lhs, rhs); }

  Value compare(arith::CmpIPredicate predicate, Operand lhs, Operand rhs) {
    // Materialized in order, unlike the arguments of one call.
    Value left = materialize(lhs);
    Value right = materialize(rhs);
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, left, right);
  }
  Value isEqual(Operand lhs, Operand rhs) {
    return compare(arith::CmpIPredicate::eq, lhs, rhs);
  }
  /// The operands are signed.
  Value isLess(Operand lhs, Operand rhs) {
    return compare(arith::CmpIPredicate::slt, lhs, rhs);
  }
  Value isLessOrEqual(Operand lhs, Operand rhs) {
    return compare(arith::CmpIPredicate::sle, lhs, rhs);
  }
  /// Returns whether `value` is in [least, greatest].
  Value isBetween(Operand value, Operand least, Operand greatest) {
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
  Value select(Value condition, Operand ifTrue, Operand ifFalse) {
    Value left = materialize(ifTrue);
    Value right = materialize(ifFalse);
    return builder.createOrFold<arith::SelectOp>(loc, condition, left, right);
  }

private:
  Value materialize(Operand operand) {
    return std::visit([&](auto index) { return get(index); }, operand);
  }

  template <typename OpTy>
  Value fold(Operand lhs, Operand rhs) {
    Value left = materialize(lhs);
    Value right = materialize(rhs);
    return builder.createOrFold<OpTy>(loc, left, right);
  }

  OpBuilder &builder;
  Location loc;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_INDEXMATH_H
