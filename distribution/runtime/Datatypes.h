//===- Datatypes.h - MPI's datatypes of parts of operands -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_DATATYPES_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_DATATYPES_H

#include "Copy.h"
#include "Mpi.h"

namespace mlir::split::mpi {

/// Creates the datatype of some elements of an operand in row-major order:
/// those from `begin` on, `sizes` of them. If `begin` is null, the datatype
/// begins at the first. There are elements. The caller frees the datatype.
int32_t createPartType(int64_t rank, const int64_t *begin, const int64_t *sizes,
                       const int64_t *strides, int64_t bytes,
                       MPI_Datatype &type);

/// Makes `extent` bytes the distance between consecutive elements of a
/// datatype, which it replaces.
int32_t resizeType(int64_t extent, MPI_Datatype &type);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_DATATYPES_H
