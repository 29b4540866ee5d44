//===- ElementwiseOps.h - What is fused and vectorized ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_CONVERSION_VECTORIZEELEMENTWISE_ELEMENTWISEOPS_H
#define SPLIT_MLIR_LIB_CONVERSION_VECTORIZEELEMENTWISE_ELEMENTWISEOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir {
namespace split {

/// Whether `op` computes, for each element of its results, one scalar
/// expression of arith and math, that may be evaluated for any operands, of the
/// elements of its operands at that place. An operand may have fewer
/// dimensions, or some of size 1, all in the order of the results' dimensions.
bool isElementwise(linalg::GenericOp op);

/// Whether `op` can be generalized to such an op.
bool isNamedElementwise(linalg::LinalgOp op);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_CONVERSION_VECTORIZEELEMENTWISE_ELEMENTWISEOPS_H
