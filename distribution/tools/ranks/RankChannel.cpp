//===- RankChannel.cpp - Channel between ranks and launcher ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankProcesses.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>

using namespace mlir::split;
using namespace mlir::split::mpi;

/// The pipe for reports, and the log; -1 without a channel.
static int reports = -1, logFile = -1;
static unsigned reportedRank;

static void report(llvm::StringRef word, int number) {
  std::string line = (word + " " + llvm::Twine(reportedRank) + " " +
                      llvm::Twine(number) + "\n")
                         .str();
  // A line is written at once. Without a launcher, nobody needs it.
  (void)!write(reports, line.data(), line.size());
}

static void reportExit() {
  if (reports >= 0)
    report("exit", 0);
}

/// Opens `name` in `folder`, and replaces the file descriptor `target` by it
/// unless that is -1. Returns the descriptor, or -1 and sets errno.
static int connect(llvm::StringRef folder, llvm::StringRef name, int flags,
                   int target) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  int file = ::open(path.c_str(), flags | O_CLOEXEC);
  if (file < 0 || target < 0)
    return file;
  int result = dup2(file, target);
  ::close(file);
  return result;
}

llvm::Error RankChannel::open(llvm::StringRef folder, unsigned rank) {
  // With O_NONBLOCK, opening fails if there is no reader.
  reports = connect(folder, kReportPipe, O_WRONLY | O_NONBLOCK, /*target=*/-1);
  if (reports < 0 ||
      connect(folder, kOutputPipe, O_WRONLY, STDOUT_FILENO) < 0 ||
      connect(folder, kErrorPipe, O_WRONLY, STDERR_FILENO) < 0)
    return llvm::createStringError("--rank-channel: '" + folder +
                                   "': " + std::strerror(errno));
  logFile = connect(folder, kLogFile, O_WRONLY | O_APPEND, /*target=*/-1);
  // There is only an input if the model is read from it.
  (void)connect(folder, kInputFile, O_RDONLY, STDIN_FILENO);
  reportedRank = rank;
  report("start", getpid());
  std::atexit(reportExit);
  return llvm::Error::success();
}

void RankChannel::communicate(llvm::function_ref<void()> communicate) {
  int standardError = logFile < 0 ? -1 : dup(STDERR_FILENO);
  if (standardError < 0)
    return communicate();
  dup2(logFile, STDERR_FILENO);
  communicate();
  dup2(standardError, STDERR_FILENO);
  ::close(standardError);
}

int RankChannel::close(int status) {
  if (reports < 0)
    return status;
  llvm::outs().flush();
  std::fflush(nullptr);
  report("end", status);
  ::close(reports);
  reports = -1;
  return 0;
}
