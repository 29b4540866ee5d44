//===- InitAll.h - Everything split-mlir registers --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_INITALL_H
#define SPLIT_MLIR_INITALL_H

#include "mlir/Dialect/Arith/Transforms/ShardingInterfaceImpl.h"
#include "mlir/Dialect/Func/Extensions/ShardingExtensions.h"
#include "mlir/Dialect/Linalg/Transforms/ShardingInterfaceImpl.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Tensor/IR/ShardingInterfaceImpl.h"
#include "mlir/Dialect/Tosa/IR/ShardingInterfaceImpl.h"
#include "mlir/IR/DialectRegistry.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/Interfaces/ExternalModels.h"
#include "split-mlir/Dialect/Split/Transforms/Passes.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"
#include "split-mlir/Dialect/SplitMpi/Interfaces/ExternalModels.h"
#include "split-mlir/Distribution/Passes.h"
#include "split-mlir/HostAbi/Passes.h"
#include "split-mlir/Pipelines/Pipelines.h"
#include "split-mlir/TransformOps/SplitTransformOps.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split {

/// Adds upstream's models of the sharding interface.
inline void registerUpstreamShardingModels(DialectRegistry &registry) {
  registry.insert<shard::ShardDialect>();
  arith::registerShardingInterfaceExternalModels(registry);
  func::registerShardingInterfaceExternalModels(registry);
  linalg::registerShardingInterfaceExternalModels(registry);
  tensor::registerShardingInterfaceExternalModels(registry);
  tosa::registerShardingInterfaceExternalModels(registry);
}

/// Adds the dialects split and split_mpi, every interface they promise, and the
/// split dialect's ops of the transform dialect to `registry`.
inline void registerAll(DialectRegistry &registry) {
  registry.insert<SplitDialect, SplitMpiDialect>();
  registerBufferizableExternalModels(registry);
  registerRuntimeVerifiableExternalModels(registry);
  registerShardingExternalModels(registry);
  registerUpstreamShardingModels(registry);
  registerSplitMpiBufferizableExternalModels(registry);
  registerTilingExternalModels(registry);
  registerValueBoundsExternalModels(registry);
  registerTransformDialectExtension(registry);
}

/// Makes all passes and pipelines known by name.
inline void registerAllPasses() {
  registerSplitPasses();
  registerSplitConversionPasses();
  registerSplitDistributionPasses();
  registerSplitHostAbiPasses();
  registerSplitTransformsPasses();
  registerSplitPipelines();
}

} // namespace mlir::split

#endif // SPLIT_MLIR_INITALL_H
