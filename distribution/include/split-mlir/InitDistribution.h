//===- InitDistribution.h - Registration of distribution --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_INITDISTRIBUTION_H
#define SPLIT_MLIR_INITDISTRIBUTION_H

#include "mlir/Dialect/Arith/Transforms/ShardingInterfaceImpl.h"
#include "mlir/Dialect/Func/Extensions/ShardingExtensions.h"
#include "mlir/Dialect/Linalg/Transforms/ShardingInterfaceImpl.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Tensor/IR/ShardingInterfaceImpl.h"
#include "mlir/Dialect/Tosa/IR/ShardingInterfaceImpl.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"
#include "split-mlir/Dialect/SplitMpi/Interfaces/ExternalModels.h"
#include "split-mlir/Distribution/Passes.h"
#include "split-mlir/InitNative.h"
#include "split-mlir/Pipelines/MpiPipelines.h"

namespace mlir::split::mpi {

/// Adds upstream's models of the sharding interface.
inline void registerUpstreamShardingModels(DialectRegistry &registry) {
  registry.insert<shard::ShardDialect>();
  arith::registerShardingInterfaceExternalModels(registry);
  func::registerShardingInterfaceExternalModels(registry);
  linalg::registerShardingInterfaceExternalModels(registry);
  tensor::registerShardingInterfaceExternalModels(registry);
  tosa::registerShardingInterfaceExternalModels(registry);
}

/// Adds the dialect split_mpi, the models of upstream's interfaces for its ops,
/// those of the sharding interface, and what ranks add to the host ABI.
inline void registerDistribution(DialectRegistry &registry) {
  native::registerNative(registry);
  registry.insert<SplitMpiDialect>();
  registerHostAbiInterface(registry);
  registerShardingExternalModels(registry);
  registerSplitMpiBufferizableExternalModels(registry);
  registerUpstreamShardingModels(registry);
  extendSplitToLLVMForMpi();
}

/// Registers the passes and pipelines of distribution by name.
inline void registerDistributionPasses() {
  registerSplitDistributionPasses();
  registerSplitMpiPipelines();
  extendSplitToLLVMForMpi();
}

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_INITDISTRIBUTION_H
