//===- MpiPipelines.h - From annotated tensors to ranks of MPI --*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PIPELINES_MPIPIPELINES_H
#define SPLIT_MLIR_PIPELINES_MPIPIPELINES_H

#include "split-mlir/Pipelines/Pipelines.h"

namespace mlir::split::mpi {

/// Builds the pipeline `split-to-mpi`, which compiles functions on tensors
/// whose annotations shard them over ranks of MPI.
void buildSplitToMpiPipeline(OpPassManager &pm,
                             const native::SplitToLLVMOptions &options);

/// Builds the first part of `split-to-mpi`: from annotated functions of whole
/// tensors to what one rank executes, on tensors, for `split-to-llvm` with the
/// option `hasChecks`.
void buildPartitioning(OpPassManager &pm,
                       const native::SplitToLLVMOptions &options);

/// Makes `split-to-llvm` lower split_mpi ops. Further calls have no effect.
void extendSplitToLLVMForMpi();

/// Registers the pipeline `split-to-mpi` by name.
void registerSplitMpiPipelines();

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_PIPELINES_MPIPIPELINES_H
