//===- SplitToMpi.cpp - From annotated tensors to ranks of MPI ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Pipelines/Pipelines.h"

using namespace mlir;
using namespace mlir::split;

void mlir::split::buildPartitioning(OpPassManager &pm) {
  // Annotating and partitioning come first: they need whole tensors, and split
  // ops before they are lowered.
  pm.addPass(createConvertShardToSplitMpiPass());
}

void mlir::split::buildSplitToMpiPipeline(OpPassManager &pm,
                                          const SplitToLLVMOptions &options) {
  buildPartitioning(pm);
  buildSplitToLLVMPipeline(pm, options);
}
