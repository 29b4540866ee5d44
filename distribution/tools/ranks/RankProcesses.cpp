//===- RankProcesses.cpp - Processes of ranks -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankProcesses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// How long mpirun has to end all ranks when one has died.
static constexpr std::chrono::seconds kPatience = 5s;

/// Starts `words` with its output in the log of `folder`. The process gets
/// SIGTERM if this one ends. Returns its id, or -1 and sets errno.
static pid_t start(ArrayRef<std::string> words, StringRef folder,
                   const sigset_t &signals) {
  std::string log = (folder + "/" + kLogFile).str();
  SmallVector<char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t parent = getpid();
  pid_t process = fork();
  if (process != 0)
    return process;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  int input = open("/dev/null", O_RDONLY);
  int output = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (getppid() == parent && input >= 0 && output >= 0 &&
      dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
      dup2(output, STDERR_FILENO) >= 0) {
    sigprocmask(SIG_UNBLOCK, &signals, nullptr);
    execv(arguments.front(), arguments.data());
  }
  _exit(127);
}

/// Creates a named pipe, and opens it. This process is also a writer, so that
/// the pipe does not end when ranks end.
static File createPipe(StringRef folder, StringRef name) {
  std::string path = (folder + "/" + name).str();
  if (mkfifo(path.c_str(), 0600) != 0)
    return File();
  return File(open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
}

/// Returns what can be read without waiting.
static std::string readAvailable(const File &file) {
  std::string text;
  char buffer[4096];
  ssize_t count;
  while ((count = read(file.get(), buffer, sizeof(buffer))) > 0)
    text.append(buffer, count);
  return text;
}

static File openProcess(pid_t process) {
  return File(syscall(SYS_pidfd_open, process, 0));
}

bool RankProcesses::start(ArrayRef<std::string> command) {
  output = createPipe(folder, kOutputPipe);
  errors = createPipe(folder, kErrorPipe);
  reports = createPipe(folder, kReportPipe);
  sigset_t set;
  sigemptyset(&set);
  for (int number : {SIGINT, SIGTERM, SIGHUP})
    sigaddset(&set, number);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  signals = File(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  bool isReady = output.isOpen() && errors.isOpen() && reports.isOpen() &&
                 signals.isOpen();
  if (isReady)
    mpirun = ::start(command, folder, set);
  if (mpirun > 0)
    mpirunEnd = openProcess(mpirun);
  if (mpirunEnd.isOpen())
    return true;
  fail("cannot start '" + command.front() + "': " + std::strerror(errno));
  return false;
}

void RankProcesses::wait() {
  while (true) {
    poll();
    bool hasEnded = waitpid(mpirun, &mpirunStatus, WNOHANG) == mpirun;
    // Reports precede the end of a process.
    readPipes();
    findDeath();
    if (hasEnded)
      break;
    readSignals();
    if (deadline && Clock::now() >= *deadline)
      killAll();
  }
  killAll();
}

void RankProcesses::poll() {
  SmallVector<pollfd> files;
  for (const File *file : {&output, &errors, &reports, &signals, &mpirunEnd})
    files.push_back({file->get(), POLLIN, 0});
  // After a death, only mpirun's end counts.
  for (const Rank &rank : ranks)
    if (rank.process.isOpen() && !rank.status && !dead)
      files.push_back({rank.process.get(), POLLIN, 0});
  int timeout = -1;
  if (deadline) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        *deadline - Clock::now());
    timeout = std::max<int64_t>(left.count() + 1, 0);
  }
  ::poll(files.data(), files.size(), timeout);
}

void RankProcesses::readPipes() {
  llvm::outs() << readAvailable(output);
  llvm::outs().flush();
  llvm::errs() << readAvailable(errors);
  unfinishedReport += readAvailable(reports);
  StringRef rest = unfinishedReport;
  while (rest.contains('\n')) {
    auto [line, next] = rest.split('\n');
    readReport(line);
    rest = next;
  }
  unfinishedReport = rest.str();
}

void RankProcesses::readReport(StringRef line) {
  SmallVector<StringRef> words;
  line.split(words, ' ');
  unsigned rank;
  int number;
  if (words.size() != 3 || words[1].getAsInteger(10, rank) ||
      words[2].getAsInteger(10, number) || rank >= ranks.size())
    return;
  if (words[0] == "start") {
    ranks[rank].hasStarted = true;
    ranks[rank].process = openProcess(number);
  } else if (words[0] == "end") {
    ranks[rank].status = number;
  } else if (words[0] == "exit") {
    ranks[rank].hasExited = true;
  }
  // All ranks end where one fails.
  if (ranks[rank].status.value_or(Success) != Success && !deadline)
    deadline = Clock::now() + kPatience;
}

