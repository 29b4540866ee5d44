//===- ClaimScripts.cpp - Claims as scripts for a solver ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Claims.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

/// Returns the ops that create `values`, operands before their users.
static SmallVector<Operation *> getSlice(ArrayRef<Value> values) {
  llvm::SetVector<Operation *> ops;
  for (Value value : values)
    ops.insert(value.getDefiningOp());
  // The set grows.
  for (unsigned i = 0; i < ops.size(); ++i)
    for (Value operand : ops[i]->getOperands())
      ops.insert(operand.getDefiningOp());
  SmallVector<Operation *> sorted = llvm::to_vector(ops);
  llvm::sort(sorted, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  return sorted;
}

Assertions ClaimScripts::refute(const Claim &claim, Value goal, bool exists) {
  Assertions all = assume(claim);
  all.push_back(terms.negate(goal));
  if (exists)
    all.push_back(comparison.arguments.exists);
  return all;
}

Assertions ClaimScripts::assume(const Claim &claim) {
  return {comparison.arguments.facts, claim.assumption};
}

/// Clones an op. SMT-LIB has no negative literals.
static void cloneTerm(OpBuilder &builder, Operation *op, IRMapping &map) {
  std::optional<llvm::APInt> value = Terms::getConstant(op->getResult(0));
  if (!value || !value->isNegative()) {
    builder.clone(*op, map);
    return;
  }
  Terms terms(builder, op->getLoc());
  Value magnitude = terms.get(-*value);
  map.map(op->getResult(0), smt::IntSubOp::create(builder, op->getLoc(),
                                                  terms.get(0), magnitude));
}

void ClaimScripts::append(OpBuilder &builder, ArrayRef<Value> assertions,
                          StringRef logic) {
  Location loc = builder.getUnknownLoc();
  auto solver = smt::SolverOp::create(builder, loc, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&solver.getBodyRegion());
  if (!logic.empty())
    smt::SetLogicOp::create(builder, loc, logic);
  IRMapping map;
  Assertions all(assertions);
  llvm::append_range(all, terms.getProductFacts(getSlice(assertions)));
  for (Operation *op : getSlice(all))
    cloneTerm(builder, op, map);
  for (Value assertion : all)
    smt::AssertOp::create(builder, loc, map.lookup(assertion));
  auto check = smt::CheckOp::create(builder, loc, TypeRange());
  for (Region &region : check->getRegions()) {
    OpBuilder::InsertionGuard inner(builder);
    builder.createBlock(&region);
    smt::YieldOp::create(builder, loc);
  }
  smt::YieldOp::create(builder, loc);
}

OwningOpRef<ModuleOp> ClaimScripts::getModule(ArrayRef<Assertions> scripts,
                                              StringRef logic) {
  MLIRContext *context = terms.getBool(true).getContext();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context));
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  for (const Assertions &assertions : scripts)
    append(builder, assertions, logic);
  return module;
}

SmallVector<Value> ClaimScripts::getVariables(const Claim &claim) {
  SmallVector<Value> variables;
  for (Operation *op : getSlice({claim.assumption, claim.getExactGoal()}))
    if (isa<smt::DeclareFunOp>(op))
      variables.push_back(op->getResult(0));
  return variables;
}

Operation *ClaimScripts::findUnknown(const Claim &claim) {
  for (Value variable : getVariables(claim))
    if (Operation *unknown = comparison.arguments.unknowns.lookup(variable))
      return unknown;
  return nullptr;
}

bool ClaimScripts::isLinear(const Claim &claim) {
  return llvm::none_of(
      getSlice({claim.assumption, claim.goal}), [](Operation *op) {
        return isa<smt::IntMulOp>(op) &&
               llvm::none_of(op->getOperands(), Terms::getConstant);
      });
}
