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
using namespace mlir::split::verification;

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

FailureOr<Solver::Output> Solver::run(StringRef script,
                                      ArrayRef<StringRef> options) const {
  llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(program);
  if (!path)
    return emitError(loc) << "cannot find the solver '" << program
                          << "': install the package z3, or give the path of a "
                             "solver with the option --solver";
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

  std::string limit = "-t:" + std::to_string(uint64_t(timeout) * 1000);
  SmallVector<StringRef> args{program, limit, "-smt2", input};
  llvm::append_range(args, options);
  std::optional<StringRef> redirects[] = {StringRef(), output.str(),
                                          output.str()};
  std::string message;
  // z3's own limit does not hold everywhere.
  constexpr unsigned kMemoryMegabytes = 8192;
  int status =
      llvm::sys::ExecuteAndWait(*path, args, std::nullopt, redirects,
                                timeout + 1, kMemoryMegabytes, &message);
  // z3 exits with 1 if it prints an error, such as for a model of what has
  // none.
  if (status == -1)
    return fail(message);
  auto buffer = llvm::MemoryBuffer::getFile(output);
  if (!buffer)
    return fail(buffer.getError().message());
  Output result{(*buffer)->getBuffer().str(), message};
  if (status >= 0)
    result.ending = "status " + std::to_string(status);
  result.isCut = StringRef(message).starts_with("Child timed out") ||
                 StringRef(result.text).contains("out of memory");
  return result;
}

/// Decides claims in one process. Returns verdicts for the first ones if the
/// solver takes too long.
FailureOr<SmallVector<Verdict>>
Solver::decideSome(ArrayRef<smt::SolverOp> claims,
                   ArrayRef<StringRef> options) const {
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  for (smt::SolverOp claim : claims)
    module->push_back(claim->clone());
  std::string script;
  llvm::raw_string_ostream os(script);
  if (failed(smt::exportSMTLIB(*module, os)))
    return failure();
  FailureOr<Output> output = run(script, options);
  if (failed(output))
    return failure();
  SmallVector<Verdict> verdicts;
  SmallVector<StringRef> lines;
  StringRef(output->text).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    // z3 also prints what it tries: `(smt.diff_logic: ...` in several lines.
    if (line.starts_with("(smt.") || line.starts_with(" "))
      continue;
    auto verdict = llvm::StringSwitch<std::optional<Verdict>>(line)
                       .Case("sat", Verdict::Satisfiable)
                       .Case("unsat", Verdict::Unsatisfiable)
                       .Case("unknown", Verdict::Unknown)
                       .Default(std::nullopt);
    if (!verdict && output->isCut)
      break;
    if (!verdict || verdicts.size() == claims.size())
      return emitError(loc) << "the solver '" << program << "' printed '"
                            << line << "' and ended with " << output->ending
                            << ", expected sat, unsat or unknown for "
                            << claims.size() << " claims";
    verdicts.push_back(*verdict);
  }
  if (verdicts.size() < claims.size() && !output->isCut)
    return emitError(loc) << "the solver '" << program << "' decided "
                          << verdicts.size() << " of " << claims.size()
                          << " claims and ended with " << output->ending;
  return verdicts;
}

/// Decides all claims in one process while that is fast. What such a process
/// does not decide has one of its own.
FailureOr<SmallVector<Verdict>>
Solver::decide(ModuleOp claims, ArrayRef<StringRef> options) const {
  SmallVector<smt::SolverOp> all(claims.getOps<smt::SolverOp>());
  SmallVector<Verdict> verdicts;
  bool isAlone = false;
  while (verdicts.size() < all.size()) {
    ArrayRef<smt::SolverOp> rest = ArrayRef(all).drop_front(verdicts.size());
    FailureOr<SmallVector<Verdict>> some =
        decideSome(isAlone ? rest.take_front() : rest, options);
    if (failed(some))
      return failure();
    llvm::append_range(verdicts, *some);
    if (isAlone && some->empty())
      verdicts.push_back(Verdict::Unknown);
    isAlone = !isAlone;
  }
  return verdicts;
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

Verdict Solver::findModel(ModuleOp claims, ArrayRef<std::string> variables,
                          Model &model) const {
  std::string script;
  llvm::raw_string_ostream os(script);
  if (failed(smt::exportSMTLIB(claims, os)))
    return Verdict::Unknown;
  StringRef head = StringRef(script).rsplit("(reset)").first;
  std::string query = head.str();
  if (!variables.empty())
    query += "(get-value (" + llvm::join(variables, " ") + "))\n";
  FailureOr<Output> output = run(query, {});
  if (failed(output) || output->isCut)
    return Verdict::Unknown;
  StringRef text = output->text;
  if (text.starts_with("unsat\n") || text.contains("\nunsat\n"))
    return Verdict::Unsatisfiable;
  size_t begin = text.starts_with("sat\n") ? 0 : text.find("\nsat\n");
  if (begin == StringRef::npos)
    return Verdict::Unknown;
  // ((name 15)
  //  (name (- 15))
  //  (name true))
  SmallVector<StringRef> all;
  llvm::SplitString(text.drop_front(begin).ltrim('\n').drop_front(4), all,
                    " ()\n");
  Model found;
  for (ArrayRef<StringRef> words = all; words.size() > 1;) {
    StringRef name = words.consume_front();
    std::optional<llvm::APInt> value = parseValue(words);
    if (!value)
      return Verdict::Unknown;
    found[name] = *value;
  }
  model = std::move(found);
  return Verdict::Satisfiable;
}
