//===- PieceRules.h - Splits of sharded tensors -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_PIECERULES_H
#define SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_PIECERULES_H

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::split::mpi {

class LocalTensors;

/// Creates the ops that compute the parts of the results of `op`, and registers
/// these parts. Returns false, and creates nothing, unless `op` splits a
/// tensor, copies its pieces or concatenates tensors along a static axis.
bool partitionPieces(LocalTensors &tensors, Operation *op);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_PIECERULES_H
