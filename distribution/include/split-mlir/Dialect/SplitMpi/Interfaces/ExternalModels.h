//===- ExternalModels.h - Interfaces of split_mpi ops -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLITMPI_INTERFACES_EXTERNALMODELS_H
#define SPLIT_MLIR_DIALECT_SPLITMPI_INTERFACES_EXTERNALMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::split::mpi {

/// Lets one-shot bufferization rewrite the split_mpi ops on tensors to the same
/// ops on memrefs, in place. An op reads its destination only if it has a root:
/// the destinations of other ranks do not change.
void registerSplitMpiBufferizableExternalModels(DialectRegistry &registry);

/// Lets upstream's sharding-propagation and shard-partition distribute
/// `split.split`, `split.variadic_split` and `split.copy` over a grid of
/// devices.
///
/// Data, pieces and destinations get one sharding, which leaves the axis whole.
/// If the data is sharded along the axis, its grid axes move to the first
/// dimension that is not sharded and that they divide, which takes one
/// all-to-all. Without such a dimension, or if a piece should be sharded along
/// the axis, the data is gathered along the axis, and each device slices its
/// shard of a piece. With a run-time axis, all tensors are replicated.
///
/// shard-partition reports shardings with offsets or halo sizes, and static
/// sizes that the number of shards does not divide. split-partition supports
/// offsets and such sizes.
void registerShardingExternalModels(DialectRegistry &registry);

/// Lets host functions with a communicator agree on the status of a call,
/// report the messages of libSplitMpi, and describe the parts that ranks pass.
void registerHostAbiInterface(DialectRegistry &registry);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DIALECT_SPLITMPI_INTERFACES_EXTERNALMODELS_H
