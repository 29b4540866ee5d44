//===- ControlOps.cpp - Branches, loops and calls as terms ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an op in a branch or in a loop needs is claimed for any iteration, by
// the facts that hold in each of them. A check in a loop holds afterwards only
// for one iteration that is not known, so that nothing depends on the others.
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::split;

bool Encoder::encodeControl(Operation *op) {
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return encodeIf(branch);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return encodeFor(loop);
  if (auto loop = dyn_cast<scf::ParallelOp>(op))
    return encodeParallel(loop);
  return false;
}

void Encoder::encodeBlockIf(Block &block, Value condition) {
  llvm::SaveAndRestore<Value> strengthened(path, terms.both(path, condition));
  encodeBlock(block);
}

/// A select depends on the value that it selects, not on the other one.
Symbol Encoder::select(const Symbol &condition, const Symbol &lhs,
                       const Symbol &rhs) {
  auto pick = [&](Value Symbol::*member) {
    return terms.select(condition.term, lhs.*member, rhs.*member);
  };
  return {pick(&Symbol::term),
          terms.either(condition.poison, pick(&Symbol::poison)),
          terms.either(condition.wraps, pick(&Symbol::wraps))};
}

/// Gives the result of a branch a symbol. What is not a part of the same tensor
/// in both regions is arbitrary.
void Encoder::encodeMerge(Value result, const Symbol &condition, Value lhs,
                          Value rhs) {
  Symbol left = getScalar(lhs), right = getScalar(rhs);
  if (left.term && right.term) {
    scalars[result] = select(condition, left, right);
    return;
  }
  if (!tensors.count(lhs) || !tensors.count(rhs) ||
      getTensor(lhs).root != getTensor(rhs).root)
    return declareUnknown(result, result.getDefiningOp());
  const TensorSymbol &first = getTensor(lhs), &second = getTensor(rhs);
  TensorSymbol merged;
  merged.root = first.root;
  auto append = [&](SmallVector<Symbol> TensorSymbol::*list) {
    for (auto [l, r] : llvm::zip(first.*list, second.*list))
      (merged.*list).push_back(select(condition, l, r));
  };
  append(&TensorSymbol::offsets);
  append(&TensorSymbol::sizes);
  append(&TensorSymbol::elements);
  getTensor(result) = merged;
}

bool Encoder::encodeIf(scf::IfOp op) {
  Symbol condition = getScalar(op.getCondition());
  if (!condition.term)
    return false;
  require(op, "bounds", terms.negate(condition.poison));
  encodeBlockIf(*op.thenBlock(), condition.term);
  if (!op.elseBlock())
    return true;
  encodeBlockIf(*op.elseBlock(), terms.negate(condition.term));
  for (auto [result, lhs, rhs] :
       llvm::zip_equal(op.getResults(), op.thenYield().getOperands(),
                       op.elseYield().getOperands()))
    encodeMerge(result, condition, lhs, rhs);
  return true;
}

/// Declares an induction variable: lower + k * step < upper for any k >= 0.
/// Returns these facts. The step is positive, and the next value, which is
/// compared with the upper bound, does not wrap around.
Value Encoder::declareInduction(Operation *op, Value variable,
                                ArrayRef<Symbol> range) {
  auto [lower, upper, step] = std::tie(range[0], range[1], range[2]);
  Symbol all = taint(step.term, range);
  require(op, "bounds",
          terms.both(terms.negate(all.poison),
                     terms.isLess(terms.get(0), step.term)));
  require(op, "wrap", terms.negate(all.wraps));
  std::string number = std::to_string(arguments.variables.size());
  Symbol symbol = makeSymbol(terms.declareInteger("loop" + number));
  arguments.variables[symbol.term] = "loop" + number;
  Value facts = terms.both(terms.isLessOrEqual(lower.term, symbol.term),
                           terms.isLess(symbol.term, upper.term));
  if (Terms::getKnown(terms.isEqual(step.term, 1)) != true) {
    Value count = terms.declareInteger("iteration" + number);
    Value distance = terms.mul(count, step.term);
    facts = terms.both(
        facts, terms.both(terms.isNonNegative(count),
                          terms.isEqual(symbol.term,
                                        terms.add(lower.term, distance))));
  }
  scalars[variable] = symbol;
  llvm::SaveAndRestore<Value> inLoop(path, terms.both(path, facts));
  require(op, "wrap",
          terms.fits(terms.add(symbol.term, step.term),
                     getScalarWidth(variable.getType())));
  return facts;
}

/// Returns the lower bound, the upper bound and the step, or none if one of
/// them is unknown.
std::optional<SmallVector<Symbol, 3>>
Encoder::getRange(Value lower, Value upper, Value step) {
  SmallVector<Symbol, 3> range;
  for (Value bound : {lower, upper, step})
    if (range.push_back(getScalar(bound)); !range.back().term)
      return std::nullopt;
  return range;
}

/// Values that iterations pass on are arbitrary.
bool Encoder::encodeFor(scf::ForOp op) {
  std::optional<SmallVector<Symbol, 3>> range =
      getRange(op.getLowerBound(), op.getUpperBound(), op.getStep());
  if (!range || op.getUnsignedCmp())
    return false;
  for (Value arg : op.getRegionIterArgs())
    declareUnknown(arg, op);
  Value facts = declareInduction(op, op.getInductionVar(), *range);
  encodeBlockIf(*op.getBody(), facts);
  for (Value result : op.getResults())
    declareUnknown(result, op);
  return true;
}

/// Iterations of a parallel loop run in any order.
bool Encoder::encodeParallel(scf::ParallelOp op) {
  Value facts = terms.getBool(true);
  for (auto [variable, lower, upper, step] :
       llvm::zip_equal(op.getInductionVars(), op.getLowerBound(),
                       op.getUpperBound(), op.getStep())) {
    std::optional<SmallVector<Symbol, 3>> range = getRange(lower, upper, step);
    if (!range)
      return false;
    facts = terms.both(facts, declareInduction(op, variable, *range));
  }
  encodeBlockIf(*op.getBody(), facts);
  for (Value result : op.getResults())
    declareUnknown(result, op);
  return true;
}
