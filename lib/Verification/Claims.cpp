//===- Claims.cpp - What is proven about a function -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Claims.h"

#include "ClaimScripts.h"
#include "Messages.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::split;

/// Returns the rule that the message of a check names, or none for checks that
/// the program itself makes.
static std::optional<RuleId> getRule(StringRef message) {
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
    if (message.contains(part))
      return id;
  return std::nullopt;
}

/// Returns whether all checks of a rule hold.
static Value getChecked(Terms &terms, const Encoder &encoder,
                        std::optional<RuleId> id) {
  Value holds = terms.getBool(true);
  for (const Check &check : encoder.checks)
    if (getRule(check.message) == id)
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
  // An iteration of the original is another one than that of the lowering.
  function.walk([&](LoopLikeOpInterface loop) {
    for (auto &[variable, definition] : arguments.loops)
      arguments.unknowns[variable] = loop;
  });
  if (fixed.hasAxis)
    assumeAxis();
  lowered.encode(loweredFunction);
}

/// The axis of the only split is a dimension of its data.
void Comparison::assumeAxis() {
  const SplitRules &rules = original.splits.front().second;
  Dimensions &data = *arguments.tensors[fixed.data].unranked.data;
  data.setAxis(rules.axis);
  arguments.facts = terms.both(arguments.facts,
                               rules.rules[static_cast<unsigned>(RuleId::R1)]);
  arguments.exists =
      terms.both(arguments.exists,
                 terms.isLess(data.countElements(), terms.getPowerOfTwo(63)));
}

SmallVector<Case> Comparison::getCases() const {
  SmallVector<Case> cases;
  if (original.splits.size() != 1 || fixed.axis || fixed.hasAxis)
    return cases;
  auto split = cast<SplitOpInterface>(original.splits.front().first);
  auto axis = dyn_cast_if_present<BlockArgument>(split.getAxisOperand());
  auto data = dyn_cast<BlockArgument>(split.getData());
  auto isArgument = [&](BlockArgument arg) {
    return arg && arg.getOwner() == &function->getRegion(0).front();
  };
  // Cases are about a split that always runs.
  if (Terms::getKnown(original.splits.front().second.path) != true ||
      !isArgument(data) || (split.getAxisOperand() && !isArgument(axis)))
    return cases;
  const TensorSymbol &symbol =
      arguments.tensors.find(data.getArgNumber())->second;
  Case one = fixed;
  one.data = data.getArgNumber();
  if (symbol.unranked) {
    one.rank = original.splits.front().second.statedRank;
    one.hasAxis = !one.rank;
    if (one.rank || !axis)
      return {one};
    for (bool isNegative : {true, false}) {
      one.axisSign = {axis.getArgNumber(), isNegative};
      cases.push_back(one);
    }
    return cases;
  }
  if (!axis)
    return cases;
  int64_t rank = symbol.sizes.size();
  bool isUnsigned = getElementTypeOrSelf(axis).isUnsignedInteger();
  for (int64_t value = isUnsigned ? 0 : -rank; value < rank; ++value) {
    one.axis = {axis.getArgNumber(), value};
    cases.push_back(one);
  }
  return cases;
}

/// Returns whether a claim is about the checks of rules.
static bool isAboutRules(const Claim &claim) {
  return StringRef(claim.name).starts_with("rule");
}

/// Returns whether a claim has products of sizes, which are those of data that
/// exists. Any claim about the lowering of data of unknown rank may have them,
/// if no result type states the rank.
bool Comparison::isAboutProducts(const Claim &claim) const {
  if (!ClaimScripts::isLinear(claim))
    return true;
  if (fixed.rank && !isAboutRules(claim) && original.splits.size() == 1 &&
      !original.splits.front().second.statedRank)
    return true;
  return ClaimScripts::dependsOn(claim, [&](Value variable) {
    return llvm::any_of(arguments.unranked,
                        [&](const std::unique_ptr<Dimensions> &data) {
                          return data->isProduct(variable);
                        });
  });
}

void Comparison::leaveToCases(SmallVectorImpl<Claim> &claims,
                              ArrayRef<Case> cases) const {
  if (cases.empty())
    return;
  const SplitRules &rules = original.splits.front().second;
  bool areRanks = cases.front().rank && !fixed.rank;
  // The cases of an axis have no claims about rules.
  RuleId id = areRanks ? RuleId::Rank : RuleId::R1;
  for (Claim &claim : claims) {
    bool isLeft = areRanks
                      ? !StringRef(claim.name).contains(getName(RuleId::Rank))
                      : !isAboutRules(claim) && isAboutProducts(claim);
    if (!isLeft)
      continue;
    claim.name += areRanks ? ": the rank is that of the results"
                           : ": the axis is in range";
    Value isCase = rules.rules[static_cast<unsigned>(id)];
    // An op before the check of the axis also runs in other cases.
    Claim either = claim;
    either.goal = terms.either(isCase, claim.goal);
    claim.goal = isCase;
    claim.parts = {either};
  }
}

