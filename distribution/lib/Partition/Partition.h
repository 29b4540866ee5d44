//===- Partition.h - Parts of split-partition -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_PARTITION_H
#define SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_PARTITION_H

#include "TensorLayout.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::split::mpi {

/// Returns the grid that all annotations of `module` use, or null if there is
/// none. Emits an error if there are several, or if the sizes of the grid are
/// dynamic or too large.
FailureOr<shard::GridOp> findGrid(ModuleOp module);

/// Returns whether `module` is what ranks execute already: it has collectives
/// of the dialect shard, and no annotation.
bool isPartitioned(ModuleOp module);

/// Checks that the ops of the dialect shard in `module` are annotations of
/// values of blocks of functions, and that they state layouts on `grid`.
LogicalResult verifyAnnotations(ModuleOp module, const Grid &grid);

/// Returns the layout that `op`, a valid annotation, states.
TensorLayout getLayout(shard::ShardOp op, const Grid &grid);

class LocalTensors;

/// Creates the ops that compute the parts of the results of `op`, and registers
/// these parts. Returns false, and creates nothing, unless `op` is a linalg op
/// on tensors.
bool partitionLinalg(LocalTensors &tensors, Operation *op);

/// Creates the ops that compute the parts of the results of `op`, and registers
/// these parts. Returns false, and creates nothing, unless `op` splits a
/// tensor, copies its pieces or concatenates tensors along a static axis.
bool partitionPieces(LocalTensors &tensors, Operation *op);

/// Creates the ops that compute the parts of the results of `op`, and registers
/// these parts. Returns false, and creates nothing, unless `op` is one of the
/// tensor dialect that keeps the shards of some dimensions, or tensor.dim.
bool partitionShape(LocalTensors &tensors, Operation *op);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_PARTITION_H
