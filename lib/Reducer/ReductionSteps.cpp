//===- ReductionSteps.cpp - steps that simplify modules -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionSteps.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::split;

bool mlir::split::isInteresting(const Tester &tester, ModuleOp module) {
  // The tester verifies the module.
  ScopedDiagnosticHandler silence(module.getContext(),
                                  [](Diagnostic &) { return success(); });
  return tester.isInteresting(module).first == Tester::Interestingness::True;
}

/// Returns the outermost module around `op`.
static ModuleOp getModule(Operation *op) {
  while (Operation *parent = op->getParentOp())
    op = parent;
  return cast<ModuleOp>(op);
}

LogicalResult mlir::split::tryStep(const Tester &tester, RewriterBase &rewriter,
                                   Operation *op, ReductionStep step) {
  IRMapping mapping;
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(getModule(op)->clone(mapping));
  Operation *copyOfOp = mapping.lookup(op);
  IRRewriter copyRewriter(copyOfOp);
  if (failed(step(copyRewriter, copyOfOp)) || !isInteresting(tester, *copy))
    return failure();
  rewriter.setInsertionPoint(op);
  return step(rewriter, op);
}

/// Adds a last argument to `function`.
static FailureOr<Value> addArgument(RewriterBase &rewriter,
                                    FunctionOpInterface function, Type type,
                                    Location loc) {
  LogicalResult inserted = failure();
  rewriter.modifyOpInPlace(function, [&] {
    inserted = function.insertArgument(function.getNumArguments(), type,
                                       /*argAttrs=*/{}, loc);
  });
  if (failed(inserted))
    return failure();
  return Value(function.getArguments().back());
}

/// Replaces each of `values` by a new argument of the function around `op`.
static LogicalResult moveToArguments(RewriterBase &rewriter, Operation *op,
                                     ValueRange values) {
  if (values.empty())
    return success();
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function)
    return failure();
  for (Value value : values) {
    FailureOr<Value> argument =
        addArgument(rewriter, function, value.getType(), value.getLoc());
    if (failed(argument))
      return failure();
    rewriter.replaceAllUsesWith(value, *argument);
  }
  return success();
}

static SmallVector<Value> getUsedResults(Operation *op) {
  return SmallVector<Value>(llvm::make_filter_range(
      op->getResults(), [](Value result) { return !result.use_empty(); }));
}

LogicalResult mlir::split::eraseUnused(RewriterBase &rewriter, Operation *op) {
  if (!op->use_empty())
    return failure();
  rewriter.eraseOp(op);
  return success();
}

LogicalResult mlir::split::replaceByOperands(RewriterBase &rewriter,
                                             Operation *op) {
  if (op->use_empty())
    return failure();
  for (Value result : getUsedResults(op)) {
    // In a graph region, an op may be its own operand.
    auto operand = llvm::find_if(op->getOperands(), [&](Value value) {
      return value.getDefiningOp() != op && value.getType() == result.getType();
    });
    if (operand == op->getOperands().end())
      return failure();
    rewriter.replaceAllUsesWith(result, *operand);
  }
  rewriter.eraseOp(op);
  return success();
}

LogicalResult mlir::split::replaceByArguments(RewriterBase &rewriter,
                                              Operation *op) {
  // A constant is as simple as an argument.
  if (op->use_empty() || matchPattern(op, m_Constant()) ||
      failed(moveToArguments(rewriter, op, getUsedResults(op))))
    return failure();
  rewriter.eraseOp(op);
  return success();
}

