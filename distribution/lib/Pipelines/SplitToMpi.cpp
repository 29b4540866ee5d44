//===- SplitToMpi.cpp - From annotated tensors to ranks of MPI ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "split-mlir/Distribution/Passes.h"
#include "split-mlir/Pipelines/MpiPipelines.h"
#include "split-mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;

void mlir::split::mpi::buildPartitioning(OpPassManager &pm,
                                         const SplitToLLVMOptions &options) {
  // Partitioning needs whole tensors, elementwise ops as linalg ops, and split
  // ops. It chooses the shards of each op by those of its operands and results.
  // A fused op has the operands and the results of a whole chain of ops, while
  // each op of the chain has only those of its neighbours.
  buildStructuredOps(pm, options);
  pm.addPass(createSplitFuseElementwisePass());
  pm.addPass(createSplitPartitionPass());
  pm.addPass(createConvertShardToSplitMpiPass());
}

void mlir::split::mpi::buildSplitToMpiPipeline(
    OpPassManager &pm, const SplitToLLVMOptions &options) {
  buildPartitioning(pm, options);
  SplitToLLVMOptions ofRank;
  ofRank.copyOptionValuesFrom(options);
  ofRank.memoryReport = options.memoryReport;
  ofRank.hasChecks = true;
  buildSplitToLLVMPipeline(pm, ofRank);
}

void mlir::split::mpi::extendSplitToLLVMForMpi() {
  static const bool kIsExtended = [] {
    extendSplitToLLVMPipeline(
        PipelinePoint::OnBuffers,
        [](OpPassManager &manager, const SplitToLLVMOptions &) {
          manager.addPass(createConvertSplitMpiToCallsPass());
        });
    extendSplitToLLVMPipeline(
        PipelinePoint::BeforeLLVM,
        [](OpPassManager &manager, const SplitToLLVMOptions &options) {
          if (!options.hostAbi)
            manager.addPass(createSplitAbortAllRanksPass());
        });
    return true;
  }();
  (void)kIsExtended;
}

void mlir::split::mpi::registerSplitMpiPipelines() {
  registerSplitToLLVMVariant("split-to-mpi",
                             "Compile functions for several ranks of MPI to "
                             "the LLVM dialect",
                             buildSplitToMpiPipeline);
}
