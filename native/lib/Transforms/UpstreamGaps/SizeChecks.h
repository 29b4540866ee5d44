//===- SizeChecks.h - Checks of sizes, and origins of sizes -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SIZECHECKS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SIZECHECKS_H

#include "mlir/IR/Dominance.h"
#include "mlir/IR/OpDefinition.h"
#include "split-mlir/Dialect/Split/IR/Checks.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::split::native {

/// Generates sums and products of sizes, which may wrap around.
class SizeMath {
public:
  SizeMath(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc), math(builder, loc) {}

  /// Adds `sizes`, which are not negative. Clears `fits` if a sum wraps around.
  OpFoldResult createSum(ArrayRef<OpFoldResult> sizes, Value &fits);

  /// Multiplies `sizes`, which are not negative. Clears `fits` if the product
  /// wraps around, which it does not if a size is 0.
  OpFoldResult createProduct(ArrayRef<OpFoldResult> sizes, Value &fits);

  /// Returns whether no size is negative and `product` is that of all of them.
  /// Divides by one size after the other: their product might wrap around.
  Value hasProduct(ArrayRef<OpFoldResult> sizes, OpFoldResult product);

  /// The same for the elements of `shape`, a tensor of rank 1 of integers,
  /// whose number is known at run time.
  Value hasProduct(Value shape, OpFoldResult product);

  /// Returns the number of elements of `tensor`, whose rank is known at run
  /// time.
  Value countElements(Value tensor, OpFoldResult rank);

private:
  SmallVector<Value> startProduct(OpFoldResult product);
  SmallVector<Value> addFactor(ValueRange state, OpFoldResult size);
  Value finishProduct(ValueRange state, OpFoldResult product);

  OpBuilder &builder;
  Location loc;
  IndexMath math;
};

/// A size: of a ranked tensor or memref along dimension `number`, an index
/// value (then `number` is 0), or, if there is no value, the constant `number`.
using SizeOrigin = std::pair<Value, int64_t>;

/// Follows sizes back to the values that determine them. Sizes with the same
/// origin are equal, provided that the ops in between succeed. No value may
/// depend on itself, as in unreachable code. Unlike
/// ValueBoundsConstraintSet, takes constant time for each op, and creates no
/// constraints.
class SizeOrigins {
public:
  /// Returns the origin of the size of a ranked tensor or memref.
  SizeOrigin get(Value shaped, int64_t dim) { return find({shaped, dim}); }
  /// Returns the origin of an index value or a number.
  SizeOrigin get(OpFoldResult index);

private:
  SizeOrigin find(SizeOrigin size);

  llvm::DenseMap<SizeOrigin, SizeOrigin> known;
};

/// Returns the size that `origin` describes.
OpFoldResult createSize(OpBuilder &builder, Location loc, SizeOrigin origin);

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

/// Generates the checks of an op of the tensor dialect, or of `memref.dim`:
/// indices and slices are in bounds, and sizes and ranks are those that the
/// result type states. Upstream leaves such an op undefined if they are not.
/// Returns the number of checks, 0 for other ops.
unsigned generateTensorChecks(Operation *op, SizeOrigins &origins,
                              CheckedPairs &checked);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SIZECHECKS_H
