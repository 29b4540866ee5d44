//===- ShardingAnnotations.h - Shardings of operands ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_LIB_SHARDING_SHARDINGANNOTATIONS_H
#define SPLIT_MLIR_DISTRIBUTION_LIB_SHARDING_SHARDINGANNOTATIONS_H

#include "mlir/Dialect/Shard/Interfaces/ShardingInterface.h"

namespace mlir::split::mpi {

/// Returns whether `sharding` has more than lists of grid axes.
bool hasOffsetsOrHalos(const shard::Sharding &sharding);

/// Annotates an operand with `sharding`, and the steps to it from the sharding
/// that the value has.
void annotateOperand(OpBuilder &builder, OpOperand &operand,
                     const shard::Sharding &sharding);

/// Annotates a result with `sharding`, also if nothing uses it, and the steps
/// from it to the shardings of its uses.
void annotateResult(OpBuilder &builder, OpResult result,
                    const shard::Sharding &sharding);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_LIB_SHARDING_SHARDINGANNOTATIONS_H
