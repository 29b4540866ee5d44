//===- Verifier.cpp - Prove that lowerings of splits are right ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier.h"

#include "Solver.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Target/SMTLIB/ExportSMTLIB.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

namespace {
/// What is known about the claims of one name at one place, in all cases.
struct Outcome {
  bool isNote = false;
  /// Whether anything is claimed: the assumption of a claim can hold.
  bool counts = false;
  /// A counterexample, if one of the claims is refuted.
  std::optional<std::string> example;
  /// Why one of the claims is unknown, if so.
  std::optional<std::string> reason;

  bool isProven() const { return !example && !reason; }
};

/// One case of a function, and what is claimed about it.
struct CaseState {
  CaseState(func::FuncOp before, func::FuncOp after, bool assumesRules,
            const Case &fixed)
      : module(ModuleOp::create(before.getLoc())),
        builder(OpBuilder::atBlockBegin(module->getBody())),
        terms(builder, before.getLoc()),
        comparison(terms, before, after, assumesRules, fixed),
        scripts(comparison, terms) {}

  OwningOpRef<ModuleOp> module;
  OpBuilder builder;
  Terms terms;
  Comparison comparison;
  ClaimScripts scripts;
};

/// Returns the name and the place of a claim. Claims that have both in common
/// count as one.
static NameLoc getKey(const Claim &claim) {
  return NameLoc::get(StringAttr::get(claim.loc.getContext(), claim.name),
                      claim.loc);
}

/// Decides the claims about one function in all cases.
class FunctionVerifier {
public:
  FunctionVerifier(func::FuncOp before, func::FuncOp after,
                   const VerifierOptions &options)
      : before(before), after(after), options(options),
        solver(before.getLoc(), options.solver, options.timeout) {}

  LogicalResult verify(Verdicts &verdicts);

private:
  CaseState makeState(const Case &fixed) const {
    return {before, after, options.assumeRules, fixed};
  }
  SmallVector<Case> getRankCases();
  FailureOr<Verdict> canSucceed(ArrayRef<Case> cases);
  LogicalResult verifyRank(const Case &fixed);
  LogicalResult decide(CaseState &state, ArrayRef<Claim> claims);
  FailureOr<SmallVector<Verdict>> solve(CaseState &state,
                                        ArrayRef<Assertions> scripts,
                                        ArrayRef<StringRef> solverOptions = {});
  LogicalResult proveAll(CaseState &state, ArrayRef<Claim> claims,
                         MutableArrayRef<bool> areProven);
  LogicalResult refute(CaseState &state, const Claim &claim);
  LogicalResult count(CaseState &state, ArrayRef<Claim> claims);
  LogicalResult write(CaseState &state, ArrayRef<Claim> claims);
  void noteSkipped(const CaseState &state);
  void reportSkipped(Verdicts &verdicts);
  void report(Verdicts &verdicts);
  void reportCoverage(Verdicts &verdicts);

  func::FuncOp before, after;
  const VerifierOptions &options;
  Solver solver;
  /// The ranks of data of unknown rank, in words, or nothing.
  std::string ranks;
  llvm::MapVector<NameLoc, Outcome> outcomes;
  /// Ops that are not modelled, and ops from which on nothing is known.
  llvm::SetVector<Operation *> skipped, cutOffs;
};
} // namespace

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

/// Returns the cases of the ranks of arguments, or none if they are too many.
SmallVector<Case> FunctionVerifier::getRankCases() {
  constexpr size_t kMaxCases = 400;
  SmallVector<Case> cases(1);
  int64_t maxRank = options.maxRank.value_or(VerifierOptions::kDefaultMaxRank);
  for (BlockArgument arg : before.getArguments()) {
    if (!isa<UnrankedTensorType>(arg.getType()))
      continue;
    ranks = " for ranks 0 to " + std::to_string(maxRank);
    if (cases.size() * (maxRank + 1) > kMaxCases)
      return {};
    SmallVector<Case> all;
    for (const Case &one : cases)
      for (int64_t rank = 0; rank <= maxRank; ++rank)
        all.emplace_back(one).ranks[arg.getArgNumber()] = rank;
    cases = std::move(all);
  }
  return cases;
}

FailureOr<SmallVector<Verdict>>
FunctionVerifier::solve(CaseState &state, ArrayRef<Assertions> scripts,
                        ArrayRef<StringRef> solverOptions) {
  if (scripts.empty())
    return SmallVector<Verdict>();
  return solver.decide(*state.scripts.getModule(scripts), solverOptions);
}

