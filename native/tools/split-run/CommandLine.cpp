//===- CommandLine.cpp - The options of split-run -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitRun.h"

#include "split-mlir/Support/Files.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

std::string CommandLine::findMistake() const {
  if (time.getNumOccurrences() && time == 0)
    return "--time needs at least one run";
  if (!draw.empty() && !StringRef(draw).ends_with(".svg"))
    return "--draw needs no file, or one that ends in .svg";
  if (!profile.empty() && !StringRef(profile).ends_with(".json"))
    return "--profile needs no file, or one that ends in .json";
  if (!(rtol >= 0) || !(atol >= 0))
    return "--rtol and --atol must not be negative";
  if (!testData.empty() && (!inputs.empty() || !expected.empty()))
    return "--test-data stands in place of --input and --expected_output";
  std::string mistake = findOutputMistake();
  return mistake.empty() ? ranks->findMistake() : mistake;
}

std::vector<std::string> CommandLine::listOutputs() const {
  std::vector<std::string> files;
  for (StringRef output : outputs)
    files.push_back(output.drop_front().str());
  return files;
}

std::vector<std::string> CommandLine::listInputs() const {
  std::vector<std::string> files = listModelFiles();
  SmallVector<std::string> values(inputs.begin(), inputs.end());
  llvm::append_range(values, expected);
  if (!testData.empty())
    for (StringRef prefix : {"input", "output"})
      llvm::append_range(values, listTestData(testData, prefix));
  for (StringRef value : values)
    if (value.consume_front("@"))
      files.push_back(value.str());
  return files;
}

/// Returns whether two paths name one file, which may not exist.
static bool isSamePath(StringRef path, StringRef other) {
  SmallString<128> first(path), second(other);
  for (SmallString<128> *name : {&first, &second}) {
    // Without a current folder, paths are compared as they are.
    (void)llvm::sys::fs::make_absolute(*name);
    llvm::sys::path::remove_dots(*name, /*remove_dot_dot=*/true);
  }
  return first == second || isSameFile(path, other);
}

std::string CommandLine::findOutputMistake() const {
  for (StringRef output : outputs)
    if (!output.starts_with("@") || !output.ends_with(".npy"))
      return "--output needs the form @FILE.npy";
  std::vector<std::string> written = listOutputs(), read = listInputs();
  for (StringRef file : {StringRef(profile), StringRef(draw)})
    if (!file.empty())
      if (llvm::Error error = checkOutput(file, read))
        return llvm::toString(std::move(error));
  for (auto [index, output] : llvm::enumerate(written)) {
    if (llvm::Error error = checkOutput(output, read))
      return llvm::toString(std::move(error));
    for (size_t earlier = 0; earlier < index; ++earlier)
      if (isSamePath(written[earlier], output))
        return "--output=" + outputs[index] + " is given for results " +
               std::to_string(earlier) + " and " + std::to_string(index) +
               ", expected a file for each";
  }
  return "";
}
