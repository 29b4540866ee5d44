//===- Elementwise.h - elementwise computations -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_COMMON_ELEMENTWISE_H
#define SPLIT_MLIR_LIB_FRONTEND_COMMON_ELEMENTWISE_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// Builds the computation on one element of each operand. The arguments are
/// signless, and the result may be; `elementType` is that of the first operand,
/// with its signedness.
using ScalarBuilder = llvm::function_ref<Value(
    OpBuilder &b, Location loc, Type elementType, ValueRange args)>;

/// Computes on ranked tensors element by element, as a `linalg.generic` with a
/// result of element type `resultElement`. Operands are broadcast against each
/// other as NumPy does. Shapes that cannot fit are an error at `loc`; sizes
/// that only may fit are checked at run time.
FailureOr<Value> createElementwise(OpBuilder &b, Location loc,
                                   ValueRange operands, Type resultElement,
                                   ScalarBuilder scalar);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_COMMON_ELEMENTWISE_H