/// Returns whether there are arguments for which the original does nothing
/// undefined and no check fails, first among small ones, or unknown. Without,
/// every lowering would be right.
FailureOr<Verdict> FunctionVerifier::canSucceed(ArrayRef<Case> cases) {
  constexpr int64_t kSmall = 8;
  Verdict all = Verdict::Unsatisfiable;
  for (const Case &fixed : cases) {
    CaseState state = makeState(fixed);
    Terms &terms = state.terms;
    Value success = state.comparison.getSuccess(), areSmall = success;
    for (auto &[term, name] : state.comparison.arguments.variables) {
      if (!StringRef(name).starts_with("arg") ||
          !isa<smt::IntType>(term.getType()))
        continue;
      Value isLarge = terms.either(terms.isLess(term, terms.get(-kSmall)),
                                   terms.isLess(terms.get(kSmall), term));
      areSmall = terms.both(areSmall, terms.negate(isLarge));
    }
    Verdict last = Verdict::Unknown;
    for (Value condition : {areSmall, success}) {
      FailureOr<SmallVector<Verdict>> verdict = solve(state, {{condition}});
      if (failed(verdict))
        return failure();
      last = verdict->front();
      if (last == Verdict::Satisfiable)
        return last;
    }
    if (last == Verdict::Unknown)
      all = last;
  }
  return all;
}

/// Decides the claims about one case of ranks: those with products for each
/// value of the axis, if it is an argument.
LogicalResult FunctionVerifier::verifyRank(const Case &fixed) {
  CaseState state = makeState(fixed);
  noteSkipped(state);
  state.comparison.addClaims();
  if (options.uneven && failed(state.comparison.addUneven(
                            options.uneven->first, options.uneven->second)))
    return failure();
  ArrayRef<Claim> claims = state.comparison.claims;
  SmallVector<Case> axes;
  if (!llvm::all_of(claims, ClaimScripts::isLinear))
    axes = state.comparison.getAxisCases();
  SmallVector<Claim> now;
  llvm::DenseSet<NameLoc> later;
  for (const Claim &claim : claims)
    if (axes.empty() || ClaimScripts::isLinear(claim))
      now.push_back(claim);
    else
      later.insert(getKey(claim));
  if (failed(decide(state, now)))
    return failure();
  for (const Case &axis : axes) {
    CaseState one = makeState(axis);
    noteSkipped(one);
    one.comparison.addClaims();
    llvm::erase_if(one.comparison.claims, [&](const Claim &claim) {
      return !later.contains(getKey(claim));
    });
    if (failed(decide(one, one.comparison.claims)))
      return failure();
  }
  return success();
}

void FunctionVerifier::noteSkipped(const CaseState &state) {
  for (const Encoder *encoder :
       {&state.comparison.original, &state.comparison.lowered}) {
    if (encoder->cutOff)
      cutOffs.insert(encoder->cutOff);
    for (Operation *op : encoder->skipped)
      if (op != encoder->cutOff)
        skipped.insert(op);
  }
}

//===----------------------------------------------------------------------===//
// Claims
//===----------------------------------------------------------------------===//

LogicalResult FunctionVerifier::write(CaseState &state,
                                      ArrayRef<Claim> claims) {
  for (const Claim &claim : claims) {
    if (claim.isNote)
      continue;
    Assertions script =
        state.scripts.refute(claim, claim.goal, /*exists=*/true);
    *options.claims << "; " << claim.loc << ": " << claim.name << "\n";
    if (Operation *unknown = state.scripts.findUnknown(claim))
      *options.claims << "; sat refutes nothing, as this '"
                      << unknown->getName() << "' is not modelled\n";
    if (failed(smt::exportSMTLIB(*state.scripts.getModule({script}, "ALL"),
                                 *options.claims)))
      return failure();
  }
  return success();
}

/// Tries simple methods first. Data need not exist for claims without products:
/// what is proven so holds as well.
LogicalResult FunctionVerifier::proveAll(CaseState &state,
                                         ArrayRef<Claim> claims,
                                         MutableArrayRef<bool> areProven) {
  struct Method {
    bool isForLinear, exists;
    ArrayRef<StringRef> options;
  };
  const Method methods[] = {{true, false, {}},
                            {false, true, Solver::getLinearOptions()},
                            {false, true, {}}};
  for (const Method &method : methods) {
    SmallVector<Assertions> scripts;
    SmallVector<unsigned> numbers;
    for (auto [number, claim] : llvm::enumerate(claims)) {
      if (areProven[number] ||
          ClaimScripts::isLinear(claim) != method.isForLinear)
        continue;
      scripts.push_back(state.scripts.refute(claim, claim.goal, method.exists));
      numbers.push_back(number);
    }
    FailureOr<SmallVector<Verdict>> verdicts =
        solve(state, scripts, method.options);
    if (failed(verdicts))
      return failure();
    for (auto [number, verdict] : llvm::zip_equal(numbers, *verdicts))
      areProven[number] = verdict == Verdict::Unsatisfiable;
  }
  return success();
}

