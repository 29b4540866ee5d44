//===- MatMul.h - Products of matrices --------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_MATMUL_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_MATMUL_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Which operands of a product have their last two dimensions exchanged.
struct MatMulTransposes {
  bool lhs = false, rhs = false;
};

/// Builds NumPy's `matmul` of ranked tensors of one element type. It multiplies
/// the last two dimensions and broadcasts the others. A vector is a row on the
/// left and a column on the right, and the result lacks its dimension. Floats
/// narrower than 32 bits are summed in f32; integers wrap around. Vectors are
/// not transposed. Shapes that do not fit are an error, at run time where they
/// are not known.
FailureOr<Value> createMatMul(ImplicitLocOpBuilder &builder, Value lhs,
                              Value rhs, MatMulTransposes transposes = {});

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_MATMUL_H
