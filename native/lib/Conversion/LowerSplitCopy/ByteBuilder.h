//===- ByteBuilder.h - Code that moves bytes --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_BYTEBUILDER_H
#define SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_BYTEBUILDER_H

#include "../../Machine/LargeOperands.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::native {

/// Builds arithmetic on i64, and loads and stores at byte offsets from
/// pointers. Line means the kLineBytes bytes of a cache line.
class ByteBuilder : public ImplicitLocOpBuilder {
public:
  ByteBuilder(OpBuilder &builder, Location loc)
      : ImplicitLocOpBuilder(loc, builder) {}

  Value constant(int64_t value) {
    return arith::ConstantOp::create(*this, getI64IntegerAttr(value));
  }
  Value add(Value lhs, Value rhs) {
    return createOrFold<arith::AddIOp>(lhs, rhs);
  }
  Value add(Value lhs, int64_t rhs) { return add(lhs, constant(rhs)); }
  Value sub(Value lhs, Value rhs) {
    return createOrFold<arith::SubIOp>(lhs, rhs);
  }
  Value sub(Value lhs, int64_t rhs) { return sub(lhs, constant(rhs)); }
  Value mul(Value lhs, Value rhs) {
    return createOrFold<arith::MulIOp>(lhs, rhs);
  }
  Value mul(Value lhs, int64_t rhs) { return mul(lhs, constant(rhs)); }
  /// Rounds `value` down to a multiple of `step`, a power of two.
  Value roundDown(Value value, int64_t step) {
    return createOrFold<arith::AndIOp>(value, constant(-step));
  }
  /// Returns `value` modulo `step`, a power of two.
  Value modulo(Value value, int64_t step) {
    return createOrFold<arith::AndIOp>(value, constant(step - 1));
  }
  Value minimum(Value lhs, Value rhs) {
    return createOrFold<arith::MinSIOp>(lhs, rhs);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return createOrFold<arith::CmpIOp>(predicate, lhs, rhs);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, int64_t rhs) {
    return compare(predicate, lhs, constant(rhs));
  }
  Value select(Value condition, Value ifTrue, Value ifFalse) {
    return createOrFold<arith::SelectOp>(condition, ifTrue, ifFalse);
  }

  /// Returns the pointer `bytes` after `pointer`.
  Value at(Value pointer, Value bytes);
  Value at(Value pointer, int64_t bytes) {
    return at(pointer, constant(bytes));
  }
  /// Returns the distance of `pointer` from the aligned address before it.
  Value getMisalignment(Value pointer);
  /// Loads element `index` of a table of 8-byte values of `type`.
  Value loadEntry(Type type, Value table, Value index);

  Value loadBytes(Value pointer, int64_t bytes);
  /// Non-temporal stores need an address that is aligned to a line.
  void storeBytes(Value value, Value pointer,
                  StoreKind kind = StoreKind::Ordinary);
  Value loadLine(Value pointer);
  /// Returns a line of the first `count` bytes of the line `first` and the
  /// other bytes of the line `second`.
  Value blendLines(Value count, Value first, Value second);
  void prefetch(Value pointer);
  void copyBytes(Value target, Value source, Value bytes);

  /// for i = begin; i < end; i += step
  void loop(Value begin, Value end, Value step,
            llvm::function_ref<void(Value)> body);
  void loop(Value begin, Value end, int64_t step,
            llvm::function_ref<void(Value)> body) {
    loop(begin, end, constant(step), body);
  }
  /// value = initial; for i = 0; i < count; ++i: value = body(i, value)
  Value fold(Value count, Value initial,
             llvm::function_ref<Value(Value, Value)> body);
  void ifThen(Value condition, llvm::function_ref<void()> then);
  void ifThenElse(Value condition, llvm::function_ref<void()> then,
                  llvm::function_ref<void()> otherwise);

  Type getPointerType();
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_BYTEBUILDER_H