LogicalResult mlir::split::inlineRegion(RewriterBase &rewriter, Operation *op,
                                        unsigned index) {
  // The body of a function must stay in it.
  Region &region = op->getRegion(index);
  if (isa<FunctionOpInterface>(op) || !region.hasOneBlock())
    return failure();
  Block &block = region.front();
  if (failed(moveToArguments(rewriter, op,
                             SmallVector<Value>(block.getArguments()))))
    return failure();
  block.eraseArguments(0, block.getNumArguments());
  // An unregistered op may be a terminator unless it has uses.
  if (block.mightHaveTerminator() && block.back().use_empty()) {
    Operation *terminator = &block.back();
    if (terminator->getOperandTypes() == op->getResultTypes())
      rewriter.replaceAllUsesWith(op->getResults(), terminator->getOperands());
    rewriter.eraseOp(terminator);
  }
  if (failed(moveToArguments(rewriter, op, getUsedResults(op))))
    return failure();
  rewriter.inlineBlockBefore(&block, op);
  rewriter.eraseOp(op);
  return success();
}

/// Returns the return op of `function`, or null.
static Operation *findReturn(FunctionOpInterface function) {
  for (Block &block : function.getFunctionBody())
    if (block.getTerminator()->hasTrait<OpTrait::ReturnLike>())
      return block.getTerminator();
  return nullptr;
}

LogicalResult mlir::split::returnInstead(RewriterBase &rewriter,
                                         Operation *branch) {
  auto function = dyn_cast<FunctionOpInterface>(branch->getParentOp());
  if (!function || branch->getNumSuccessors() == 0)
    return failure();
  Operation *model = findReturn(function);
  if (!model)
    return failure();
  Operation *end = rewriter.clone(*model);
  for (OpOperand &operand : end->getOpOperands()) {
    FailureOr<Value> argument = addArgument(
        rewriter, function, operand.get().getType(), operand.get().getLoc());
    if (failed(argument))
      return failure();
    operand.set(*argument);
  }
  rewriter.eraseOp(branch);
  (void)eraseUnreachableBlocks(rewriter, function->getRegions());
  return success();
}

LogicalResult mlir::split::branchAlways(RewriterBase &rewriter, Operation *op,
                                        unsigned index) {
  auto branch = dyn_cast<BranchOpInterface>(op);
  if (!branch || op->getNumSuccessors() < 2)
    return failure();
  SuccessorOperands operands = branch.getSuccessorOperands(index);
  if (operands.getProducedOperandCount() != 0)
    return failure();
  Operation *parent = op->getParentOp();
  rewriter.replaceOpWithNewOp<cf::BranchOp>(op, op->getSuccessor(index),
                                            operands.getForwardedOperands());
  (void)eraseUnreachableBlocks(rewriter, parent->getRegions());
  return success();
}

LogicalResult mlir::split::mergeSuccessor(RewriterBase &rewriter,
                                          Operation *op) {
  auto branch = dyn_cast<cf::BranchOp>(op);
  if (!branch)
    return failure();
  Block *block = op->getBlock(), *successor = branch.getDest();
  if (successor == block || successor->getSinglePredecessor() != block)
    return failure();
  SmallVector<Value> operands(branch.getDestOperands());
  rewriter.eraseOp(branch);
  rewriter.mergeBlocks(successor, block, operands);
  return success();
}

LogicalResult mlir::split::dropResult(RewriterBase &rewriter, Operation *op,
                                      unsigned index) {
  auto function = cast<FunctionOpInterface>(op);
  for (Block &block : function.getFunctionBody()) {
    Operation *terminator = block.getTerminator();
    if (!terminator->hasTrait<OpTrait::ReturnLike>())
      continue;
    if (terminator->getNumOperands() != function.getNumResults())
      return failure();
    rewriter.modifyOpInPlace(terminator,
                             [&] { terminator->eraseOperand(index); });
  }
  LogicalResult erased = failure();
  rewriter.modifyOpInPlace(function,
                           [&] { erased = function.eraseResult(index); });
  return erased;
}

LogicalResult mlir::split::dropArgument(RewriterBase &rewriter, Operation *op,
                                        unsigned index) {
  auto function = cast<FunctionOpInterface>(op);
  if (!function.getArgument(index).use_empty())
    return failure();
  LogicalResult erased = failure();
  rewriter.modifyOpInPlace(function,
                           [&] { erased = function.eraseArgument(index); });
  return erased;
}
