//===- ByteBuilder.h - code that moves bytes --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_LOWERSPLITCOPY_BYTEBUILDER_H
#define LIB_CONVERSION_LOWERSPLITCOPY_BYTEBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir {
namespace split {

/// How stores treat the cache.
enum class StoreKind {
  Ordinary,
  /// To an address that is a multiple of the line's size.
  Nontemporal
};

/// Builds arithmetic on i64, and loads and stores at byte offsets from
/// pointers.
class ByteBuilder {
public:
  ByteBuilder(OpBuilder &builder, Location loc) : b(loc, builder) {}

  Value constant(int64_t value);
  Value add(Value lhs, Value rhs);
  Value add(Value lhs, int64_t rhs) { return add(lhs, constant(rhs)); }
  Value sub(Value lhs, Value rhs);
  Value sub(Value lhs, int64_t rhs) { return sub(lhs, constant(rhs)); }
  Value mul(Value lhs, Value rhs);
  Value mul(Value lhs, int64_t rhs) { return mul(lhs, constant(rhs)); }
  /// `value` rounded down to a multiple of `step`, a power of two.
  Value roundDown(Value value, int64_t step);
  /// `value` modulo `step`, a power of two.
  Value modulo(Value value, int64_t step);
  Value minimum(Value lhs, Value rhs);
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs);
  Value compare(arith::CmpIPredicate predicate, Value lhs, int64_t rhs) {
    return compare(predicate, lhs, constant(rhs));
  }
  Value select(Value condition, Value ifTrue, Value ifFalse);

  /// The pointer `bytes` after `pointer`.
  Value at(Value pointer, Value bytes);
  Value at(Value pointer, int64_t bytes) {
    return at(pointer, constant(bytes));
  }
  /// How far `pointer` is from the last multiple of the line's size.
  Value getMisalignment(Value pointer);
  /// Value `index` of a table of 8-byte values of `type`.
  Value loadEntry(Type type, Value table, Value index);

  Value loadBytes(Value pointer, int64_t bytes);
  void storeBytes(Value value, Value pointer,
                  StoreKind kind = StoreKind::Ordinary);
  Value loadLine(Value pointer);
  /// The first `count` bytes of `first`, the others of `second`, all lines.
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
  /// What `body` makes of `initial` for i = 0 to count.
  Value fold(Value count, Value initial,
             llvm::function_ref<Value(Value, Value)> body);
  void ifThen(Value condition, llvm::function_ref<void()> then);
  void ifThenElse(Value condition, llvm::function_ref<void()> then,
                  llvm::function_ref<void()> otherwise);

  Type getPointerType();
  ImplicitLocOpBuilder &getBuilder() { return b; }

private:
  ImplicitLocOpBuilder b;
};

} // namespace split
} // namespace mlir

#endif // LIB_CONVERSION_LOWERSPLITCOPY_BYTEBUILDER_H
