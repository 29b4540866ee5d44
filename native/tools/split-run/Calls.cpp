//===- Calls.cpp - Calls of the compiled function -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitRun.h"

#include "Compiler/Compiler.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

static std::string formatDuration(std::chrono::nanoseconds duration) {
  double value = duration.count();
  for (StringRef unit : {"ns", "us", "ms"}) {
    if (value < 1000)
      return llvm::formatv("{0:f2} {1}", value, unit).str();
    value /= 1000;
  }
  return llvm::formatv("{0:f2} s", value);
}

llvm::Expected<SmallVector<HostTensor>>
mlir::split::native::copyTensors(ArrayRef<HostTensor> tensors) {
  SmallVector<HostTensor> copies;
  for (const HostTensor &tensor : tensors) {
    llvm::Expected<HostTensor> copy = HostTensor::copyOf(
        tensor.getShape(), tensor.getElementType(), tensor.getBytes());
    if (!copy)
      return copy.takeError();
    copies.push_back(std::move(*copy));
  }
  return copies;
}

/// Prints the error of a call, and returns whether a check has failed. Such an
/// error begins with its location, not with the tool.
static bool printError(llvm::Error error) {
  bool isCheck = false;
  llvm::Error rest =
      llvm::handleErrors(std::move(error), [&](const CheckFailure &failure) {
        // Print results before the error, also if standard output is buffered.
        llvm::outs().flush();
        std::fflush(stdout);
        failure.log(llvm::errs());
        llvm::errs() << '\n';
        isCheck = true;
      });
  if (rest)
    fail(std::move(rest));
  return isCheck;
}

FailureOr<SmallVector<HostTensor>> mlir::split::native::callFunction(
    const NativeModule &native, MutableArrayRef<HostTensor> inputs,
    const Ranks &ranks, std::chrono::nanoseconds *elapsed) {
  auto results = [&] {
    std::optional<llvm::Expected<SmallVector<HostTensor>>> results;
    ranks.communicate([&] { results.emplace(native.run(inputs, elapsed)); });
    return std::move(*results);
  }();
  // The ranks have agreed on a failed check in the call.
  if (!results && printError(results.takeError()) && ranks.sharesChecks())
    return failure();
  if (ranks.agree(results ? Success : WrongInput) != Success)
    return failure();
  return std::move(*results);
}

static void printTimes(MutableArrayRef<std::chrono::nanoseconds> durations) {
  llvm::sort(durations);
  size_t count = durations.size();
  llvm::outs() << "time: min " << formatDuration(durations.front())
               << ", median " << formatDuration(durations[count / 2])
               << ", max " << formatDuration(durations.back()) << " (" << count
               << (count == 1 ? " run)\n" : " runs)\n");
}

static ExitStatus showProfile(const Profile &profile, StringRef file) {
  if (file.empty()) {
    profile.print(llvm::outs());
    return Success;
  }
  llvm::Error error = writeFile(file, [&](llvm::raw_ostream &os) {
    profile.writeTrace(os);
    return llvm::Error::success();
  });
  return error ? fail(std::move(error)) : Success;
}

ExitStatus mlir::split::native::timeCalls(const NativeModule &native,
                                          ArrayRef<HostTensor> inputs,
                                          unsigned count, Ranks &ranks,
                                          StringRef file) {
  Profile *profile = native.getProfile();
  if (profile)
    profile->clear();
  ranks.startCount();
  SmallVector<std::chrono::nanoseconds> durations;
  for (unsigned i = 0; i < count; ++i) {
    auto copies = copyTensors(inputs);
    if (ranks.agree(copies ? Success : fail(copies.takeError())) != Success)
      return WrongInput;
    if (failed(callFunction(native, *copies, ranks, &durations.emplace_back())))
      return WrongInput;
  }
  FailureOr<std::string> traffic = ranks.describeTraffic(count);
  if (failed(traffic))
    return WrongInput;
  if (!ranks.isFirst())
    return Success;
  printTimes(durations);
  llvm::outs() << *traffic;
  return profile ? showProfile(*profile, file) : Success;
}
