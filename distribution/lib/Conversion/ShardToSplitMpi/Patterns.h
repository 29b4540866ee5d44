//===- Patterns.h - Conversions of ops of the shard dialect -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_LIB_CONVERSION_SHARDTOSPLITMPI_PATTERNS_H
#define SPLIT_MLIR_DISTRIBUTION_LIB_CONVERSION_SHARDTOSPLITMPI_PATTERNS_H

#include "mlir/Dialect/Shard/IR/ShardOps.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace mlir::split::mpi {

/// Adds the conversions of ops that move tensors.
void populateCollectivePatterns(RewritePatternSet &patterns);

/// Checks that split_mpi can express the reduction `op` by `kind`.
LogicalResult verifyReduction(Operation *op, shard::ReductionKind kind);

/// Adds the conversions of ops that reduce tensors.
void populateReductionPatterns(RewritePatternSet &patterns);

/// Adds the conversions of ops that return numbers.
void populateQueryPatterns(RewritePatternSet &patterns);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_LIB_CONVERSION_SHARDTOSPLITMPI_PATTERNS_H
