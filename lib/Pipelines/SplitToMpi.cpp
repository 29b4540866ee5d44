//===- SplitToMpi.cpp - From annotated tensors to ranks of MPI ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Distribution/Passes.h"
#include "split-mlir/Pipelines/Pipelines.h"

using namespace mlir;
using namespace mlir::split;

void mlir::split::buildPartitioning(OpPassManager &pm,
                                    const SplitToLLVMOptions &options) {
  // Partitioning needs whole tensors, elementwise ops as linalg ops, and split
  // ops.
  buildStructuredOps(pm, options);
  pm.addPass(createSplitPartitionPass());
  pm.addPass(createConvertShardToSplitMpiPass());
}

void mlir::split::buildSplitToMpiPipeline(OpPassManager &pm,
                                          const SplitToLLVMOptions &options) {
  buildPartitioning(pm, options);
  buildSplitToLLVMPipeline(pm, options);
}
