//===- Claims.cpp - Claims about a function -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Claims.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

/// Returns the rule that the message of a `split.assert` names, or none for
/// checks that the program itself makes.
static std::optional<RuleId> getRule(const Check &check) {
  if (!isa<AssertOp>(check.op))
    return std::nullopt;
  static constexpr std::pair<StringLiteral, RuleId> kParts[] = {
      {"result type has rank", RuleId::Rank},
      {"but its type states", RuleId::R6},
      {"data has rank 0", RuleId::R1},
      {"is out of range for data of rank", RuleId::R1},
      {"which its type quantizes by", RuleId::R1},
      {"is not divisible by num_splits", RuleId::R2},
      {"hold a negative length other than -1", RuleId::R3},
      {"hold -1 more than once", RuleId::R3},
      {"hold a negative index value", RuleId::R3},
      {"the largest size", RuleId::R3},
      {" sum to ", RuleId::R4}};
  for (auto [part, id] : kParts)
    if (check.message.contains(part))
      return id;
  return std::nullopt;
}

/// Returns whether all checks of a rule hold.
static Value getChecked(Terms &terms, const Encoder &encoder,
                        std::optional<RuleId> id) {
  Value holds = encoder.passedUnknown;
  for (const Check &check : encoder.checks)
    if (getRule(check) == id)
      holds = terms.both(holds, check.condition);
  return holds;
}

Comparison::Comparison(Terms &terms, func::FuncOp function,
                       func::FuncOp loweredFunction, bool assumesRules,
                       const Case &fixed)
    : arguments(terms, function, fixed),
      original(terms, arguments, /*isLowered=*/false),
      lowered(terms, arguments, /*isLowered=*/true), terms(terms),
      function(function), assumesRules(assumesRules), fixed(fixed) {
  original.encode(function);
  if (fixed.isOutOfRange)
    arguments.facts = terms.both(
        arguments.facts, terms.negate(original.splits.front().second.rules[1]));
  lowered.encode(loweredFunction);
}

SmallVector<Case> Comparison::getAxisCases() const {
  if (original.splits.size() != 1 || fixed.axis || fixed.isOutOfRange)
    return {};
  auto &[op, rules] = original.splits.front();
  auto split = cast<SplitOpInterface>(op);
  auto data = dyn_cast<BlockArgument>(split.getData());
  auto axis = dyn_cast_if_present<BlockArgument>(split.getAxisOperand());
  auto isArgument = [&](BlockArgument arg) {
    return arg && arg.getOwner() == &function->getRegion(0).front();
  };
  // Cases are about a split that always runs.
  if (Terms::getKnown(rules.path) != true || !isArgument(data) ||
      (split.getAxisOperand() && !isArgument(axis)))
    return {};
  Case one = fixed;
  one.data = data.getArgNumber();
  int64_t rank = arguments.tensors.find(one.data)->second.sizes.size();
  std::optional<int64_t> constant;
  if (!axis)
    constant = Terms::getConstant(rules.givenAxis)->getSExtValue();
  if (axis)
    one.axisArgument = axis.getArgNumber();
  SmallVector<Case> cases;
  bool isUnsigned = axis && getElementTypeOrSelf(axis).isUnsignedInteger();
  for (int64_t value = isUnsigned ? 0 : -rank; value < rank; ++value)
    if (!constant || *constant == value) {
      one.axis = value;
      cases.push_back(one);
    }
  if (constant)
    return cases;
  one.axis = std::nullopt;
  one.isOutOfRange = true;
  cases.push_back(one);
  return cases;
}

void Comparison::add(std::string name, Value assumption, Value goal,
                     Operation *op) {
  Location loc = op ? op->getLoc() : function.getLoc();
  claims.push_back({loc, std::move(name), assumption, goal});
}

void Comparison::addClaims() {
  bool hasRules = !original.splits.empty() || original.numCopies > 0;
  if (hasRules && assumesRules) {
    if (!original.checks.empty() || !original.skipped.empty())
      add("other checks: none is missing", lowered.passed, original.passed);
    add("rules: no other check fails", original.passed, lowered.passed);
  } else if (hasRules)
    addChecks();
  else if (hasPieces())
    addOtherChecks();
  if (areChecksNamed() && !assumesRules)
    addMessages();
  addRequirements();
  if (hasPieces())
    addResults();
  // What the original does may depend on ops that the encoder does not know.
  Value assumed = getDefined();
  if (assumesRules)
    assumed = terms.both(assumed, original.rulesHold);
  for (Claim &claim : claims)
    claim.assumption = terms.both(assumed, claim.assumption);
}

