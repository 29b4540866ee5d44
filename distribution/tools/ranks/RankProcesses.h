//===- RankProcesses.h - Processes of ranks, and their channel --*- C++ -*-===//
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

/// The files in the folder of a channel between ranks and the launcher. The
/// first three are named pipes that the launcher reads. mpirun itself does not
/// carry what ranks print, because it adds messages of its own, and can lose
/// the end.
inline constexpr StringLiteral kOutputPipe = "output";
inline constexpr StringLiteral kErrorPipe = "errors";
/// Lines with a word, the rank and a number: `start RANK PROCESS`, then
/// `end RANK STATUS`, or `exit RANK 0` if the process ends otherwise, but not
/// by a signal.
inline constexpr StringLiteral kReportPipe = "reports";
/// The launcher's standard input, if ranks read it.
inline constexpr StringLiteral kInputFile = "input";
/// What mpirun prints, and ranks while they communicate.
inline constexpr StringLiteral kLogFile = "log";

/// The end of a channel in the process of a rank.
class RankChannel {
public:
  /// Connects standard streams with the channel in `folder`. `rank` is that in
  /// mpirun's environment.
  static llvm::Error open(StringRef folder, unsigned rank);

  /// Calls `communicate`. If there is a channel, redirects standard error to
  /// the log during the call: if a rank dies, MPI prints errors on the others.
  static void communicate(llvm::function_ref<void()> communicate);

  /// Reports that the rank ends with `status`, if there is a channel. Returns
  /// the status for the process: 0 with a channel, because mpirun ends all
  /// ranks as soon as one exits with another status.
  static int close(int status);
};

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

#endif // SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_RANKPROCESSES_H
