//===- Reduction.h - Types and operations of reductions ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_REDUCTION_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_REDUCTION_H

#include "Mpi.h"

#include <cstdint>

namespace mlir::split::mpi {

/// How MPI reduces elements.
struct Reduction {
  MPI_Datatype type;
  MPI_Op op;
  /// True if `op` belongs to this object and not to MPI.
  bool isOwned = false;
  int64_t bytes;
  int64_t element;
  int64_t kind;

  Reduction() = default;
  Reduction(const Reduction &) = delete;
  ~Reduction();

  /// Divides sums by the number of ranks that were combined, if this is an
  /// average.
  void divide(int64_t count, char *elements, int64_t ranks) const;
};

/// Finds how to reduce elements of type `element` (SPLIT_MPI_I1, ...) by `kind`
/// (SPLIT_MPI_SUM, ...).
int32_t findReduction(int64_t element, int64_t kind, Reduction &reduction);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_REDUCTION_H
