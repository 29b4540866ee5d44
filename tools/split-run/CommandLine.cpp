//===- CommandLine.cpp - The options of split-run -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::split;

/// The most ranks that are started on one machine.
static constexpr unsigned kMaxRanks = 1024;

std::string CommandLine::findMistake() const {
  if (time.getNumOccurrences() && time == 0)
    return "--time needs at least one run";
  if (!(rtol >= 0) || !(atol >= 0))
    return "--rtol and --atol must not be negative";
  if (!testData.empty() && (!inputs.empty() || !expected.empty()))
    return "--test-data stands in place of --input and --expected_output";
  std::string mistake = findOutputMistake();
  return mistake.empty() ? findRankMistake() : mistake;
}

std::string CommandLine::findOutputMistake() const {
  llvm::StringMap<size_t> results;
  for (auto [index, output] : llvm::enumerate(outputs)) {
    SmallString<128> path(output);
    if (!path.starts_with("@") || !path.ends_with(".npy"))
      return "--output needs the form @FILE.npy";
    path.erase(path.begin());
    // Without a current folder, paths are compared as they are.
    (void)llvm::sys::fs::make_absolute(path);
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    auto [it, isNew] = results.try_emplace(path, index);
    if (!isNew)
      return "--output=" + output + " is given for results " +
             std::to_string(it->second) + " and " + std::to_string(index) +
             ", expected a file for each";
  }
  return "";
}

std::string CommandLine::findRankMistake() const {
  std::string mistake = mpi.findMistake(
      isLauncher() || isRank() ? "" : "--ranks=N, or --mpi under mpirun");
  if (!mistake.empty() || !isLauncher())
    return mistake;
  if (ranks < 1 || ranks > kMaxRanks)
    return "--ranks needs a number from 1 to " + std::to_string(kMaxRanks);
  int64_t size = 1;
  for (int64_t axis : mpi.getGrid())
    if (llvm::MulOverflow(size, axis, size) || size > kMaxRanks)
      size = kMaxRanks + 1;
  if (!mpi.getGrid().empty() && size != ranks)
    return "--grid=" + mpi.grid + " is not a grid of " + std::to_string(ranks) +
           " ranks, the number of --ranks";
  if (!findMpiOfProcess().empty())
    return "--ranks starts mpirun, but mpirun has started this process; "
           "expected --mpi";
  return "";
}
