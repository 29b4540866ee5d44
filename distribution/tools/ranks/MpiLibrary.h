//===- MpiLibrary.h - The runtime library of an MPI, loaded -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_MPILIBRARY_H
#define SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_MPILIBRARY_H

#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::split::mpi {

/// The functions of MpiRuntime.h that this tool calls. The tool itself links no
/// MPI.
struct MpiLibrary {
  decltype(&split_mpi_redistribute) redistribute;
  decltype(&split_mpi_all_reduce) allReduce;
  decltype(&split_mpi_global_size) globalSize;
  decltype(&split_mpi_rank) rank;
  decltype(&split_mpi_begin) begin;
  decltype(&split_mpi_finish) finish;
  decltype(&split_mpi_last_error) lastError;
  decltype(&split_mpi_initialize) initialize;
  decltype(&split_mpi_finalize) finalize;
  decltype(&split_mpi_world) world;
  decltype(&split_mpi_size) size;
  decltype(&split_mpi_statistics) statistics;

  /// Loads the file `path` for the life of the process. Code that is loaded
  /// later finds its functions.
  static llvm::Expected<MpiLibrary> load(llvm::StringRef path);
};

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_MPILIBRARY_H