/// Looks for a counterexample of a claim, or for another proof.
LogicalResult FunctionVerifier::refute(CaseState &state, const Claim &claim) {
  Outcome &outcome = outcomes[getKey(claim)];
  outcome.counts = true;
  auto describe = [&](bool areSmall) {
    outcome.example = describeCounterexample(
        solver, state.scripts, state.comparison, state.terms, claim, areSmall);
    return outcome.example.has_value();
  };
  Operation *unknown = state.scripts.findUnknown(claim);
  bool canRefute = !unknown && claim.reason.empty();
  if (canRefute && describe(/*areSmall=*/true))
    return success();
  SmallVector<Assertions> scripts = {
      state.scripts.refute(claim, claim.goal, /*exists=*/true)};
  if (claim.exactGoal)
    scripts.push_back(
        state.scripts.refute(claim, claim.exactGoal, /*exists=*/true));
  FailureOr<SmallVector<Verdict>> verdicts = solve(state, scripts);
  if (failed(verdicts))
    return failure();
  if (llvm::is_contained(*verdicts, Verdict::Unsatisfiable))
    return success();
  if (!claim.reason.empty())
    outcome.reason = claim.reason;
  else if (unknown)
    outcome.reason = "as this '" + unknown->getName().getStringRef().str() +
                     "' is not modelled";
  else if (!describe(/*areSmall=*/false))
    outcome.reason =
        "no proof within " + std::to_string(options.timeout) + " s";
  return success();
}

/// Notes which proven claims claim anything.
LogicalResult FunctionVerifier::count(CaseState &state,
                                      ArrayRef<Claim> claims) {
  SmallVector<Assertions> scripts;
  SmallVector<const Claim *> asked;
  for (const Claim &claim : claims) {
    Outcome &outcome = outcomes[getKey(claim)];
    outcome.isNote = claim.isNote;
    outcome.counts |= !claim.needsAssumption;
    if (outcome.counts)
      continue;
    scripts.push_back(state.scripts.assume(claim));
    asked.push_back(&claim);
  }
  FailureOr<SmallVector<Verdict>> verdicts = solve(state, scripts);
  if (failed(verdicts))
    return failure();
  for (auto [claim, verdict] : llvm::zip_equal(asked, *verdicts))
    outcomes[getKey(*claim)].counts |= verdict != Verdict::Unsatisfiable;
  return success();
}

