//===- PythonWorker.cpp - NumPy and PyTorch in another process ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

llvm::Expected<PythonWorker> PythonWorker::start(StringRef python,
                                                 StringRef script,
                                                 bool hugePages,
                                                 bool hasPeers) {
  // Use a file system in memory if there is one.
  StringRef parent =
      llvm::sys::fs::is_directory("/dev/shm") ? "/dev/shm" : "/tmp";
  std::string folder = (parent + "/split-bench.XXXXXX").str();
  int toWorker[2], fromWorker[2];
  if (!::mkdtemp(folder.data()) || ::pipe(toWorker) != 0 ||
      ::pipe(fromWorker) != 0)
    return llvm::createStringError("no folder or no pipe: " +
                                   std::string(std::strerror(errno)));
  std::string program = python.str(), file = script.str();
  PythonWorker worker;
  worker.folder = folder;
  worker.process = ::fork();
  if (worker.process == 0) {
    ::dup2(toWorker[0], 0);
    ::dup2(fromWorker[1], 1);
    for (int end : {toWorker[0], toWorker[1], fromWorker[0], fromWorker[1]})
      ::close(end);
    // NumPy and the peers ask for huge pages themselves.
    ::setenv("NUMPY_MADVISE_HUGEPAGE", hugePages ? "1" : "0", 1);
    ::execlp(program.c_str(), program.c_str(), "-B", file.c_str(),
             hasPeers ? nullptr : "--no-peers", nullptr);
    ::_exit(127);
  }
  ::close(toWorker[0]);
  ::close(fromWorker[1]);
  worker.requests = ::fdopen(toWorker[1], "w");
  worker.answers = ::fdopen(fromWorker[0], "r");
  // A missing answer shows that the worker has ended.
  std::signal(SIGPIPE, SIG_IGN);
  llvm::Expected<std::string> greeting = worker.ask("hello");
  if (!greeting)
    return greeting.takeError();
  return worker;
}

PythonWorker::PythonWorker(PythonWorker &&other)
    : folder(std::move(other.folder)),
      requests(std::exchange(other.requests, nullptr)),
      answers(std::exchange(other.answers, nullptr)),
      process(std::exchange(other.process, 0)) {}

PythonWorker::~PythonWorker() {
  if (requests)
    std::fclose(requests);
  if (answers)
    std::fclose(answers);
  if (process > 0)
    ::waitpid(process, nullptr, 0);
  if (process > 0)
    llvm::sys::fs::remove_directories(folder);
}

llvm::Expected<std::string> PythonWorker::ask(const llvm::Twine &request) {
  std::fputs((request + "\n").str().c_str(), requests);
  std::fflush(requests);
  char *line = nullptr;
  size_t capacity = 0;
  ssize_t length = ::getline(&line, &capacity, answers);
  std::string answer(line ? line : "", length > 0 ? length : 0);
  std::free(line);
  StringRef text = StringRef(answer).trim();
  if (text.consume_front("ok"))
    return text.trim().str();
  return llvm::createStringError(
      text.empty() ? "the Python process with NumPy has ended" : text);
}

/// Writes blocks of bytes to one file.
static llvm::Error writeFile(const std::string &path,
                             ArrayRef<ArrayRef<char>> blocks) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (!code)
    for (ArrayRef<char> block : blocks)
      os.write(block.data(), block.size());
  os.close();
  if (os.has_error())
    code = os.error();
  os.clear_error();
  return code ? llvm::createFileError(path, code) : llvm::Error::success();
}

llvm::Expected<SmallVector<std::string>>
PythonWorker::begin(const Workload &workload, ArrayRef<char> input) {
  std::string path = folder + "/input";
  if (llvm::Error error = writeFile(path, {input}))
    return error;
  std::string type;
  llvm::raw_string_ostream(type) << workload.input.getElementType();
  auto join = [](ArrayRef<int64_t> numbers) {
    std::string joined;
    llvm::raw_string_ostream os(joined);
    llvm::interleave(numbers, os, ",");
    return joined;
  };
  std::string parameters;
  for (RankedTensorType parameter : workload.parameters)
    parameters += " " + join(parameter.getShape());
  auto answer = ask(
      llvm::formatv("begin {0} {1} {2} {3} {4} {5}{6}", type,
                    join(workload.input.getShape()), workload.axis,
                    join(workload.lengths),
                    workload.computes.empty() ? "pieces" : workload.computes,
                    path, parameters)
          .str());
  if (!answer)
    return answer.takeError();
  SmallVector<std::string> peers;
  for (StringRef peer : llvm::split(*answer, ' '))
    if (!peer.empty())
      peers.push_back(peer.str());
  return peers;
}

llvm::Error PythonWorker::verify(ArrayRef<ArrayRef<char>> results) {
  std::string path = folder + "/results";
  if (llvm::Error error = writeFile(path, results))
    return error;
  return ask("verify " + path).takeError();
}

llvm::Expected<double> PythonWorker::time(StringRef peer, int64_t calls) {
  auto answer = ask("time " + peer + " " + llvm::Twine(calls));
  if (!answer)
    return answer.takeError();
  double seconds;
  if (StringRef(*answer).getAsDouble(seconds))
    return llvm::createStringError("no number: " + *answer);
  return seconds;
}

llvm::Expected<std::string> PythonWorker::writeModel() {
  std::string path = folder + "/model.onnx";
  if (llvm::Error error = ask("model " + path).takeError())
    return error;
  return path;
}

llvm::Error PythonWorker::setThreads(unsigned threads) {
  return ask("threads " + llvm::Twine(threads)).takeError();
}
