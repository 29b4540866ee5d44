//===- RuntimeChecks.h - the rules checked at run time ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules R, apart from what a failed check does: who asks for checks says
// what op a condition and its message become.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_RUNTIMECHECKS_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_RUNTIMECHECKS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace mlir {
namespace split {
class CopyOp;
class SplitOpInterface;

/// A message in the making: a format of split.assert with the values that fill
/// its placeholders. Sizes known at compile time become text.
class CheckMessage {
public:
  explicit CheckMessage(StringRef text = "") : format(text) {}

  CheckMessage &operator<<(StringRef text) {
    format += text;
    return *this;
  }
  CheckMessage &operator<<(int64_t number) {
    format += std::to_string(number);
    return *this;
  }
  CheckMessage &operator<<(OpFoldResult size) { return append(size, "{}"); }
  CheckMessage &append(OpFoldResult size, StringRef placeholder);
  /// `[a, b]`; long lists are cut short.
  CheckMessage &appendList(ArrayRef<OpFoldResult> sizes,
                           StringRef placeholder = "{}");

  StringRef getFormat() const { return format; }
  ValueRange getValues() const { return values; }

private:
  std::string format;
  SmallVector<Value> values;
};

/// The text of a message that cannot carry values: `?` stands where they
/// belong.
std::string getTextWithoutValues(StringRef format);

/// Inserts the op that fails with `message` unless `condition` holds.
using EmitCheckFn =
    function_ref<void(Value condition, const CheckMessage &message)>;

/// What generators of checks share: arithmetic on sizes and conditions.
class CheckBuilder {
protected:
  CheckBuilder(OpBuilder &builder, Location loc, EmitCheckFn emitCheck)
      : builder(builder), loc(loc), emitCheck(emitCheck) {}

  OpFoldResult getSize(int64_t size) { return builder.getIndexAttr(size); }
  Value materialize(OpFoldResult size);
  Value compare(arith::CmpIPredicate predicate, OpFoldResult lhs,
                OpFoldResult rhs);
  /// A null `lhs` is no condition yet.
  Value conjoin(Value lhs, Value rhs);
  Value disjoin(Value lhs, Value rhs);

  OpBuilder &builder;
  Location loc;
  EmitCheckFn emitCheck;
};

/// Generates the checks R1 to R4 and R6 of `op` as far as attributes and types
/// leave them open, each after those that it relies on. Where nothing is open,
/// no op is inserted.
void generateRuntimeChecks(OpBuilder &builder, SplitOpInterface op,
                           EmitCheckFn emitCheck);

/// The same for R7.
void generateRuntimeChecks(OpBuilder &builder, CopyOp op,
                           EmitCheckFn emitCheck);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_RUNTIMECHECKS_H
