//===- TensorTypes.h - Joins and meets of tensor types ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_TENSORTYPES_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_TENSORTYPES_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::split {

/// Returns the type that states every size that at least one of the types
/// states, or null if they contradict each other.
TensorType joinTypes(TensorType lhs, TensorType rhs);

/// Returns the type that states only the sizes that both types state. Their
/// element types are equal.
TensorType meetTypes(TensorType lhs, TensorType rhs);

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_TENSORTYPES_H