bool RankProcesses::hasDied(const Rank &rank) {
  if (!rank.hasStarted || rank.status)
    return false;
  pollfd file{rank.process.get(), POLLIN, 0};
  if (rank.process.isOpen() && ::poll(&file, 1, 0) != 1)
    return false;
  // It may have reported its end after the pipes were read.
  readPipes();
  return !rank.status;
}

void RankProcesses::findDeath() {
  if (dead || hasKilled)
    return;
  SmallVector<unsigned> died;
  for (auto [index, rank] : llvm::enumerate(ranks))
    if (hasDied(rank))
      died.push_back(index);
  if (died.empty())
    return;
  // Ranks exit when MPI misses another one.
  auto *killed = llvm::find_if(
      died, [&](unsigned rank) { return !ranks[rank].hasExited; });
  dead = killed == died.end() ? died.front() : *killed;
  deadline = Clock::now() + kPatience;
}

void RankProcesses::readSignals() {
  signalfd_siginfo info;
  if (read(signals.get(), &info, sizeof(info)) != ssize_t(sizeof(info)))
    return;
  signal = info.ssi_signo;
  kill(mpirun, SIGTERM);
  deadline = Clock::now() + kPatience;
}

void RankProcesses::killAll() {
  hasKilled = true;
  for (const Rank &rank : ranks)
    if (rank.process.isOpen() && !rank.status)
      syscall(SYS_pidfd_send_signal, rank.process.get(), SIGKILL, nullptr, 0);
  syscall(SYS_pidfd_send_signal, mpirunEnd.get(), SIGKILL, nullptr, 0);
}

static std::string describeSignal(int number) {
  return " by signal " + std::to_string(number) + " (" + strsignal(number) +
         ")";
}

/// Returns text for the signal that has ended a rank; empty if mpirun's status
/// does not tell it. Open MPI's mpirun exits with 128 + the signal, and MPICH's
/// with the signal, but also with small numbers after errors of its own, and
/// with others if a rank exits. Its errors before any rank starts are not told
/// from signals.
std::string RankProcesses::describeDeathSignal() const {
  bool hasStarted =
      llvm::any_of(ranks, [](auto &rank) { return rank.hasStarted; });
  if (!isOpenMpi && !hasStarted)
    return "";
  int number = WIFEXITED(mpirunStatus) ? WEXITSTATUS(mpirunStatus) : 0;
  number = isOpenMpi ? number - 128 : number;
  bool isTold = number > SIGINT && number < NSIG &&
                llvm::none_of(ranks, [](auto &rank) { return rank.hasExited; });
  return isTold ? describeSignal(number) : "";
}

/// Says how a rank has ended; an empty text if none has.
std::string RankProcesses::describeDeath() const {
  if (dead && !ranks[*dead].hasExited)
    return "rank " + std::to_string(*dead) + " was killed" +
           describeDeathSignal();
  auto *missing =
      llvm::find_if(ranks, [](auto &rank) { return !rank.hasStarted; });
  bool isKilled = dead || !describeDeathSignal().empty();
  if (missing != ranks.end() && isKilled)
    return "rank " + std::to_string(missing - ranks.begin()) +
           " was killed at its start" + describeDeathSignal();
  return "";
}

/// Says how the run has ended, with the log.
std::string RankProcesses::describeEnd() const {
  std::string text = "mpirun has ended before the ranks";
  if (dead)
    text = "rank " + std::to_string(*dead) + " has exited";
  else if (WIFSIGNALED(mpirunStatus))
    text += "," + describeSignal(WTERMSIG(mpirunStatus));
  else
    text += ", with status " + std::to_string(WEXITSTATUS(mpirunStatus));
  auto log = llvm::MemoryBuffer::getFile(folder + "/" + kLogFile);
  if (log && !(*log)->getBuffer().trim().empty())
    text += ":\n" + (*log)->getBuffer().trim().str();
  return text;
}

ExitStatus RankProcesses::getStatus() const {
  if (signal != 0)
    return WrongInput;
  int status = Success;
  bool haveAllEnded = true;
  for (const Rank &rank : ranks) {
    haveAllEnded &= rank.status.has_value();
    status = std::max(status, rank.status.value_or(Success));
  }
  // A rank has said why it fails, unless one has died.
  if (haveAllEnded || (status != Success && !dead))
    return static_cast<ExitStatus>(status);
  std::string death = describeDeath();
  return fail(death.empty() ? describeEnd() : death);
}

void RankProcesses::obeySignal() const {
  if (signal == 0)
    return;
  ::signal(signal, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
  raise(signal);
}
