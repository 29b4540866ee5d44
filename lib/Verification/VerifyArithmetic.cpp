//===- VerifyArithmetic.cpp - Prove the arithmetic of lowered splits ------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClaimScripts.h"
#include "Claims.h"
#include "Counterexample.h"
#include "Solver.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Verification/Passes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/SaveAndRestore.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITVERIFYARITHMETICPASS
#include "split-mlir/Verification/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

namespace {
struct SplitVerifyArithmeticPass
    : split::impl::SplitVerifyArithmeticPassBase<SplitVerifyArithmeticPass> {
  using SplitVerifyArithmeticPassBase::SplitVerifyArithmeticPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    // The file with the lowered module may use these.
    registry.insert<
        affine::AffineDialect, arith::ArithDialect, cf::ControlFlowDialect,
        func::FuncDialect, linalg::LinalgDialect, LLVM::LLVMDialect,
        memref::MemRefDialect, scf::SCFDialect, smt::SMTDialect, SplitDialect,
        tensor::TensorDialect, vector::VectorDialect>();
    OpPassManager passes(ModuleOp::getOperationName());
    if (succeeded(parsePipeline(passes, llvm::nulls())))
      passes.getDependentDialects(registry);
  }

  void runOnOperation() override;

private:
  LogicalResult parsePipeline(OpPassManager &passes,
                              llvm::raw_ostream &errors) const;
  FailureOr<OwningOpRef<ModuleOp>> createLowered();
  LogicalResult verify(func::FuncOp function, func::FuncOp lowered,
                       ModuleOp emitted);
  LogicalResult verifyCase(func::FuncOp function, func::FuncOp lowered,
                           const Case &fixed, ModuleOp emitted);
  LogicalResult decide(const Comparison &comparison, Terms &terms,
                       ArrayRef<Claim> claims, ModuleOp emitted);
  LogicalResult report(const Comparison &comparison, Terms &terms,
                       ArrayRef<Claim> claims, ClaimScripts &scripts);

  /// Whether all claims so far are proven.
  bool isProven = true;
  /// Ops from which on nothing is known, in any case.
  llvm::SmallPtrSet<Operation *, 2> cutOffs;
  /// Whether only claims that are refuted are reported.
  bool onlyRefutes = false;
};
} // namespace

