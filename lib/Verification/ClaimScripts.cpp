//===- ClaimScripts.cpp - Claims as scripts for a solver ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClaimScripts.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::split;

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

void ClaimScripts::append(OpBuilder &builder, Location loc,
                          ArrayRef<Value> assertions) {
  auto solver = smt::SolverOp::create(builder, loc, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&solver.getBodyRegion());
  IRMapping map;
  SmallVector<Value> all(assertions);
  llvm::append_range(all, terms.getProductFacts(getSlice(assertions)));
  for (Operation *op : getSlice(all))
    builder.clone(*op, map);
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

OwningOpRef<ModuleOp> ClaimScripts::getOne(const Claim &claim,
                                           ArrayRef<Value> constraints) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(claim.loc);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  SmallVector<Value> assertions{claim.assumption, terms.negate(claim.goal)};
  llvm::append_range(assertions, constraints);
  append(builder, claim.loc, assertions);
  return module;
}

OwningOpRef<ModuleOp> ClaimScripts::getAll(ArrayRef<Claim> claims) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(
      UnknownLoc::get(claims.empty() ? terms.getBool(true).getContext()
                                     : claims.front().loc.getContext()));
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  for (const Claim &claim : claims)
    append(builder, claim.loc, {claim.assumption, terms.negate(claim.goal)});
  return module;
}

SmallVector<Value> ClaimScripts::getVariables(const Claim &claim) {
  SmallVector<Value> variables;
  for (Operation *op : getSlice({claim.assumption, claim.goal}))
    if (isa<smt::DeclareFunOp>(op))
      variables.push_back(op->getResult(0));
  return variables;
}

Operation *ClaimScripts::findUnknown(const Claim &claim) {
  SmallVector<Value> subject{claim.assumption, claim.goal};
  if (claim.subject)
    subject = {claim.subject};
  for (Operation *op : getSlice(subject))
    if (isa<smt::DeclareFunOp>(op))
      if (Operation *unknown =
              comparison.arguments.unknowns.lookup(op->getResult(0)))
        return unknown;
  return nullptr;
}

bool ClaimScripts::dependsOn(const Claim &claim,
                             function_ref<bool(Value)> matches) {
  return llvm::any_of(getSlice({claim.subject}), [&](Operation *op) {
    return isa<smt::DeclareFunOp>(op) && matches(op->getResult(0));
  });
}

bool ClaimScripts::isLinear(const Claim &claim) {
  return llvm::none_of(
      getSlice({claim.assumption, claim.goal}), [](Operation *op) {
        return isa<smt::IntMulOp>(op) &&
               llvm::none_of(op->getOperands(), Terms::getConstant);
      });
}
