//===- ElementwiseOps.h - Ops to fuse and vectorize -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_ELEMENTWISEOPS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_ELEMENTWISEOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::split::native {

/// Whether `op` is elementwise: it computes each element of its results by one
/// expression of pure ops of arith and math, from the elements of its operands
/// at the same indices. Operands may be broadcast: they may lack dimensions of
/// the results, or have the size 1 instead, but not permute them.
bool isElementwise(linalg::GenericOp op);

/// Whether `op` is a linalg.generic that combines the elements of each row to
/// scalars: its last loop is a reduction, and all others are parallel. Its
/// other results, if any, are elementwise. Bodies and operands are as in
/// elementwise ops.
bool isRowReduction(Operation *op);

/// Whether `op` is one of the two.
bool isComputedByRows(Operation *op);

/// Whether `map` has all loops but the last one, in order.
bool isRowMap(AffineMap map);

/// Returns the kind of the arith op by which `op` combines elements to the
/// result with index `output`. Returns std::nullopt if there is not exactly one
/// such op.
std::optional<vector::CombiningKind> getReductionKind(linalg::GenericOp op,
                                                      unsigned output);

/// Generalizes the named ops in `root` that satisfy `filter` and become
/// elementwise ops or reductions of rows, except for linalg.copy and
/// linalg.fill.
void generalizeElementwise(RewriterBase &rewriter, Operation *root,
                           llvm::function_ref<bool(linalg::LinalgOp)> filter);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_ELEMENTWISEOPS_H
