//===- SizeChecks.h - Checks that compare sizes -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SIZECHECKS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SIZECHECKS_H

#include "SizeOrigins.h"
#include "mlir/IR/Dominance.h"
#include "split-mlir/Dialect/Split/IR/Checks.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

namespace mlir::split::native {

/// The pairs of sizes that the checks of a program compare.
class CheckedPairs {
public:
  explicit CheckedPairs(DominanceInfo &dominance) : dominance(dominance) {}

  /// Records that after `check`, the sizes are equal.
  void add(SizeOrigin lhs, SizeOrigin rhs, Operation *check) {
    checks[{lhs, rhs}] = checks[{rhs, lhs}] = check;
  }

  /// Returns whether the sizes are equal wherever `op` executes.
  bool areEqual(SizeOrigin lhs, SizeOrigin rhs, Operation *op) {
    return lhs == rhs || find(lhs, rhs, op);
  }

  /// Returns the check that the sizes are equal wherever `op` executes, or
  /// null.
  Operation *find(SizeOrigin lhs, SizeOrigin rhs, Operation *op) {
    Operation *check = checks.lookup({lhs, rhs});
    return check && dominance.properlyDominates(check, op) ? check : nullptr;
  }

private:
  DominanceInfo &dominance;
  llvm::DenseMap<std::pair<SizeOrigin, SizeOrigin>, Operation *> checks;
};

/// Generates checks before one op.
class SizeChecks {
public:
  SizeChecks(Operation *op, SizeOrigins &origins, CheckedPairs &checked)
      : op(op), origins(origins), checked(checked), builder(op),
        math(builder, op->getLoc()) {}

  unsigned getNumChecks() const { return numChecks; }

protected:
  /// Creates a check, unless `condition` is the constant true.
  void emitCheck(Value condition, const CheckMessage &message);

  /// Creates a check that `given` is `expected`, unless this is known. Calls
  /// `describe` with both sizes for its message.
  void
  checkEqual(SizeOrigin given, SizeOrigin expected,
             function_ref<CheckMessage(OpFoldResult, OpFoldResult)> describe);

  /// Moves the check of the program that `given` is `expected` to the insertion
  /// point. Returns false if there is none with `given` as its only value.
  bool moveCheck(SizeOrigin given, SizeOrigin expected);

  OpFoldResult create(SizeOrigin size) {
    return createSize(builder, op->getLoc(), size);
  }

  Operation *op;
  SizeOrigins &origins;
  CheckedPairs &checked;
  OpBuilder builder;
  IndexMath math;

private:
  unsigned numChecks = 0;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SIZECHECKS_H
