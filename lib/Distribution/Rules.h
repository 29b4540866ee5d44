//===- Rules.h - How ops compute parts of tensors ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rule creates the ops that compute the parts of the results of an op, and
// registers these parts. It returns false, and creates nothing, if the op is
// not one that it handles.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_DISTRIBUTION_RULES_H
#define SPLIT_MLIR_LIB_DISTRIBUTION_RULES_H

#include "LocalTensors.h"

namespace mlir::split {

/// Linalg ops on tensors.
bool partitionLinalg(LocalTensors &tensors, Operation *op);

/// Splits, copies of pieces and concatenations along a static axis.
bool partitionPieces(LocalTensors &tensors, Operation *op);

/// Ops that change shapes, and `tensor.dim`.
bool partitionShape(LocalTensors &tensors, Operation *op);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_DISTRIBUTION_RULES_H
