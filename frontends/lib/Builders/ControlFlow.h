//===- ControlFlow.h - Branches and loops -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CONTROLFLOW_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CONTROLFLOW_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Builds an iteration: returns the next values of `carried`.
using LoopBody = llvm::function_ref<SmallVector<Value>(
    ImplicitLocOpBuilder &builder, ValueRange loops, ValueRange carried)>;

/// Builds nested `scf.for` loops that count from 0 to `sizes`, the last of them
/// fastest, and carry values that begin with `inits`. Returns the last values.
SmallVector<Value> createLoops(ImplicitLocOpBuilder &builder,
                               ArrayRef<OpFoldResult> sizes, ValueRange inits,
                               LoopBody body);

/// Consecutive parts of a tensor along an axis, one for each iteration.
struct LoopParts {
  /// Counts from the end if it is negative.
  int64_t axis = 0;
  /// The number of elements along the axis in each part.
  int64_t size = 1;
  /// The first and the last element of all parts along the axis, which count
  /// from the end if they are negative.
  int64_t first = 0, last = -1;
  /// Whether the first iteration takes the last part.
  bool isReversed = false;
};

/// The same parts of one tensor.
struct TensorParts : LoopParts {
  Value tensor;
  /// The position of the tensor among the inputs of the loop.
  int64_t input;
  /// Where the foremost part begins, and the number of parts.
  OpFoldResult start, count;
};

/// Finds the parts of a ranked tensor, input #`input` of the loop. Checks that
/// they are whole and inside the tensor.
FailureOr<TensorParts> findParts(ImplicitLocOpBuilder &builder, Value tensor,
                                 const LoopParts &parts, int64_t input);

/// Checks that there are `trips` parts. If that is null, it becomes their
/// number.
LogicalResult checkCount(ImplicitLocOpBuilder &builder,
                         const TensorParts &parts, OpFoldResult &trips);

/// Returns the part for iteration `index` as a view. `dropsAxis` leaves out the
/// axis, where parts have the size 1.
Value createPart(ImplicitLocOpBuilder &builder, const TensorParts &parts,
                 Value index, bool dropsAxis);

/// Joins the rows of `stack`, one for each iteration, along an axis. `addsAxis`
/// joins them along a new dimension of the result.
FailureOr<Value> joinParts(ImplicitLocOpBuilder &builder, Value stack,
                           const LoopParts &parts, bool addsAxis);

/// Returns the element of a tensor of bools that has only one, as an i1.
FailureOr<Value> createCondition(ImplicitLocOpBuilder &builder, Value tensor);

/// Builds ops at the builder's insertion point and returns the results.
using BranchBuilder = llvm::function_ref<FailureOr<SmallVector<Value>>()>;

/// Builds the branch that `condition`, an i1, selects, or both if it is known
/// only at run time. Both branches return the same number of tensors, with the
/// same element types. Sizes and ranks that differ are dynamic in the results.
FailureOr<SmallVector<Value>> createIf(ImplicitLocOpBuilder &builder,
                                       Value condition,
                                       BranchBuilder thenBranch,
                                       BranchBuilder elseBranch);

/// The limits of a loop, which are known before it runs.
struct LoopLimits {
  /// The largest number of iterations, an index. Null or negative: unlimited.
  OpFoldResult trips = {};
  /// Whether the first iteration runs, an i1; null if it does.
  Value condition = {};
  /// Whether `trips` stands for no limit, an i1; null if it does not. A check
  /// at run time then demands that iterations may end the loop.
  Value isEndless = {};
};

/// Reads `count` and `condition`, tensors of one element, an integer and a
/// bool. Null tensors are no limits.
FailureOr<LoopLimits> createLimits(ImplicitLocOpBuilder &builder, Value count,
                                   Value condition);

/// The results of one iteration of a loop.
struct LoopIteration {
  /// Whether another iteration follows, an i1; null means that one does.
  Value condition;
  /// The tensors for the next iteration.
  SmallVector<Value> carried;
  /// Tensors that are stacked over all iterations.
  SmallVector<Value> stacked;
};

/// Builds one iteration at the builder's insertion point, given its number, an
/// index, and the carried tensors. It may be called more than once.
using IterationBuilder =
    llvm::function_ref<FailureOr<LoopIteration>(Value index, ValueRange)>;

/// Builds a loop. Returns the tensors that the last iteration carries, then the
/// stacked tensors, whose new first dimension is the number of iterations.
/// Sizes of carried tensors may change, but not their ranks. The tensors of a
/// stack have equal shapes, which run-time checks verify.
FailureOr<SmallVector<Value>> createLoop(ImplicitLocOpBuilder &builder,
                                         const LoopLimits &limits,
                                         ValueRange initial,
                                         IterationBuilder iteration);

/// Concatenates `rows` and `stack`, a stacked tensor, along dimension 0. A loop
/// that did not run does not know the sizes of what it stacks: an empty stack
/// may have any.
FailureOr<Value> createRowsJoin(ImplicitLocOpBuilder &builder, Value stack,
                                Value rows, bool inFront);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CONTROLFLOW_H
