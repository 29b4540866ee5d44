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
#include "mlir/Dialect/Utils/StaticValueUtils.h"
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
  if (auto call = dyn_cast<func::CallOp>(op))
    return encodeCall(call);
  return isa<scf::ReduceOp>(op) && op->getNumOperands() == 0;
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
  SmallVector<std::optional<PointerSymbol>> newPointers;
  SmallVector<std::optional<TensorSymbol>> newTensors;
  for (Value value : from) {
    newScalars.push_back(getScalar(value));
    newPointers.emplace_back();
    if (auto found = pointers.find(value); found != pointers.end())
      newPointers.back() = found->second;
    newTensors.emplace_back();
    if (tensors.count(value))
      newTensors.back() = getTensor(value);
  }
  for (auto [value, scalar, pointer, tensor] :
       llvm::zip_equal(to, newScalars, newPointers, newTensors)) {
    forget(value);
    if (scalar.term)
      scalars[value] = scalar;
    if (pointer)
      pointers[value] = std::move(*pointer);
    if (tensor)
      getTensor(value) = std::move(*tensor);
  }
}

/// Returns whether a condition may hold: any condition that depends on a number
/// which is not exact.
Value Encoder::holds(const Symbol &condition) {
  return isExact ? terms.either(condition.term, condition.wraps)
                 : condition.term;
}

