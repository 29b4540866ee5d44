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
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

bool Encoder::encodeControl(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<scf::IfOp, scf::ForOp, scf::ParallelOp, func::CallOp>(
          [&](auto known) { return encode(known); })
      .Case([](scf::ReduceOp reduce) { return reduce->getNumOperands() == 0; })
      .Default(false);
}

void Encoder::encodeBlockIf(Block &block, Value condition) {
  llvm::SaveAndRestore<Value> strengthened(path, terms.both(path, condition));
  encodeBlock(block);
}

/// Makes each of `to` the value at its place in `from`, all at once: a loop may
/// yield its values in another order. What is not known of a value in `from`
/// is not known of that in `to`.
void Encoder::copySymbols(ValueRange from, ValueRange to) {
  SmallVector<Symbol> newScalars;
  SmallVector<std::optional<TensorSymbol>> newTensors;
  for (Value value : from) {
    newScalars.push_back(getScalar(value));
    newTensors.emplace_back();
    if (tensors.count(value))
      newTensors.back() = getTensor(value);
  }
  for (auto [value, scalar, tensor] :
       llvm::zip_equal(to, newScalars, newTensors)) {
    forget(value);
    if (scalar.term)
      scalars[value] = scalar;
    if (tensor)
      getTensor(value) = std::move(*tensor);
  }
}

/// A select depends on the value that it selects, not on the other one.
Symbol Encoder::select(const Symbol &condition, const Symbol &lhs,
                       const Symbol &rhs) {
  if (std::optional<bool> known = Terms::getKnown(condition.term)) {
    Symbol result = *known ? lhs : rhs;
    result.poison = terms.either(result.poison, condition.poison);
    result.wraps = terms.either(result.wraps, condition.wraps);
    return result;
  }
  auto pick = [&](Value Symbol::*member) {
    return terms.select(condition.term, lhs.*member, rhs.*member);
  };
  Symbol result{pick(&Symbol::term),
                terms.either(condition.poison, pick(&Symbol::poison)),
                terms.either(condition.wraps, pick(&Symbol::wraps))};
  if (lhs.exact || rhs.exact)
    result.exact = terms.select(condition.term, lhs.getExact(), rhs.getExact());
  return result;
}

/// Makes `result` that of the two values which the condition selects. Parts of
/// different tensors become a tensor that has the elements of one of them.
void Encoder::encodeMerge(Value result, const Symbol &condition, Value lhs,
                          Value rhs, Operation *op) {
  Symbol left = getScalar(lhs), right = getScalar(rhs);
  if (left.term && right.term) {
    scalars[result] = select(condition, left, right);
    return;
  }
  if (!tensors.count(lhs) || !tensors.count(rhs) ||
      getTensor(lhs).sizes.size() != getTensor(rhs).sizes.size())
    return declareAny(result, op);
  TensorPart first = getPart(lhs, {}, op), second = getPart(rhs, {}, op);
  first.begin.assign(first.sizes.size(), terms.get(0));
  second.begin = first.begin;
  first.condition = condition.term;
  TensorSymbol merged;
  auto append = [&](auto list) {
    for (auto [l, r] : llvm::zip(first.tensor.*list, second.tensor.*list))
      (merged.*list).push_back(select(condition, l, r));
  };
  append(&TensorSymbol::sizes);
  if (first.tensor.elements.size() == second.tensor.elements.size())
    append(&TensorSymbol::elements);
  if (first.tensor.root == second.tensor.root &&
      first.tensor.rootSizes == second.tensor.rootSizes) {
    append(&TensorSymbol::offsets);
    merged.root = first.tensor.root;
    merged.rootSizes = first.tensor.rootSizes;
    getTensor(result) = std::move(merged);
    return;
  }
  RootSymbol root;
  root.op = op;
  root.parts = {std::move(first), std::move(second)};
  declareWhole(result, std::move(merged.sizes), std::move(root));
  getTensor(result).elements = std::move(merged.elements);
}

bool Encoder::encode(scf::IfOp op) {
  Symbol condition = getScalar(op.getCondition());
  require(op, terms.negate(condition.poison));
  encodeBlockIf(*op.thenBlock(), condition.term);
  if (!op.elseBlock())
    return true;
  encodeBlockIf(*op.elseBlock(), terms.negate(condition.term));
  for (auto [result, lhs, rhs] :
       llvm::zip_equal(op.getResults(), op.thenYield().getOperands(),
                       op.elseYield().getOperands()))
    encodeMerge(result, condition, lhs, rhs, op);
  return true;
}

/// Returns whether an op in a region of `op` may stop the program.
static bool hasChecks(Operation *op) {
  return hasNested(
      op,
      llvm::IsaPred<AssertOp, cf::AssertOp, SplitOpInterface, func::CallOp>);
}

/// Claims that the bounds and the step of a loop are no poison, and that the
/// step is positive.
void Encoder::requireRange(Operation *op, ArrayRef<Symbol> range) {
  Value step = range[2].term;
  Symbol all = taint(step, range);
  require(op, terms.both(terms.negate(all.poison),
                         terms.isLess(terms.get(0), step)));
  require(op, terms.negate(all.wraps), Need::NoWrap);
}

