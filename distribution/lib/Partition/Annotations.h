//===- Annotations.h - Shardings that a program states ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_ANNOTATIONS_H
#define SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_ANNOTATIONS_H

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

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_LIB_PARTITION_ANNOTATIONS_H