/// Parses the passes that lower the module.
LogicalResult
SplitVerifyArithmeticPass::parsePipeline(OpPassManager &passes,
                                         llvm::raw_ostream &errors) const {
  if (!lowered.empty())
    return success();
  return parsePassPipeline(pipeline, passes, errors);
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

/// Returns the module after lowering.
FailureOr<OwningOpRef<ModuleOp>> SplitVerifyArithmeticPass::createLowered() {
  ModuleOp module = getOperation();
  OwningOpRef<ModuleOp> copy;
  if (lowered.empty())
    copy = module.clone();
  else
    copy = parseSourceFile<ModuleOp>(lowered, &getContext());
  OpPassManager passes(ModuleOp::getOperationName());
  if (!copy || failed(parsePipeline(passes, llvm::errs())))
    return failure();
  // Passes run only on ops of this module.
  module.push_back(*copy);
  LogicalResult ran = runPipeline(passes, *copy);
  copy->getOperation()->remove();
  if (failed(ran) || failed(lowerAffine(*copy)))
    return failure();
  return copy;
}

/// Decides claims on buffers, and those with products: the simplest method that
/// proves one counts. Joined claims are too large for methods that are not
/// linear, and so are those about unknown ranks.
static FailureOr<SmallVector<Verdict>>
decideInTurn(const Solver &z3, const Comparison &comparison,
             ArrayRef<Claim> claims, ClaimScripts &scripts) {
  SmallVector<Verdict> verdicts(claims.size(), Verdict::Unknown);
  enum { Abstract, Linear, Full };
  int first = comparison.lowered.isOnBuffers() ? Abstract : Linear;
  int last = comparison.hasUnknownRank() ? Linear : Full;
  for (int method = first; method <= last; ++method) {
    SmallVector<Claim> rest;
    SmallVector<unsigned> numbers;
    for (auto [number, claim] : llvm::enumerate(claims)) {
      if (verdicts[number] == Verdict::Unsatisfiable ||
          (method == Full && claim.parts.size() > 1))
        continue;
      rest.push_back(claim);
      numbers.push_back(number);
    }
    if (rest.empty())
      break;
    OwningOpRef<ModuleOp> module =
        method == Abstract ? scripts.getAbstract(rest) : scripts.getAll(rest);
    FailureOr<SmallVector<Verdict>> found =
        z3.decide(*module, method == Full ? ArrayRef<StringRef>()
                                          : Solver::getLinearOptions());
    if (failed(found))
      return failure();
    for (auto [number, verdict] : llvm::zip_equal(numbers, *found))
      if (verdict == Verdict::Unsatisfiable || method == last)
        verdicts[number] = verdict;
  }
  return verdicts;
}

/// Reports the verdict on each claim, and on the parts of those that are not
/// proven.
LogicalResult SplitVerifyArithmeticPass::report(const Comparison &comparison,
                                                Terms &terms,
                                                ArrayRef<Claim> claims,
                                                ClaimScripts &scripts) {
  Solver z3(getOperation().getLoc(), solver, timeout);
  bool isPlain = onlyRefutes || (!comparison.lowered.isOnBuffers() &&
                                 llvm::all_of(claims, ClaimScripts::isLinear));
  FailureOr<SmallVector<Verdict>> verdicts =
      isPlain ? z3.decide(*scripts.getAll(claims))
              : decideInTurn(z3, comparison, claims, scripts);
  if (failed(verdicts))
    return failure();
  bool holds = true;
  for (auto [claim, verdict] : llvm::zip_equal(claims, *verdicts)) {
    if (verdict == Verdict::Unsatisfiable) {
      if (onlyRefutes)
        continue;
      InFlightDiagnostic remark = emitRemark(claim.loc, claim.name);
      if (claim.parts.size() > 1)
        remark << " x" << claim.parts.size();
      remark << ": proven";
      ++numProven;
      continue;
    }
    if (!claim.parts.empty()) {
      holds &= succeeded(report(comparison, terms, claim.parts, scripts));
      continue;
    }
    isProven = false;
    Operation *reason = scripts.findUnknown(claim);
    std::optional<std::string> example;
    if (verdict == Verdict::Satisfiable && !reason &&
        !comparison.hasUnknownRank())
      example = describeCounterexample(z3, scripts, comparison, terms, claim);
    if (!example) {
      if (onlyRefutes)
        continue;
      if (reason)
        emitWarning(claim.loc, claim.name)
            << ": unknown, as '" << reason->getName() << "' is not modelled";
      else if (verdict == Verdict::Satisfiable && comparison.hasUnknownRank())
        emitWarning(claim.loc, claim.name)
            << ": unknown, no proof for all ranks";
      else
        emitWarning(claim.loc, claim.name)
            << ": unknown, no proof within " << timeout.getValue() << " s";
      ++numUnknown;
      continue;
    }
    emitError(claim.loc, claim.name) << ": refuted, for " << *example;
    ++numRefuted;
    holds = false;
    // One counterexample is enough for joined claims, and for small ranks.
    if (comparison.lowered.isOnBuffers() || onlyRefutes)
      break;
  }
  return success(holds);
}

/// Decides claims, or adds them to `emitted`.
LogicalResult SplitVerifyArithmeticPass::decide(const Comparison &comparison,
                                                Terms &terms,
                                                ArrayRef<Claim> claims,
                                                ModuleOp emitted) {
  ClaimScripts scripts(comparison, terms);
  if (!emitClaims)
    return report(comparison, terms, claims, scripts);
  OwningOpRef<ModuleOp> module = scripts.getAll(claims);
  emitted.getBody()->getOperations().splice(emitted.getBody()->end(),
                                            module->getBody()->getOperations());
  return success();
}

/// Decides the claims about a function, or adds them to `emitted`.
LogicalResult SplitVerifyArithmeticPass::verify(func::FuncOp function,
                                                func::FuncOp lowered,
                                                ModuleOp emitted) {
  if (!lowered || lowered.isExternal() ||
      function.getFunctionType() != lowered.getFunctionType())
    return emitError(function.getLoc())
           << "the lowered module has no function '" << function.getName()
           << "' of the same type";
  isProven = true;
  LogicalResult holds = verifyCase(function, lowered, {}, emitted);
  // Sizes of data of unknown rank are any numbers, and so are their products.
  // What is not proven about them may be refuted for a small rank.
  if (isProven || emitClaims)
    return holds;
  llvm::SaveAndRestore<bool> refuting(onlyRefutes, true);
  for (BlockArgument arg : function.getArguments())
    if (isa<UnrankedTensorType>(arg.getType()))
      for (bool hasSmallSizes : {true, false})
        for (int64_t rank : {1, 2, 3, 0}) {
          Case fixed;
          fixed.data = arg.getArgNumber();
          fixed.rank = rank;
          fixed.hasSmallSizes = hasSmallSizes;
          if (failed(verifyCase(function, lowered, fixed, emitted)))
            return failure();
        }
  return holds;
}

/// Decides the claims about one case, and about those that it has.
LogicalResult SplitVerifyArithmeticPass::verifyCase(func::FuncOp function,
                                                    func::FuncOp lowered,
                                                    const Case &fixed,
                                                    ModuleOp emitted) {
  OwningOpRef<ModuleOp> master = ModuleOp::create(function.getLoc());
  OpBuilder builder = OpBuilder::atBlockBegin(master->getBody());
  Terms terms(builder, function.getLoc());
  Comparison comparison(terms, function, lowered, assumeRules, fixed);
  bool isCase = fixed.axis || fixed.hasAxis || onlyRefutes;
  unsigned numSkipped = 0;
  for (const Encoder *encoder : {&comparison.original, &comparison.lowered}) {
    if (Operation *op = encoder->cutOff; op && cutOffs.insert(op).second) {
      emitWarning(op->getLoc(), "unknown, as more than ")
          << Encoder::kMaxOps << " ops run";
      ++numSkipped;
    }
    if (isCase || fixed.rank)
      continue;
    for (Operation *op : encoder->skipped)
      emitWarning(op->getLoc(), "unknown, as '")
          << op->getName() << "' is not modelled";
    numSkipped += encoder->skipped.size();
  }
  numUnknown += numSkipped;
  isProven &= numSkipped == 0;
  SmallVector<Claim> claims = comparison.getClaims();
  if (!uneven.empty() && !isCase &&
      failed(comparison.addUneven(claims, uneven[0], uneven[1])))
    return failure();
  SmallVector<Case> cases;
  if (comparison.hasUnknownRank() ||
      !llvm::all_of(claims, ClaimScripts::isLinear))
    cases = comparison.getCases();
  comparison.leaveToCases(claims, cases);
  LogicalResult holds = decide(comparison, terms, claims, emitted);
  for (const Case &one : cases) {
    if (failed(holds) && onlyRefutes)
      break;
    if (failed(verifyCase(function, lowered, one, emitted)))
      holds = failure();
  }
  return holds;
}

void SplitVerifyArithmeticPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (!uneven.empty() && uneven.size() != 2) {
    emitError(module.getLoc()) << "the option uneven has " << uneven.size()
                               << " values, expected a dimension and a number";
    return signalPassFailure();
  }
  if (timeout == 0) {
    emitError(module.getLoc()) << "the option timeout is 0, expected seconds";
    return signalPassFailure();
  }
  OwningOpRef<ModuleOp> before = module.clone();
  FailureOr<OwningOpRef<ModuleOp>> after = createLowered();
  if (failed(after) || failed(lowerAffine(*before)))
    return signalPassFailure();
  OwningOpRef<ModuleOp> emitted = ModuleOp::create(module.getLoc());
  bool holds = true;
  before->walk([&](FunctionOpInterface op) {
    if (op.isExternal())
      return;
    auto function = dyn_cast<func::FuncOp>(op.getOperation());
    if (function && function->getParentOp() == *before) {
      holds &= succeeded(verify(
          function, (*after)->lookupSymbol<func::FuncOp>(function.getName()),
          emitted.get()));
      return;
    }
    emitWarning(op.getLoc(), "unknown, as '")
        << op->getName() << "' is not a function of the outermost module";
    ++numUnknown;
  });
  if (!holds)
    return signalPassFailure();
  markAllAnalysesPreserved();
  if (!emitClaims)
    return;
  module.getBody()->clear();
  module.getBody()->getOperations().splice(module.getBody()->end(),
                                           emitted->getBody()->getOperations());
}