SmallVector<Claim> Comparison::getClaims() {
  SmallVector<Claim> claims = getAllClaims();
  if (fixed.axis || fixed.hasAxis)
    llvm::erase_if(claims, isAboutRules);
  std::string suffix;
  if (fixed.rank)
    suffix += " for rank " + std::to_string(*fixed.rank);
  if (fixed.axis)
    suffix += " for axis " + std::to_string(fixed.axis->second);
  if (fixed.axisSign)
    suffix += fixed.axisSign->second ? " for an axis below 0"
                                     : " for an axis of at least 0";
  else if (fixed.hasAxis)
    suffix += " for an axis in range";
  for (Claim &claim : claims)
    claim.name += suffix;
  return claims;
}

SmallVector<Claim> Comparison::getAllClaims() {
  SmallVector<Claim> claims;
  bool hasSplits = !original.splits.empty();
  bool hasPieces = original.hasPieces || lowered.hasPieces;
  if (hasSplits && assumesRules)
    claims.push_back({function.getLoc(), "rules: no other check fails",
                      original.passed, lowered.passed});
  else if (hasSplits)
    addChecks(claims);
  else if (hasPieces || arguments.copies.count > 0)
    addOtherChecks(claims);
  if (hasSplits && !assumesRules)
    addMessages(claims);
  addRequirements(claims);
  if (lowered.isOnBuffers())
    joinRequirements(claims);
  if (hasSplits)
    addPieces(claims);
  if (hasPieces)
    addResults(claims);
  // What the original does may depend on ops that the encoder does not know.
  Value isDefined = getDefined();
  if (assumesRules)
    isDefined = terms.both(isDefined, original.passed);
  Value always = terms.both(arguments.facts, original.contract);
  auto setSubject = [&](Claim &claim) {
    claim.subject =
        terms.both(isDefined, terms.both(claim.assumption, claim.goal));
  };
  for (Claim &claim : claims) {
    setSubject(claim);
    llvm::for_each(claim.parts, setSubject);
    Value assumed = terms.both(isDefined, always);
    if (fixed.axis || isAboutProducts(claim))
      assumed = terms.both(arguments.exists, assumed);
    claim.assumption = terms.both(assumed, claim.assumption);
    SmallVector<Value> variables = ClaimScripts::getVariables(claim);
    for (const std::unique_ptr<Dimensions> &data : arguments.unranked)
      claim.assumption =
          terms.both(data->getFacts(variables), claim.assumption);
    for (Claim &part : claim.parts)
      part.assumption = terms.both(assumed, part.assumption);
  }
  return claims;
}

/// Returns whether the original does nothing undefined, apart from its splits:
/// its other ops, such as slices, may be out of bounds.
Value Comparison::getDefined() {
  Value isDefined = terms.getBool(true);
  for (const Requirement &need : original.requirements)
    if ((original.hasPieces || lowered.hasPieces) && need.claim == "bounds" &&
        !isa<SplitOpInterface>(need.op))
      isDefined =
          terms.both(isDefined, terms.implies(need.assumption, need.condition));
  return isDefined;
}

void Comparison::addChecks(SmallVectorImpl<Claim> &claims) {
  if (original.splits.size() > 1) {
    claims.push_back({function.getLoc(), "rules: what breaks them is checked",
                      lowered.passed, original.passed});
    claims.push_back({function.getLoc(), "rules: no other check fails",
                      original.passed, lowered.passed});
    return;
  }
  addOtherChecks(claims);
  const SplitRules &rules = original.splits.front().second;
  Value before = rules.passedBefore;
  for (unsigned id = 0; id < kNumRules; ++id) {
    addRule(claims, static_cast<RuleId>(id), before);
    before = terms.both(before, terms.implies(rules.path, rules.rules[id]));
  }
}