Value Comparison::getSuccess() {
  return terms.both(terms.both(arguments.facts, arguments.exists),
                    terms.both(getDefined(), original.passed));
}

/// Returns whether the original does nothing undefined, apart from its splits:
/// its other ops, such as slices, may be out of bounds.
Value Comparison::getDefined() {
  Value isDefined = terms.getBool(true);
  for (const Requirement &need : original.requirements)
    if (hasPieces() && need.need == Need::Bounds &&
        !isa<SplitOpInterface>(need.op))
      isDefined =
          terms.both(isDefined, terms.implies(need.assumption, need.condition));
  return isDefined;
}

/// Returns whether messages tell which rule of the only split each check of the
/// lowering checks. They do not if the original has such checks itself, or the
/// lowering has others than those of the original.
bool Comparison::areChecksNamed() const {
  auto countLike = [](const Encoder &encoder, const Check &check) {
    return llvm::count_if(encoder.checks, [&](const Check &other) {
      return other.message == check.message;
    });
  };
  bool hasOthers = llvm::any_of(lowered.checks, [&](const Check &check) {
    return !getRule(check) &&
           countLike(lowered, check) > countLike(original, check);
  });
  return original.splits.size() == 1 && original.numCopies == 0 && !hasOthers &&
         llvm::none_of(original.checks, getRule);
}

/// Adds claims for each rule if checks tell which rule they check, and
/// otherwise claims about all checks and rules together.
void Comparison::addChecks() {
  if (!areChecksNamed()) {
    add("rules: what breaks them is checked", lowered.passed, original.passed);
    add("rules: no other check fails", original.passed, lowered.passed);
    return;
  }
  addOtherChecks();
  const SplitRules &rules = original.splits.front().second;
  Value before = rules.passedBefore;
  for (unsigned id = 0; id < kNumRules; ++id) {
    addRule(static_cast<RuleId>(id), before);
    before = terms.both(before, terms.implies(rules.path, rules.rules[id]));
  }
}

/// Adds the claims about checks of the program itself, which have no rule. They
/// fail exactly where those of the original do.
void Comparison::addOtherChecks() {
  auto isOther = [&](const Check &check) {
    return original.splits.empty() || !getRule(check);
  };
  auto getPassed = [&](const Encoder &encoder) {
    Value passed = encoder.passedUnknown;
    for (const Check &check : llvm::make_filter_range(encoder.checks, isOther))
      passed = terms.both(passed, check.condition);
    return passed;
  };
  // Whether such a check fails before any other.
  auto getFails = [&](const Encoder &encoder) {
    Value fails = terms.negate(encoder.passedUnknown);
    for (const Check &check : llvm::make_filter_range(encoder.checks, isOther))
      fails = terms.either(
          fails, terms.both(check.assumption, terms.negate(check.condition)));
    return fails;
  };
  Value expected = getPassed(original);
  if (expected == getPassed(lowered) && original.splits.empty())
    return;
  if (Terms::getKnown(expected) != true)
    add("other checks: none is missing", lowered.passed, expected);
  Value fails = getFails(lowered);
  if (Terms::getKnown(fails) != false)
    add("other checks: no other fails", fails, getFails(original));
}

/// Adds the claims that the checks of a rule fail if and only if it is broken.
void Comparison::addRule(RuleId id, Value before) {
  auto &[op, rules] = original.splits.front();
  Value rule = rules.rules[static_cast<unsigned>(id)];
  rule = terms.both(terms.implies(rules.path, rule),
                    getChecked(terms, original, id));
  Value checked = getChecked(terms, lowered, id);
  if (Terms::getKnown(rule) == true && Terms::getKnown(checked) == true)
    return;
  std::string name = "rule " + getName(id).str();
  add(name + ": what breaks it is checked", terms.both(before, checked), rule,
      op);
  add(name + ": no other check fails", terms.both(before, rule), checked, op);
}

/// Adds the claims that the messages of checks are true if the checks fail.
void Comparison::addMessages() {
  const SplitRules &rules = original.splits.front().second;
  for (const Check &check : lowered.checks) {
    std::optional<RuleId> id = getRule(check);
    if (!id)
      continue;
    Value isTrue = isTrueMessage(terms, check.message, check.values, rules);
    // Each rule relies on those before it.
    for (unsigned before = 0; isTrue && before < static_cast<unsigned>(*id);
         ++before)
      isTrue = terms.both(isTrue, rules.rules[before]);
    // A check may belong to a split that is not modelled.
    if (isTrue)
      isTrue = terms.either(isTrue, terms.negate(original.passedUnknown));
    bool isKnown = isTrue != nullptr;
    if (!isKnown)
      isTrue = arguments.declareUnknown(terms, check.op);
    add("rule " + getName(*id).str() + ": its message is true",
        terms.both(check.assumption, terms.negate(check.condition)), isTrue,
        check.op);
    claims.back().needsAssumption = true;
    if (!isKnown)
      claims.back().reason = "as the rule has no such message";
  }
}

