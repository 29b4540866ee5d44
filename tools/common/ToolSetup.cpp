//===- ToolSetup.cpp - Initialization of tools ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolSetup.h"

#include "Addresses.h"
#include "Version/Commit.h"
#include "split-mlir/Support/Files.h"
#include "split-mlir/Version.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>

using namespace mlir::split;
using llvm::StringRef;

static std::string toolName;

StringRef mlir::split::getToolName() { return toolName; }

/// Ends the process if standard output could not be written. The destructors of
/// LLVM's streams would report an error as a crash.
static void checkStandardOutput() {
  llvm::outs().flush();
  std::error_code error = llvm::outs().error();
  llvm::outs().clear_error();
  if (error)
    llvm::WithColor::error(llvm::errs(), toolName)
        << "cannot write standard output: " << error.message() << '\n';
  llvm::errs().clear_error();
  if (error)
    std::_Exit(1);
}

std::string mlir::split::getBugReportText(StringRef address,
                                          StringRef homepage) {
  StringRef place = address.empty() ? homepage : address;
  if (place.empty())
    place = "the provider of the package split-mlir";
  return ("This is a bug in split-mlir " +
          StringRef(SPLIT_MLIR_VERSION_STRING) + ". Please report it to " +
          place + ", with the command, its input and the text below.")
      .str();
}

StringRef mlir::split::findOutput(llvm::ArrayRef<char *> words,
                                  size_t &position) {
  for (size_t i = 1; i < words.size(); ++i) {
    StringRef word = words[i];
    if (word.starts_with("--"))
      word = word.drop_front();
    bool isNext = word == "-o" && i + 1 < words.size();
    if (!isNext && !word.consume_front("-o="))
      continue;
    position = isNext ? i + 1 : i;
    return isNext ? words[i + 1] : word;
  }
  return "";
}

bool mlir::split::checkOutput(llvm::ArrayRef<char *> words) {
  size_t position = 0;
  StringRef output = findOutput(words, position);
  std::vector<std::string> others{"-"};
  for (size_t i = 1; i < words.size(); ++i)
    if (i != position)
      others.insert(others.end(),
                    {words[i], StringRef(words[i]).split('=').second.str()});
  llvm::Error error = checkOutput(output, others);
  if (!error)
    return true;
  llvm::WithColor::error(llvm::errs(), toolName)
      << llvm::toString(std::move(error)) << '\n';
  return false;
}

void mlir::split::setUpTool(StringRef program) {
  toolName = llvm::sys::path::filename(program).str();
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "split-mlir version " SPLIT_MLIR_VERSION_STRING "\n  commit "
       << getCommit() << '\n';
  });
  static const std::string kBugReport =
      getBugReportText(SPLIT_MLIR_BUG_REPORTS, SPLIT_MLIR_HOMEPAGE) + "\n";
  llvm::setBugReportMsg(kBugReport.c_str());
  // Streams that exist already are destroyed after the check.
  llvm::outs();
  llvm::errs();
  std::atexit(checkStandardOutput);
  // Otherwise, writing to a closed pipe ends the process without a message.
  std::signal(SIGPIPE, SIG_IGN);
}