/// Adds the claims about checks of the program itself, which have no rule. They
/// fail only where those of the original do, and not before a rule is checked.
void Comparison::addOtherChecks(SmallVectorImpl<Claim> &claims) {
  auto isOther = [&](const Check &check) {
    return original.splits.empty() || !getRule(check.message);
  };
  Value expected = terms.getBool(true), fails = terms.getBool(false);
  for (const Check &check : llvm::make_filter_range(original.checks, isOther))
    expected = terms.both(expected, check.condition);
  Value checked = terms.getBool(true);
  for (const Check &check : llvm::make_filter_range(lowered.checks, isOther)) {
    checked = terms.both(checked, check.condition);
    fails = terms.either(
        fails, terms.both(check.assumption, terms.negate(check.condition)));
  }
  if (expected == checked)
    return;
  if (Terms::getKnown(expected) != true)
    claims.push_back({function.getLoc(), "other checks: none is missing",
                      lowered.passed, expected});
  claims.push_back({function.getLoc(), "other checks: no other fails", expected,
                    terms.negate(fails)});
}

/// Adds the claims that the checks of a rule fail if and only if it is broken.
void Comparison::addRule(SmallVectorImpl<Claim> &claims, RuleId id,
                         Value before) {
  auto &[op, rules] = original.splits.front();
  Value rule = rules.rules[static_cast<unsigned>(id)];
  rule = terms.both(terms.implies(rules.path, rule),
                    getChecked(terms, original, id));
  Value checked = getChecked(terms, lowered, id);
  if (Terms::getKnown(rule) == true && Terms::getKnown(checked) == true)
    return;
  std::string name = "rule " + getName(id).str();
  claims.push_back({op->getLoc(), name + ": what breaks it is checked",
                    terms.both(before, checked), rule});
  claims.push_back({op->getLoc(), name + ": no other check fails",
                    terms.both(before, rule), checked});
}

/// Adds the claims that the messages of checks are true if the checks fail.
void Comparison::addMessages(SmallVectorImpl<Claim> &claims) {
  if (original.splits.size() > 1)
    return;
  const SplitRules &rules = original.splits.front().second;
  for (const Check &check : lowered.checks) {
    std::optional<RuleId> id = getRule(check.message);
    if (!id || !isa<AssertOp>(check.op))
      continue;
    Value isTrue = isTrueMessage(terms, check.message, check.values, rules);
    if (!isTrue) {
      isTrue = terms.declareBool("unknown");
      arguments.unknowns[isTrue] = check.op;
    }
    claims.push_back(
        {check.op->getLoc(),
         "rule " + getName(*id).str() + ": its message is true",
         terms.both(check.assumption, terms.negate(check.condition)), isTrue});
  }
}

void Comparison::addRequirements(SmallVectorImpl<Claim> &claims) {
  for (const Requirement &need : lowered.requirements)
    claims.push_back({need.op->getLoc(),
                      need.claim.str() + " of '" +
                          need.op->getName().getStringRef().str() + "'",
                      need.assumption, need.condition});
}

/// Joins the claims of the same name, so many that z3 does not take long:
/// kernels have hundreds of loads. Of those that are not linear, only those of
/// one block are joined.
void Comparison::joinRequirements(SmallVectorImpl<Claim> &claims) {
  constexpr size_t kMaxParts = 64;
  llvm::MapVector<std::pair<StringRef, Value>, std::vector<Claim>> groups;
  for (const Claim &claim : claims)
    groups[{claim.name,
            ClaimScripts::isLinear(claim) ? Value() : claim.assumption}]
        .push_back(claim);
  SmallVector<Claim> joined;
  for (const auto &[key, all] : groups)
    for (ArrayRef<Claim> rest = all; !rest.empty();) {
      ArrayRef<Claim> parts = rest.take_front(kMaxParts);
      rest = rest.drop_front(parts.size());
      Value goal = terms.getBool(true);
      for (const Claim &part : parts)
        goal = terms.both(goal, terms.implies(part.assumption, part.goal));
      joined.push_back({parts.front().loc, parts.front().name,
                        terms.getBool(true), goal, parts.vec()});
    }
  claims.assign(joined.begin(), joined.end());
}

LogicalResult Comparison::addUneven(SmallVectorImpl<Claim> &claims,
                                    int64_t axis, int64_t count) {
  auto *data = arguments.tensors.find(0);
  int64_t rank =
      data == arguments.tensors.end() ? 0 : data->second.sizes.size();
  if (axis < 0 || axis >= rank || count < 1 ||
      count != static_cast<int64_t>(lowered.results.size()) ||
      llvm::is_contained(lowered.results, nullptr))
    return emitError(function.getLoc())
           << "expected a tensor with dimension " << axis
           << " as the first argument, and " << count << " tensors as results";
  claims.push_back({function.getLoc(), "uneven: no check fails",
                    arguments.facts, lowered.passed});
  for (auto [index, piece] :
       llvm::enumerate(getUnevenPieces(terms, data->second, axis, count)))
    claims.push_back(
        {function.getLoc(), "uneven: result " + std::to_string(index),
         arguments.facts, areSame(piece, *lowered.results[index])});
  return success();
}
