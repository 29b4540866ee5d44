//===- split-verify.cpp - Prove that lowerings of splits are right --------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier.h"
#include "common/ToolSetup.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "split-mlir/InitAll.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::OptionCategory category("Basic options");
static cl::opt<std::string> beforePath(cl::Positional, cl::Required,
                                       cl::desc("BEFORE"), cl::cat(category));
static cl::opt<std::string> afterPath(cl::Positional, cl::desc("[AFTER]"),
                                      cl::cat(category));
static cl::opt<std::string> pipeline(
    "pipeline", cl::value_desc("PASSES"),
    cl::init("split-generate-runtime-checks,convert-split-to-linalg"),
    cl::desc("The passes that lower BEFORE if there is no AFTER, as for the "
             "option --pass-pipeline of split-opt (default: "
             "split-generate-runtime-checks,convert-split-to-linalg)"),
    cl::cat(category));
static cl::opt<bool>
    assumeRules("assume-rules",
                cl::desc("Assume that the arguments obey the rules, for code "
                         "without checks, and compare no checks of rules"),
                cl::cat(category));
static cl::opt<unsigned>
    maxRank("max-rank", cl::value_desc("RANK"), cl::init(6),
            cl::desc("Assume that data of unknown rank has at most this rank; "
                     "by default, ranks above 6 are reported as unknown"),
            cl::cat(category));
static cl::list<int64_t>
    uneven("uneven", cl::CommaSeparated, cl::value_desc("DIMENSION,PIECES"),
           cl::desc("The functions also return the pieces of their first "
                    "argument that rule O7 states"),
           cl::cat(category));
static cl::opt<std::string>
    solver("solver", cl::value_desc("PROGRAM"), cl::init("z3"),
           cl::desc("The solver, a program that takes the options of z3 "
                    "(default: z3)"),
           cl::cat(category));
static cl::opt<unsigned>
    timeout("timeout", cl::value_desc("SECONDS"), cl::init(10),
            cl::desc("The time limit of each call of the solver (default: 10)"),
            cl::cat(category));
static cl::opt<bool>
    emitClaims("emit-claims",
               cl::desc("Print the claims in SMT-LIB, each negated: `unsat` "
                        "means proven"),
               cl::cat(category));
static cl::opt<bool>
    allowUnregistered("allow-unregistered-dialect",
                      cl::desc("Read ops of dialects that are not registered"),
                      cl::cat(category));

static LogicalResult fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), split::getToolName()) << message << '\n';
  return failure();
}

static LogicalResult checkOptions() {
  if (afterPath.getNumOccurrences() > 0 && pipeline.getNumOccurrences() > 0)
    return fail("expected the file AFTER or the option --pipeline, got both");
  if (afterPath.getNumOccurrences() > 0 && beforePath == "-" &&
      afterPath == "-")
    return fail("BEFORE and AFTER are both standard input");
  if (maxRank > split::verification::VerifierOptions::kMaxRank)
    return fail("the option --max-rank is " + Twine(maxRank) +
                ", expected 0 to " +
                Twine(split::verification::VerifierOptions::kMaxRank));
  if (uneven.size() != 0 && uneven.size() != 2)
    return fail("the option --uneven has " + Twine(uneven.size()) +
                " values, expected a dimension and a number of pieces");
  constexpr unsigned kMaxSeconds = 1000000;
  if (timeout == 0 || timeout > kMaxSeconds)
    return fail("the option --timeout is " + Twine(timeout) +
                ", expected 1 to " + Twine(kMaxSeconds) + " seconds");
  return success();
}

/// Returns the module in a file, or null after an error.
static OwningOpRef<ModuleOp> read(StringRef path, MLIRContext &context) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(path, &message);
  if (!file) {
    (void)fail(message);
    return {};
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, &context);
}

/// Returns the module after lowering, or null after an error.
static OwningOpRef<ModuleOp> lower(ModuleOp before) {
  if (afterPath.getNumOccurrences() > 0)
    return read(afterPath, *before.getContext());
  PassManager passes(before.getContext());
  if (failed(parsePassPipeline(pipeline, passes)))
    return {};
  OwningOpRef<ModuleOp> after = before.clone();
  if (failed(passes.run(*after)))
    return {};
  return after;
}

static FailureOr<split::verification::Verdicts> verify(MLIRContext &context) {
  OwningOpRef<ModuleOp> before = read(beforePath, context);
  if (!before)
    return failure();
  OwningOpRef<ModuleOp> after = lower(*before);
  if (!after)
    return failure();
  split::verification::VerifierOptions options;
  options.assumeRules = assumeRules;
  if (maxRank.getNumOccurrences() > 0)
    options.maxRank = maxRank;
  if (!uneven.empty())
    options.uneven = {uneven[0], uneven[1]};
  options.solver = solver;
  options.timeout = timeout;
  if (emitClaims)
    options.claims = &llvm::outs();
  return split::verification::verifyLowering(*before, *after, options);
}

int main(int argc, char **argv) {
  constexpr int kRefuted = 1, kUnknown = 2;
  split::setUpTool(argv[0]);
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllPasses();
  split::registerAll(registry);
  split::registerAllPasses();
  split::verification::registerVerifierDialects(registry);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "proves that a lowering of splits is right, by an SMT solver\n\n"
      "Compares each function of BEFORE with the one of the same name in "
      "AFTER, "
      "for all\narguments. Exit status: 0 if all claims are proven; 1 if one "
      "is refuted, and after\nan error; 2 if one is unknown, or if nothing is "
      "compared.\n");
  if (failed(checkOptions()))
    return kRefuted;
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  context.allowUnregisteredDialects(allowUnregistered);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  FailureOr<split::verification::Verdicts> verdicts = verify(context);
  if (failed(verdicts))
    return kRefuted;
  bool isOpen = verdicts->unknown + verdicts->notCompared > 0;
  if (emitClaims)
    return verdicts->refuted > 0 ? kRefuted : isOpen ? kUnknown : 0;
  llvm::outs() << verdicts->proven << " proven, " << verdicts->refuted
               << " refuted, " << verdicts->unknown << " unknown, "
               << verdicts->notCompared << " not compared\n";
  if (verdicts->refuted > 0)
    return kRefuted;
  return isOpen || verdicts->proven == 0 ? kUnknown : 0;
}
