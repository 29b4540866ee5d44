//===- Mpi.h - MPI without its C++ bindings ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_MPI_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_MPI_H

// Both macros, because the compiler is given the headers of either MPI.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_MPI_H
