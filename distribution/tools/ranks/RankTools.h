//===- RankTools.h - Options of tools for ranks of MPI ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_RANKTOOLS_H
#define SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_RANKTOOLS_H

namespace mlir::split::mpi {

/// Makes split-run run models on several ranks of MPI, and split-compile
/// compile models for them.
void registerRankTools();

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_RANKTOOLS_H