LogicalResult FunctionVerifier::decide(CaseState &state,
                                       ArrayRef<Claim> claims) {
  if (options.claims)
    return write(state, claims);
  if (failed(count(state, claims)))
    return failure();
  // Another case may have decided them.
  auto isDecided = [&](const Claim &claim) {
    const Outcome &outcome = outcomes[getKey(claim)];
    return outcome.example ||
           (outcome.reason && state.scripts.findUnknown(claim));
  };
  SmallVector<Claim> open(llvm::make_filter_range(
      claims, [&](const Claim &claim) { return !isDecided(claim); }));
  SmallVector<bool> areProven(open.size(), false);
  if (failed(proveAll(state, open, areProven)))
    return failure();
  for (auto [claim, isProven] : llvm::zip_equal(open, areProven))
    if (!isProven && !isDecided(claim) && failed(refute(state, claim)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

void FunctionVerifier::reportSkipped(Verdicts &verdicts) {
  for (Operation *op : cutOffs)
    emitWarning(op->getLoc(), "unknown, as more than ")
        << Encoder::kMaxOps << " ops run";
  for (Operation *op : skipped)
    emitWarning(op->getLoc(), "unknown, as this '")
        << op->getName() << "' is not modelled";
  verdicts.unknown += cutOffs.size() + skipped.size();
}

void FunctionVerifier::report(Verdicts &verdicts) {
  for (const auto &[key, outcome] : outcomes) {
    Location loc = key.getChildLoc();
    StringRef name = key.getName();
    if (!outcome.counts ||
        (outcome.isNote && !outcome.example && !outcome.isProven()))
      continue;
    if (outcome.isProven()) {
      emitRemark(loc, name) << ": proven" << ranks;
      ++verdicts.proven;
    } else if (outcome.isNote) {
      emitRemark(loc, name) << ": a value that it depends on wraps around, for "
                            << *outcome.example;
    } else if (outcome.example) {
      emitError(loc, name) << ": refuted, for " << *outcome.example;
      ++verdicts.refuted;
    } else {
      emitWarning(loc, name) << ": unknown, " << *outcome.reason;
      ++verdicts.unknown;
    }
  }
}

/// Returns whether a function or an op in it has a value of a type that stands
/// for memory.
static bool isOnBuffers(func::FuncOp function) {
  auto isMemory = [](Type type) {
    return isa<BaseMemRefType, LLVM::LLVMPointerType>(type);
  };
  return llvm::any_of(function.getArgumentTypes(), isMemory) ||
         hasNested(function, [&](Operation *op) {
           return llvm::any_of(op->getResultTypes(), isMemory);
         });
}

/// Reports what is not compared, and says so where nothing is claimed.
void FunctionVerifier::reportCoverage(Verdicts &verdicts) {
  Location loc = before.getLoc();
  bool hasPieces = makeState(getRankCases().front()).comparison.hasPieces();
  bool isSame = OperationEquivalence::isEquivalentTo(
      before, after, OperationEquivalence::IgnoreLocations);
  if (!ranks.empty() && !options.maxRank) {
    emitWarning(loc, "unknown for data of a rank above ")
        << VerifierOptions::kDefaultMaxRank;
    ++verdicts.unknown;
  }
  if (!hasPieces && !isSame) {
    emitWarning(loc, "not compared: the function has no split, and its results "
                     "are not compared");
    ++verdicts.notCompared;
  } else if (outcomes.empty() && skipped.empty()) {
    emitRemark(loc, hasPieces
                        ? "nothing is claimed: no check is needed, and "
                          "nothing is returned"
                        : "nothing is claimed: the function has no split, "
                          "and is not changed");
  }
}

LogicalResult FunctionVerifier::verify(Verdicts &verdicts) {
  Location loc = before.getLoc();
  SmallVector<Case> cases = getRankCases();
  if (cases.empty()) {
    emitWarning(loc, "unknown, as too many arguments have an unknown rank");
    ++verdicts.unknown;
    return success();
  }
  FailureOr<Verdict> isPossible = canSucceed(cases);
  if (failed(isPossible))
    return failure();
  if (*isPossible == Verdict::Unknown) {
    emitWarning(loc, "unknown whether the original succeeds for any arguments");
    ++verdicts.unknown;
  }
  if (*isPossible == Verdict::Unsatisfiable) {
    emitError(loc, "nothing is proven: for all arguments, the original is "
                   "undefined or fails, or data has 2^63 elements or more");
    ++verdicts.refuted;
    return success();
  }
  if (isOnBuffers(before) || isOnBuffers(after)) {
    emitWarning(loc, "not compared: the function works on buffers");
    ++verdicts.notCompared;
    return success();
  }
  for (const Case &fixed : cases)
    if (failed(verifyRank(fixed)))
      return failure();
  reportSkipped(verdicts);
  if (options.claims)
    return success();
  report(verdicts);
  reportCoverage(verdicts);
  return success();
}

void mlir::split::verification::registerVerifierDialects(
    DialectRegistry &registry) {
  registry.insert<smt::SMTDialect>();
}

/// Makes arithmetic of affine maps. Unlike the pass lower-affine, folds
/// nothing, so that the proofs are about what the other passes create.
static LogicalResult lowerAffine(ModuleOp module) {
  MLIRContext *context = module.getContext();
  RewritePatternSet patterns(context);
  populateAffineToStdConversionPatterns(patterns);
  ConversionTarget target(*context);
  target.addLegalDialect<arith::ArithDialect, memref::MemRefDialect,
                         scf::SCFDialect>();
  ConversionConfig config;
  config.foldingMode = DialectConversionFoldingMode::Never;
  return applyPartialConversion(module, target, std::move(patterns), config);
}

FailureOr<Verdicts>
mlir::split::verification::verifyLowering(ModuleOp before, ModuleOp after,
                                          const VerifierOptions &options) {
  if (failed(lowerAffine(before)) || failed(lowerAffine(after)))
    return failure();
  Verdicts verdicts;
  WalkResult walked = before->walk([&](FunctionOpInterface op) {
    if (op.isExternal())
      return WalkResult::advance();
    auto function = dyn_cast<func::FuncOp>(op.getOperation());
    if (!function || function->getParentOp() != before) {
      emitWarning(op.getLoc(), "not compared: '")
          << op->getName() << "' is not a function of the outermost module";
      ++verdicts.notCompared;
      return WalkResult::advance();
    }
    auto lowered = after.lookupSymbol<func::FuncOp>(function.getName());
    bool isMissing = !lowered || lowered.isExternal();
    if (isMissing && !function.isPrivate()) {
      emitError(function.getLoc(), "the lowered module has no function '")
          << function.getName() << "'";
      ++verdicts.refuted;
      return WalkResult::advance();
    }
    if (isMissing) {
      emitRemark(function.getLoc(),
                 "nothing is claimed: the lowered module has "
                 "no private function '")
          << function.getName() << "', and its callers are compared";
      return WalkResult::advance();
    }
    if (function.getFunctionType() != lowered.getFunctionType()) {
      emitWarning(function.getLoc(), "not compared: the lowered module has no "
                                     "function '")
          << function.getName() << "' of the same type";
      ++verdicts.notCompared;
      return WalkResult::advance();
    }
    if (failed(FunctionVerifier(function, lowered, options).verify(verdicts)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  return verdicts;
}
