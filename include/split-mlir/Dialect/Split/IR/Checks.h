//===- Checks.h - The rules checked at run time -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generation of the checks R1 to R4, R6 and R7. The caller creates the op for
// each condition and its message.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_CHECKS_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_CHECKS_H

#include "mlir/IR/Builders.h"

namespace mlir::split {
class CopyOp;
class SplitOpInterface;

/// Builds a message: a format of split.assert and the values for its
/// placeholders. Sizes known at compile time become text.
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
  /// Appends `[a, b]`, with at most 32 sizes.
  CheckMessage &appendList(ArrayRef<OpFoldResult> sizes,
                           StringRef placeholder = "{}");

  StringRef getFormat() const { return format; }
  ValueRange getValues() const { return values; }

private:
  std::string format;
  SmallVector<Value> values;
};

/// Creates the op that fails with `message` unless `condition` holds.
using EmitCheckFn =
    function_ref<void(Value condition, const CheckMessage &message)>;

/// Generates the checks R1 to R4 and R6 of `op` that attributes and types leave
/// open, each after those that it relies on. Creates no op if no rule is open.
/// If `op` has a tensor of lengths, sets `lengths`, unless it is null, to a
/// list (V7) of the values that were checked, for `op` to use.
void generateRuntimeChecks(OpBuilder &builder, SplitOpInterface op,
                           EmitCheckFn emitCheck,
                           SmallVectorImpl<OpFoldResult> *lengths = nullptr);

/// Generates the checks of `op` for R7 in the same way.
void generateRuntimeChecks(OpBuilder &builder, CopyOp op,
                           EmitCheckFn emitCheck);

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_CHECKS_H
