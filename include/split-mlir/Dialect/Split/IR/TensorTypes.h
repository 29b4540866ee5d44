//===- TensorTypes.h - joins and meets of tensor types ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_TENSORTYPES_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_TENSORTYPES_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir {
namespace split {

/// Returns the type that states what one or the other type states, or null if
/// they contradict each other.
TensorType joinTypes(TensorType lhs, TensorType rhs);

/// Returns the type that states what both types state. Their element types are
/// equal.
TensorType meetTypes(TensorType lhs, TensorType rhs);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_TENSORTYPES_H
