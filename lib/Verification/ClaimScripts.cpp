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

/// Returns the ops that create `values`, operands before their users. Operands
/// of ops that are leaves do not count.
static SmallVector<Operation *> getSlice(
    ArrayRef<Value> values, llvm::function_ref<bool(Operation *)> isLeaf =
                                [](Operation *) { return false; }) {
  llvm::SetVector<Operation *> ops;
  for (Value value : values)
    ops.insert(value.getDefiningOp());
  // The set grows.
  for (unsigned i = 0; i < ops.size(); ++i)
    if (!isLeaf(ops[i]))
      for (Value operand : ops[i]->getOperands())
        ops.insert(operand.getDefiningOp());
  SmallVector<Operation *> sorted = llvm::to_vector(ops);
  llvm::sort(sorted, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  return sorted;
}

bool ClaimScripts::hasAddress(Value value) {
  if (auto found = addresses.find(value); found != addresses.end())
    return found->second;
  bool has = llvm::any_of(value.getDefiningOp()->getOperands(),
                          [&](Value operand) { return hasAddress(operand); });
  return addresses[value] = has;
}

/// Returns the modulus of which a term is the residue of an address, or one of
/// several such residues, and none for other terms.
std::optional<llvm::APInt> ClaimScripts::getLimit(Value value) {
  if (auto rest = value.getDefiningOp<smt::IntModOp>()) {
    std::optional<llvm::APInt> modulus = Terms::getConstant(rest.getRhs());
    if (modulus && modulus->isStrictlyPositive() && hasAddress(rest.getLhs()))
      return modulus;
  }
  auto choice = value.getDefiningOp<smt::IteOp>();
  if (!choice || !isa<smt::IntType>(value.getType()))
    return std::nullopt;
  std::optional<llvm::APInt> lhs = getLimit(choice.getThenValue());
  std::optional<llvm::APInt> rhs = getLimit(choice.getElseValue());
  return lhs && rhs && *lhs == *rhs ? lhs : std::nullopt;
}

void ClaimScripts::append(OpBuilder &builder, Location loc,
                          ArrayRef<Value> assertions) {
  auto solver = smt::SolverOp::create(builder, loc, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&solver.getBodyRegion());
  IRMapping map;
  auto isResidue = [&](Operation *op) {
    return isAbstract && getLimit(op->getResult(0)).has_value();
  };
  SmallVector<Value> all(assertions);
  llvm::append_range(all,
                     terms.getProductFacts(getSlice(assertions, isResidue)));
  Terms residues(builder, loc);
  for (Operation *op : getSlice(all, isResidue)) {
    if (!isResidue(op)) {
      builder.clone(*op, map);
      continue;
    }
    Value residue = residues.declareInteger("residue");
    Value limit = residues.get(*getLimit(op->getResult(0)));
    map.map(op->getResult(0), residue);
    smt::AssertOp::create(builder, loc,
                          residues.both(residues.isNonNegative(residue),
                                        residues.isLess(residue, limit)));
  }
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
  isAbstract = false;
  return getModule(claims);
}

OwningOpRef<ModuleOp> ClaimScripts::getAbstract(ArrayRef<Claim> claims) {
  for (const auto &[root, buffer] : comparison.arguments.buffers)
    if (buffer.address)
      addresses[buffer.address] = true;
  isAbstract = true;
  OwningOpRef<ModuleOp> module = getModule(claims);
  isAbstract = false;
  return module;
}

OwningOpRef<ModuleOp> ClaimScripts::getModule(ArrayRef<Claim> claims) {
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
