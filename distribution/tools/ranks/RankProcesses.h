//===- RankProcesses.h - Processes of ranks ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_RANKPROCESSES_H
#define SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_RANKPROCESSES_H

#include "ModelTool.h"
#include <chrono>
#include <optional>
#include <unistd.h>

namespace mlir::split::mpi {

/// A file descriptor that the destructor closes.
class File {
public:
  explicit File(int descriptor = -1) : descriptor(descriptor) {}
  File(File &&other) noexcept : descriptor(other.descriptor) {
    other.descriptor = -1;
  }
  File &operator=(File &&other) noexcept {
    std::swap(descriptor, other.descriptor);
    return *this;
  }
  ~File() {
    if (isOpen())
      close(descriptor);
  }

  bool isOpen() const { return descriptor >= 0; }
  int get() const { return descriptor; }

private:
  int descriptor;
};

/// mpirun, and the ranks that it starts, with a channel in a folder.
class RankProcesses {
public:
  /// `isOpenMpi` is whether mpirun is that of Open MPI, not of MPICH.
  RankProcesses(StringRef folder, unsigned numRanks, bool isOpenMpi)
      : folder(folder), isOpenMpi(isOpenMpi), ranks(numRanks) {}

  /// Starts the command. Prints an error and returns false on failure.
  bool start(ArrayRef<std::string> command);

  /// Passes on what ranks print until mpirun has ended.
  void wait();

  /// Returns the status of the run, and prints an error if a rank has died or
  /// mpirun has failed.
  native::ExitStatus getStatus() const;

  /// Ends this process as a signal has asked, if one has.
  void obeySignal() const;

private:
  struct Rank {
    /// A descriptor of the process, which can be read when it has ended.
    File process;
    std::optional<int> status;
    bool hasStarted = false, hasExited = false;
  };

  /// Waits until something has happened, at most until `deadline`.
  void poll();
  /// Passes on what ranks have printed, and reads their reports.
  void readPipes();
  void readReport(StringRef line);
  bool hasDied(const Rank &rank);
  /// Finds a rank that has died.
  void findDeath();
  void readSignals();
  void killAll();
  std::string describeDeathSignal() const;
  std::string describeDeath() const;
  std::string describeEnd() const;

  std::string folder;
  bool isOpenMpi;
  SmallVector<Rank> ranks;
  File output, errors, reports, signals, mpirunEnd;
  /// The beginning of a line in `reports`.
  std::string unfinishedReport;
  pid_t mpirun = -1;
  int mpirunStatus = 0;
  /// The first rank that has ended without a status.
  std::optional<unsigned> dead;
  /// The signal that has asked this process to end; 0 for none.
  int signal = 0;
  /// When the ranks are killed, and whether they were.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  bool hasKilled = false;
};

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_RANKPROCESSES_H
