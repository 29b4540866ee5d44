//===- MatMul.h - products of matrices --------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_MATMUL_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_MATMUL_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// NumPy's `matmul` of ranked tensors of one element type: of their last two
/// dimensions, the others broadcast; a vector is a row on the left and a column
/// on the right, and its dimension is none of the result's. Floats narrower
/// than 32 bits are summed in f32, integers wrap around. Shapes that do not fit
/// are an error at `loc`, at run time where they are not known.
FailureOr<Value> createMatMul(OpBuilder &b, Location loc, Value lhs, Value rhs);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_MATMUL_H