/// The original is not claimed to be exact. Where its conditions may not be,
/// what it does is unknown.
void Encoder::skipInexact(Operation *op, const Symbol &condition) {
  if (isExact && !isLowered && Terms::getKnown(condition.wraps) != false)
    skipped.push_back(op);
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

/// Makes `result` that of the two values which the condition selects. Parts of
/// different tensors become a tensor that has the elements of one of them.
void Encoder::encodeMerge(Value result, const Symbol &condition, Value lhs,
                          Value rhs, Operation *op) {
  Symbol left = getScalar(lhs), right = getScalar(rhs);
  if (left.term && right.term) {
    scalars[result] = select(condition, left, right);
    return;
  }
  auto isPlain = [&](Value value) {
    return tensors.count(value) && !getTensor(value).unranked &&
           !getTensor(value).shape;
  };
  if (!isPlain(lhs) || !isPlain(rhs) ||
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

bool Encoder::encodeIf(scf::IfOp op) {
  Symbol condition = getScalar(op.getCondition());
  if (!condition.term)
    return false;
  require(op, "bounds", terms.negate(condition.poison));
  skipInexact(op, condition);
  llvm::DenseMap<unsigned, Table> before = tables, afterThen;
  encodeBlockIf(*op.thenBlock(), holds(condition));
  condition.term = terms.negate(condition.term);
  afterThen = std::exchange(tables, before);
  if (op.elseBlock())
    encodeBlockIf(*op.elseBlock(), holds(condition));
  condition.term = terms.negate(condition.term);
  forgetTables(before);
  forgetTables(afterThen);
  if (!op.elseBlock())
    return true;
  for (auto [result, lhs, rhs] :
       llvm::zip_equal(op.getResults(), op.thenYield().getOperands(),
                       op.elseYield().getOperands()))
    encodeMerge(result, condition, lhs, rhs, op);
  return true;
}

/// Claims that the lower bound, the upper bound and the step of a loop are
/// exact, and that the step is positive.
void Encoder::requireRange(Operation *op, ArrayRef<Symbol> range) {
  auto [lower, upper, step] = std::tie(range[0], range[1], range[2]);
  Symbol bounds = taint(upper.term, {lower, upper});
  require(op, "bounds",
          terms.both(terms.negate(taint(step.term, range).poison),
                     terms.isLess(terms.get(0), step.term)));
  // The step of a loop that does not run does not matter.
  Value matters = terms.both(step.wraps, terms.isLess(lower.term, upper.term));
  require(op, "wrap", terms.negate(terms.either(bounds.wraps, matters)));
  skipInexact(op, taint(step.term, range));
}

/// Declares an induction variable: lower + k * step < upper for any k >= 0.
/// Returns these facts. The next value, which is compared with the upper bound,
/// does not wrap around.
Value Encoder::declareInduction(Operation *op, Value variable,
                                ArrayRef<Symbol> range) {
  auto [lower, upper, step] = std::tie(range[0], range[1], range[2]);
  requireRange(op, range);
  std::string number = std::to_string(arguments.variables.size());
  Value term = terms.declareInteger("loop" + number);
  Value facts = terms.both(terms.isLessOrEqual(lower.term, term),
                           terms.isLess(term, upper.term));
  arguments.variables[term] = "loop" + number;
  Value definition = term;
  if (Terms::getKnown(terms.isEqual(step.term, 1)) != true) {
    Value count = terms.declareInteger("iteration" + number);
    definition = terms.add(lower.term, terms.mul(count, step.term));
    facts = terms.both(facts, terms.both(terms.isNonNegative(count),
                                         terms.isEqual(term, definition)));
  }
  arguments.loops[term] = definition;
  Symbol symbol = makeSymbol(term);
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
bool Encoder::encodeFor(scf::ForOp op) {
  std::optional<SmallVector<Symbol, 3>> range =
      getRange(op.getLowerBound(), op.getUpperBound(), op.getStep());
  if (!range || op.getUnsignedCmp())
    return false;
  std::optional<llvm::APInt> lower = Terms::getConstant((*range)[0].term),
                             upper = Terms::getConstant((*range)[1].term),
                             step = Terms::getConstant((*range)[2].term);
  constexpr uint64_t kMaxIterations = 8, kMaxFolds = 1024;
  if (lower && upper && step && lower->sle(*upper) &&
      step->isStrictlyPositive()) {
    uint64_t count = llvm::APIntOps::RoundingUDiv(*upper - *lower, *step,
                                                  llvm::APInt::Rounding::UP)
                         .getLimitedValue();
    llvm::APInt end = *lower + *step * count;
    unsigned width = getScalarWidth(op.getInductionVar().getType());
    if (end.isSignedIntN(width) &&
        count <= (op.getNumResults() > 0 ? kMaxFolds : kMaxIterations)) {
      requireRange(op, *range);
      runLoop(op, *lower, *step, count);
      return true;
    }
  }
  if (encodeProducts(op, *range))
    return true;
  auto declare = [&](Value value) {
    declareAny(value, op);
    // A number of the program is exact, however it was computed.
    if (auto found = scalars.find(value); isExact && found != scalars.end())
      found->second.wraps = terms.getBool(false);
  };
  llvm::for_each(op.getRegionIterArgs(), declare);
  Value facts = declareInduction(op, op.getInductionVar(), *range);
  llvm::SaveAndRestore<unsigned> inLoop(loopDepth, loopDepth + 1);
  encodeBlockIf(*op.getBody(), facts);
  llvm::for_each(op.getResults(), declare);
  return true;
}

/// Returns one of the numbers from 0 to `count` - 1, whose products are linear.
static Value chooseNumber(Terms &terms, Value variable, int64_t count) {
  Value number = terms.get(count - 1);
  for (int64_t i = count - 2; i >= 0; --i)
    number = terms.select(terms.isEqual(variable, i), terms.get(i), number);
  return number;
}

/// Iterations of a parallel loop run in any order.
bool Encoder::encodeParallel(scf::ParallelOp op) {
  if (arguments.copies.count > 0 && !requireThreadParts(op))
    skipped.push_back(op);
  Value facts = terms.getBool(true);
  for (auto [variable, lower, upper, step] :
       llvm::zip_equal(op.getInductionVars(), op.getLowerBound(),
                       op.getUpperBound(), op.getStep())) {
    std::optional<SmallVector<Symbol, 3>> range = getRange(lower, upper, step);
    if (!range)
      return false;
    facts = terms.both(facts, declareInduction(op, variable, *range));
    // The number of a thread.
    constexpr int64_t kMaxChoices = 8;
    std::optional<llvm::APInt> count = Terms::getConstant((*range)[1].term);
    bool isNumber =
        Terms::getKnown(terms.isEqual((*range)[0].term, 0)) == true &&
        Terms::getKnown(terms.isEqual((*range)[2].term, 1)) == true;
    if (isNumber && count && count->sgt(0) && count->sle(kMaxChoices)) {
      Value &term = scalars[variable].term;
      term = chooseNumber(terms, term, count->getSExtValue());
    }
  }
  llvm::SaveAndRestore<unsigned> inLoop(loopDepth, loopDepth + 1);
  llvm::SaveAndRestore<bool> inThread(isInThread, true);
  encodeBlockIf(*op.getBody(), facts);
  for (Value result : op.getResults())
    declareAny(result, op);
  return true;
}

/// Returns what a call of a kernel copies, or none for other calls. The first
/// operands of kernels that are integers are the begin and the end.
std::optional<Encoder::Part> Encoder::getPart(func::CallOp op) {
  SmallVector<Symbol> numbers;
  for (Value operand : op.getOperands())
    if (operand.getType().isInteger(64))
      numbers.push_back(getScalar(operand));
  if (arguments.copies.count != 1 || numbers.size() < 2 || !numbers[0].term ||
      !numbers[1].term)
    return std::nullopt;
  return Part(numbers[0], numbers[1]);
}

/// Claims that each part begins where the one before ends, and that they are
/// all rows or, for kernels that copy the bytes of one run, all bytes.
void Encoder::requireParts(func::CallOp op, ArrayRef<Part> parts) {
  Value end = terms.get(0), areParts = terms.getBool(true);
  for (const auto &[first, last] : parts) {
    Value isExact = terms.negate(taint(end, {first, last}).wraps);
    Value follows = terms.both(terms.isEqual(first.term, end),
                               terms.isLessOrEqual(first.term, last.term));
    areParts = terms.both(areParts, terms.both(isExact, follows));
    end = last.term;
  }
  Value isEmpty = terms.isEqual(arguments.copies.rowElements, 0);
  Value all = arguments.copies.rows;
  bool isRun = isa<LLVM::LLVMPointerType>(op.getOperand(1).getType());
  if (isRun) {
    SmallVector<PointerTarget, 1> targets =
        pointers.lookup(op.getOperand(1)).targets;
    if (targets.size() != 1) {
      skipped.push_back(op);
      return;
    }
    const BufferSymbol &target = arguments.buffers[targets.front().root];
    all = terms.sub(target.end, target.begin);
  }
  require(op, "parts",
          terms.either(isEmpty, terms.both(areParts, terms.isEqual(end, all))));
}

/// Returns whether an op has a call in one of its regions.
static bool hasCall(Operation &op) {
  return op.walk([&](func::CallOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Claims that threads copy different rows, and all of them. Returns whether it
/// knows the parts of all threads.
bool Encoder::requireThreadParts(scf::ParallelOp op) {
  constexpr int64_t kMaxThreads = 64;
  std::optional<llvm::APInt> count;
  if (Symbol upper = getScalar(op.getUpperBound().front()); upper.term)
    count = Terms::getConstant(upper.term);
  if (!count || count->sgt(kMaxThreads) || op.getInductionVars().size() != 1 ||
      !isConstantIntValue(op.getLowerBound().front(), 0) ||
      !isConstantIntValue(op.getStep().front(), 1))
    return false;
  llvm::MapVector<Operation *, SmallVector<Part>> parts;
  SmallVector<Requirement> before = requirements;
  for (int64_t thread = 0; thread < count->getSExtValue(); ++thread) {
    scalars[op.getInductionVars().front()] = makeSymbol(terms.get(thread));
    for (Operation &nested : *op.getBody()) {
      auto call = dyn_cast<func::CallOp>(nested);
      std::optional<Part> part;
      if (call)
        part = getPart(call);
      if (part) {
        parts[call].push_back(*part);
        continue;
      }
      if (call || hasCall(nested)) {
        requirements = before;
        return false;
      }
      llvm::for_each(nested.getResults(), [&](Value value) { forget(value); });
      encodeInteger(&nested) || encodeCast(&nested);
    }
  }
  // The body has requirements for any thread.
  requirements = before;
  for (auto &[call, threadParts] : parts)
    requireParts(cast<func::CallOp>(call), threadParts);
  return !parts.empty();
}

/// Calls of functions without results become their bodies.
bool Encoder::encodeCall(func::CallOp op) {
  constexpr unsigned kMaxDepth = 8;
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  if (!callee || !callee.getBody().hasOneBlock() || op->getNumResults() > 0 ||
      callDepth == kMaxDepth)
    return false;
  copySymbols(op.getOperands(), callee.getArguments());
  if (std::optional<Part> part = getPart(op);
      part && callDepth == 0 && !isInThread)
    requireParts(op, *part);
  llvm::SaveAndRestore<unsigned> inCall(callDepth, callDepth + 1);
  encodeBlock(callee.getBody().front());
  return true;
}
