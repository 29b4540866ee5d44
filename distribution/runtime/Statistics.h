//===- Statistics.h - Counts of what this process has sent ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_STATISTICS_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_STATISTICS_H

#include <cstdint>

namespace mlir::split::mpi {

/// Adds to the counts that split_mpi_statistics returns.
void countSent(int64_t messages, int64_t bytes);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_STATISTICS_H