/// Declares an induction variable: lower + k * step < upper for any k >= 0.
/// Returns these facts.
Value Encoder::declareInduction(Operation *op, Value variable,
                                ArrayRef<Symbol> range) {
  auto [lower, upper, step] = std::tie(range[0], range[1], range[2]);
  requireRange(op, range);
  std::string number = std::to_string(arguments.variables.size());
  Value term = terms.declareInteger("loop" + number);
  Value facts = terms.both(terms.isLessOrEqual(lower.term, term),
                           terms.isLess(term, upper.term));
  arguments.variables[term] = "loop" + number;
  arguments.loops.insert(term);
  if (Terms::getKnown(terms.isEqual(step.term, 1)) != true) {
    Value count = terms.declareInteger("iteration" + number);
    Value definition = terms.add(lower.term, terms.mul(count, step.term));
    facts = terms.both(facts, terms.both(terms.isNonNegative(count),
                                         terms.isEqual(term, definition)));
  }
  // Checks of other iterations may have failed before this one. Iterations of
  // the original are not those of the lowering.
  if (!isLowered || hasChecks(op))
    arguments.unknowns[term] = op;
  scalars[variable] = makeSymbol(term);
  llvm::SaveAndRestore<Value> inLoop(path, terms.both(path, facts));
  require(op,
          terms.fits(terms.add(term, step.term),
                     getScalarWidth(variable.getType())),
          Need::NoWrap);
  return facts;
}

/// Returns the lower bound, the upper bound and the step, or none if one of
/// them is unknown.
std::optional<SmallVector<Symbol, 3>>
Encoder::getRange(Value lower, Value upper, Value step) {
  SmallVector<Symbol, 3> range;
  for (Value bound : {lower, upper, step})
    if (range.push_back(getNumber(bound)); !range.back().term)
      return std::nullopt;
  return range;
}

/// Runs each of `count` iterations in turn.
void Encoder::runLoop(scf::ForOp op, const llvm::APInt &lower,
                      const llvm::APInt &step, uint64_t count) {
  copySymbols(op.getInits(), op.getRegionIterArgs());
  llvm::APInt index = lower;
  for (uint64_t i = 0; i < count; ++i, index += step) {
    scalars[op.getInductionVar()] = makeSymbol(terms.get(index));
    encodeBlock(*op.getBody());
    copySymbols(op.getYieldedValues(), op.getRegionIterArgs());
  }
  copySymbols(op.getRegionIterArgs(), op.getResults());
}

/// Loops with few iterations at compile time, as over the outputs of a copy,
/// run. In all others, values that iterations pass on are arbitrary.
bool Encoder::encode(scf::ForOp op) {
  std::optional<SmallVector<Symbol, 3>> range =
      getRange(op.getLowerBound(), op.getUpperBound(), op.getStep());
  if (!range || op.getUnsignedCmp())
    return false;
  std::optional<llvm::APInt> lower = Terms::getConstant((*range)[0].term),
                             upper = Terms::getConstant((*range)[1].term),
                             step = Terms::getConstant((*range)[2].term);
  bool hasEffect = op.getNumResults() > 0 || hasChecks(op);
  const uint64_t maxIterations = hasEffect ? 1024 : 8;
  if (lower && upper && step && step->isStrictlyPositive()) {
    llvm::APInt distance = llvm::APIntOps::smax(*upper - *lower, *upper * 0);
    uint64_t count =
        llvm::APIntOps::RoundingUDiv(distance, *step, llvm::APInt::Rounding::UP)
            .getLimitedValue();
    if (count <= maxIterations) {
      requireRange(op, *range);
      runLoop(op, *lower, *step, count);
      return true;
    }
  }
  auto declare = [&](Value value) { declareAny(value, op); };
  llvm::for_each(op.getRegionIterArgs(), declare);
  Value facts = declareInduction(op, op.getInductionVar(), *range);
  encodeBlockIf(*op.getBody(), facts);
  llvm::for_each(op.getResults(), declare);
  return true;
}

/// Iterations of a parallel loop run in any order.
bool Encoder::encode(scf::ParallelOp op) {
  SmallVector<SmallVector<Symbol, 3>> ranges;
  for (auto [lower, upper, step] :
       llvm::zip_equal(op.getLowerBound(), op.getUpperBound(), op.getStep())) {
    std::optional<SmallVector<Symbol, 3>> range = getRange(lower, upper, step);
    if (!range)
      return false;
    ranges.push_back(std::move(*range));
  }
  Value facts = terms.getBool(true);
  for (auto [variable, range] : llvm::zip_equal(op.getInductionVars(), ranges))
    facts = terms.both(facts, declareInduction(op, variable, range));
  encodeBlockIf(*op.getBody(), facts);
  for (Value result : op.getResults())
    declareAny(result, op);
  return true;
}

/// Calls of functions of one block become their bodies. Recursive calls do not:
/// the encoder keeps one symbol for each SSA value, and a second frame of the
/// same function would overwrite those of the first one.
bool Encoder::encode(func::CallOp op) {
  constexpr unsigned kMaxDepth = 8;
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  if (!callee || !callee.getBody().hasOneBlock() ||
      !isa<func::ReturnOp>(callee.getBody().front().getTerminator()) ||
      callStack.size() > kMaxDepth || llvm::is_contained(callStack, callee))
    return false;
  copySymbols(op.getOperands(), callee.getArguments());
  callStack.push_back(callee);
  Block &body = callee.getBody().front();
  encodeBlock(body);
  callStack.pop_back();
  copySymbols(body.getTerminator()->getOperands(), op.getResults());
  return true;
}
