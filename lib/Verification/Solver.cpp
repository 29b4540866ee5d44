//===- Solver.cpp - Decide claims by z3 -----------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Solver.h"

#include "mlir/Target/SMTLIB/ExportSMTLIB.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;

/// Creates an empty temporary file, or one that holds `text`.
static std::error_code createFile(StringRef suffix, StringRef text,
                                  SmallVectorImpl<char> &path) {
  int file;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile(
          "split-verify", suffix, file, path))
    return error;
  llvm::raw_fd_ostream os(file, /*shouldClose=*/true);
  os << text;
  os.close();
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

FailureOr<Solver::Output> Solver::run(StringRef script, unsigned numClaims,
                                      ArrayRef<StringRef> options) const {
  llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(program);
  if (!path)
    return emitError(loc) << "cannot find the solver '" << program
                          << "': install the package z3, or give the path of a "
                             "solver with the option solver";
  auto fail = [&](StringRef reason) {
    return emitError(loc) << "cannot run the solver '" << program
                          << "': " << reason;
  };
  SmallString<64> input, output;
  if (std::error_code error = createFile("smt2", script, input))
    return fail(error.message());
  llvm::FileRemover removeInput(input);
  if (std::error_code error = createFile("out", "", output))
    return fail(error.message());
  llvm::FileRemover removeOutput(output);

  // A limit for each claim in ms, and one for all of them in s.
  std::string each = "-t:" + std::to_string(uint64_t(timeout) * 1000);
  std::string all = "-T:" + std::to_string(uint64_t(timeout) * (numClaims + 1));
  SmallVector<StringRef> args{program, each, all, "-smt2", input};
  llvm::append_range(args, options);
  std::optional<StringRef> redirects[] = {StringRef(), output.str(),
                                          output.str()};
  std::string message;
  // A solver that ignores its limits is killed.
  unsigned patience = std::min<uint64_t>(
      uint64_t(timeout) * (numClaims + 1) + 5, std::numeric_limits<int>::max());
  int status =
      llvm::sys::ExecuteAndWait(*path, args, std::nullopt, redirects, patience,
                                /*MemoryLimit=*/0, &message);
  // z3 exits with 1 if it prints an error, such as for a model of what has
  // none.
  if (status == -1)
    return fail(message);
  auto buffer = llvm::MemoryBuffer::getFile(output);
  if (!buffer)
    return fail(buffer.getError().message());
  std::string ending =
      status < 0 ? message : "status " + std::to_string(status);
  return Output{(*buffer)->getBuffer().str(), ending};
}

/// Reads a verdict. z3 prints timeout when the limit for all claims ends it.
static std::optional<Verdict> parseVerdict(StringRef line) {
  return llvm::StringSwitch<std::optional<Verdict>>(line)
      .Case("sat", Verdict::Satisfiable)
      .Case("unsat", Verdict::Unsatisfiable)
      .Cases({"unknown", "timeout"}, Verdict::Unknown)
      .Default(std::nullopt);
}

FailureOr<SmallVector<Verdict>> Solver::parse(const Output &output,
                                              unsigned numClaims) const {
  SmallVector<Verdict> verdicts;
  SmallVector<StringRef> lines;
  StringRef(output.text).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    std::optional<Verdict> verdict = parseVerdict(line);
    if (!verdict || verdicts.size() == numClaims)
      return emitError(loc) << "the solver '" << program << "' printed '"
                            << line << "' and ended with " << output.ending
                            << ", expected sat, unsat or unknown for "
                            << numClaims << " claims";
    verdicts.push_back(*verdict);
  }
  if (verdicts.size() < numClaims &&
      (lines.empty() || lines.back() != "timeout"))
    return emitError(loc) << "the solver '" << program << "' decided "
                          << verdicts.size() << " of " << numClaims
                          << " claims and ended with " << output.ending;
  // The limit for all claims ended the solver.
  verdicts.resize(numClaims, Verdict::Unknown);
  return verdicts;
}

FailureOr<SmallVector<Verdict>>
Solver::decide(ModuleOp claims, ArrayRef<StringRef> options) const {
  std::string script;
  llvm::raw_string_ostream os(script);
  if (failed(smt::exportSMTLIB(claims, os)))
    return failure();
  unsigned numClaims = llvm::range_size(claims.getOps<smt::SolverOp>());
  FailureOr<Output> output = run(script, numClaims, options);
  if (failed(output))
    return failure();
  return parse(*output, numClaims);
}

ArrayRef<StringRef> Solver::getLinearOptions() {
  static constexpr StringRef kOptions[] = {"smt.arith.nl=false",
                                           "smt.arith.solver=2"};
  return kOptions;
}

/// Reads a value as SMT-LIB writes it, without its parentheses: 15, true, or
/// the words - and 15. Returns none if it is something else.
static std::optional<llvm::APInt> parseValue(ArrayRef<StringRef> &words) {
  constexpr unsigned kWidth = 256;
  bool isNegative = words.front() == "-";
  if (isNegative)
    words = words.drop_front();
  if (words.empty())
    return std::nullopt;
  StringRef word = words.consume_front();
  if (word == "true" || word == "false")
    return llvm::APInt(kWidth, word == "true");
  llvm::APInt value;
  if (word.getAsInteger(10, value))
    return std::nullopt;
  value = value.zextOrTrunc(kWidth);
  return isNegative ? -value : value;
}

std::optional<Model> Solver::findModel(ModuleOp claims,
                                       ArrayRef<std::string> variables) const {
  std::string script;
  llvm::raw_string_ostream os(script);
  if (failed(smt::exportSMTLIB(claims, os)))
    return std::nullopt;
  StringRef head = StringRef(script).rsplit("(reset)").first;
  std::string query =
      head.str() + "(get-value (" + llvm::join(variables, " ") + "))\n";
  FailureOr<Output> output = run(query, 1);
  if (failed(output) || !StringRef(output->text).starts_with("sat\n"))
    return std::nullopt;
  // ((name 15)
  //  (name (- 15))
  //  (name true))
  SmallVector<StringRef> all;
  llvm::SplitString(StringRef(output->text).drop_front(4), all, " ()\n");
  Model model;
  for (ArrayRef<StringRef> words = all; words.size() > 1;) {
    StringRef name = words.consume_front();
    std::optional<llvm::APInt> value = parseValue(words);
    if (!value)
      return std::nullopt;
    model[name] = *value;
  }
  return model;
}