void Comparison::addRequirements() {
  for (const Requirement &need : lowered.requirements) {
    add(getName(need.need).str() + " of '" +
            need.op->getName().getStringRef().str() + "'",
        need.assumption, need.condition, need.op);
    claims.back().isNote = need.need == Need::NoWrap;
    if (need.need == Need::Product)
      claims.back().reason = "as the product may wrap around";
  }
}

/// Adds the claim that two tensors have the same sizes and, unless they are
/// empty, the same elements.
void Comparison::addTensor(std::string name, const TensorSymbol &expected,
                           const TensorSymbol &got) {
  Value haveSameSizes =
      terms.getBool(expected.sizes.size() == got.sizes.size());
  Value areEmpty = terms.getBool(false);
  for (auto [lhs, rhs] : llvm::zip(expected.sizes, got.sizes)) {
    haveSameSizes =
        terms.both(haveSameSizes, terms.isEqual(lhs.term, rhs.term));
    areEmpty = terms.either(areEmpty, terms.isEqual(rhs.term, 0));
  }
  Value passed = terms.both(lowered.passed, lowered.products);
  Condition same{haveSameSizes};
  if (Terms::getKnown(haveSameSizes) != false)
    same = haveSameElements(terms, arguments, expected, got,
                            function.getBody().back().getTerminator());
  add(std::move(name), passed,
      terms.both(haveSameSizes, terms.either(areEmpty, same.sufficient)));
  if (same.exact)
    claims.back().exactGoal =
        terms.both(haveSameSizes, terms.either(areEmpty, same.exact));
  auto getSizes = [](const TensorSymbol &tensor) {
    return llvm::map_to_vector(tensor.sizes,
                               [](const Symbol &size) { return size.term; });
  };
  claims.back().values = {{"expected sizes", getSizes(expected)},
                          {"found sizes", getSizes(got)}};
}

void Comparison::addResults() {
  Value passed = terms.both(lowered.passed, lowered.products);
  Operation *unknown = function;
  for (const Encoder *encoder : {&original, &lowered})
    if (!encoder->skipped.empty())
      unknown = encoder->skipped.front();
  for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
    std::string name = "result " + std::to_string(index);
    // A function that is not modelled to its end has no results.
    bool hasResult =
        index < original.results.size() && index < lowered.results.size();
    const TensorSymbol *expected =
        hasResult ? original.results[index] : nullptr;
    const TensorSymbol *got = hasResult ? lowered.results[index] : nullptr;
    if (expected && got) {
      addTensor(std::move(name), *expected, *got);
      continue;
    }
    Symbol before, after;
    if (hasResult) {
      before = original.scalarResults[index];
      after = lowered.scalarResults[index];
    }
    if (!before.term || !after.term) {
      add(std::move(name), passed, arguments.declareUnknown(terms, unknown));
      llvm::raw_string_ostream reason(claims.back().reason);
      if (!isa<TensorType>(type) && getScalarWidth(type) == 0)
        reason << "as values of type '" << type << "' are not modelled";
      else if (isa<UnrankedTensorType>(type) && unknown == function)
        reason << "as its rank is not known";
      continue;
    }
    Value isSame = terms.isEqual(before.term, after.term);
    add(std::move(name), passed,
        terms.either(before.poison,
                     terms.both(terms.negate(after.poison), isSame)));
    claims.back().values = {{"expected", {before.term}},
                            {"found", {after.term}}};
  }
}

LogicalResult Comparison::addUneven(int64_t axis, int64_t count) {
  auto *data = arguments.tensors.find(0);
  int64_t rank =
      data == arguments.tensors.end() ? 0 : data->second.sizes.size();
  if (axis < 0 || axis >= rank || count < 1 ||
      count != static_cast<int64_t>(lowered.results.size()) ||
      llvm::is_contained(lowered.results, nullptr))
    return emitError(function.getLoc())
           << "expected a tensor with dimension " << axis
           << " as the first argument, and " << count << " tensors as results";
  add("uneven: no check fails", terms.getBool(true), lowered.passed);
  for (auto [index, piece] :
       llvm::enumerate(getUnevenPieces(terms, data->second, axis, count))) {
    addTensor("uneven: result " + std::to_string(index), piece,
              *lowered.results[index]);
    claims.back().assumption = terms.getBool(true);
  }
  return success();
}
