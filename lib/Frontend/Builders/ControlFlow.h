//===- ControlFlow.h - Branches and loops of models -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_CONTROLFLOW_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_CONTROLFLOW_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split {

/// Returns the element of a tensor that has only one. Dynamic sizes are checked
/// at run time. Errors call the tensor `what`.
FailureOr<Value> createOnlyElement(ImplicitLocOpBuilder &builder, Value tensor,
                                   StringRef what);

/// Builds ops at the builder's insertion point and returns the results.
using BranchBuilder = llvm::function_ref<FailureOr<SmallVector<Value>>()>;

/// Builds the branch that `condition`, an i1, selects at run time. Both
/// branches return the same number of tensors, with the same element types.
/// Sizes and ranks that differ are dynamic in the results.
FailureOr<SmallVector<Value>> createIf(ImplicitLocOpBuilder &builder,
                                       Value condition,
                                       BranchBuilder thenBranch,
                                       BranchBuilder elseBranch);

/// What one iteration of a loop computes.
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

/// Builds a loop of at most `trips` iterations, an index, or null for no limit.
/// If it is negative, there are no iterations. `condition`, an i1, tells
/// whether the first iteration runs; null means that it does. Returns the
/// tensors that the last iteration carries, then the stacked tensors, whose new
/// first dimension is the number of iterations. Sizes of carried tensors may
/// change, but not their ranks. The tensors of a stack have equal shapes, which
/// run-time checks verify.
FailureOr<SmallVector<Value>> createLoop(ImplicitLocOpBuilder &builder,
                                         OpFoldResult trips, Value condition,
                                         ValueRange initial,
                                         IterationBuilder iteration);

/// Concatenates `rows` and `stack`, a stacked tensor, along dimension 0. A loop
/// that did not run does not know the sizes of what it stacks: an empty stack
/// may have any.
FailureOr<Value> createRowsJoin(ImplicitLocOpBuilder &builder, Value stack,
                                Value rows, bool inFront);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_CONTROLFLOW_H
