//===- Launcher.h - Starting ranks under mpirun -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_LAUNCHER_H
#define SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_LAUNCHER_H

#include "ModelTool.h"

namespace mlir::split::mpi {

/// A run of this program on several ranks of this machine.
struct Launch {
  /// The MPI, `openmpi` or `mpich`, and the path of its mpirun.
  std::string mpi, mpirun;
  unsigned ranks;
  /// The path of this program, and what each rank gets on its command line
  /// besides `--rank-channel`.
  std::string executable;
  SmallVector<std::string> arguments;
  /// Whether the ranks read the model from standard input.
  bool readsStandardInput;
};

/// Returns the path of the program that starts ranks of `mpi`, or an error if
/// it is not in PATH.
llvm::Expected<std::string> findMpirun(StringRef mpi);

/// Starts the ranks under mpirun, passes on what they print, and waits for
/// them. Returns the status that the ranks report. If a rank dies, or mpirun
/// does not start the ranks, ends the others within seconds, prints one error,
/// and returns WrongInput. If a signal asks this process to end, ends the ranks
/// before.
native::ExitStatus launchRanks(const Launch &launch);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_LAUNCHER_H
