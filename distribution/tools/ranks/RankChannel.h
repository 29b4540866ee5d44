//===- RankChannel.h - Channel between ranks and launcher -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_RANKCHANNEL_H
#define SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_RANKCHANNEL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir::split::mpi {

/// The files in the folder of a channel. The first three are named pipes that
/// the launcher reads. mpirun itself does not carry what ranks print, because
/// it adds messages of its own, and can lose the end.
inline constexpr llvm::StringLiteral kOutputPipe = "output";
inline constexpr llvm::StringLiteral kErrorPipe = "errors";
/// Lines with a word, the rank and a number: `start RANK PROCESS`, then
/// `end RANK STATUS`, or `exit RANK 0` if the process ends otherwise, but not
/// by a signal.
inline constexpr llvm::StringLiteral kReportPipe = "reports";
/// The launcher's standard input, if ranks read it.
inline constexpr llvm::StringLiteral kInputFile = "input";
/// What mpirun prints, and ranks while they communicate.
inline constexpr llvm::StringLiteral kLogFile = "log";

/// The end of a channel in the process of a rank.
class RankChannel {
public:
  /// Connects standard streams with the channel in `folder`. `rank` is that in
  /// mpirun's environment.
  static llvm::Error open(llvm::StringRef folder, unsigned rank);

  /// Calls `communicate`. If there is a channel, redirects standard error to
  /// the log during the call: if a rank dies, MPI prints errors on the others.
  static void communicate(llvm::function_ref<void()> communicate);

  /// Reports that the rank ends with `status`, if there is a channel. Returns
  /// the status for the process: 0 with a channel, because mpirun ends all
  /// ranks as soon as one exits with another status.
  static int close(int status);
};

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_RANKCHANNEL_H
