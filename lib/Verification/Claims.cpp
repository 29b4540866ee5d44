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

using namespace mlir;
using namespace mlir::split;

/// Returns the rule that the message of a check names, or none for checks that
/// the program itself makes.
static std::optional<RuleId> getRule(StringRef message) {
  static constexpr std::pair<StringLiteral, RuleId> kParts[] = {
      {"but its type states", RuleId::R6},
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
    : arguments(terms, function, fixed), original(terms, arguments),
      lowered(terms, arguments), terms(terms), function(function),
      assumesRules(assumesRules), fixed(fixed) {
  original.encode(function);
  lowered.encode(loweredFunction);
}

SmallVector<Case> Comparison::getCases() const {
  SmallVector<Case> cases;
  if (original.splits.size() != 1)
    return cases;
  auto split = cast<SplitOpInterface>(original.splits.front().first);
  auto axis = dyn_cast_if_present<BlockArgument>(split.getAxisOperand());
  auto data = dyn_cast<BlockArgument>(split.getData());
  if (!axis || !data)
    return cases;
  auto type = cast<RankedTensorType>(split.getData().getType());
  int64_t rank = type.getRank();
  bool isUnsigned = getElementTypeOrSelf(axis).isUnsignedInteger();
  for (int64_t value = isUnsigned ? 0 : -rank; value < rank; ++value)
    cases.push_back(
        {std::pair(axis.getArgNumber(), value), data.getArgNumber()});
  return cases;
}

void Comparison::keepLinear(SmallVectorImpl<Claim> &claims) const {
  const SplitRules &rules = original.splits.front().second;
  for (Claim &claim : claims)
    if (!ClaimScripts::isLinear(claim)) {
      claim.name += ": the axis is in range";
      claim.goal = rules.rules[static_cast<unsigned>(RuleId::R1)];
    }
}

SmallVector<Claim> Comparison::getCaseClaims() {
  SmallVector<Claim> claims = getClaims();
  llvm::erase_if(claims, [](const Claim &claim) {
    return StringRef(claim.name).starts_with("rule");
  });
  for (Claim &claim : claims)
    claim.name += " for axis " + std::to_string(fixed.axis->second);
  return claims;
}

SmallVector<Claim> Comparison::getClaims() {
  SmallVector<Claim> claims;
  bool hasSplits = !original.splits.empty();
  if (hasSplits && assumesRules)
    claims.push_back({function.getLoc(), "rules: no other check fails",
                      original.passed, lowered.passed});
  else if (hasSplits)
    addChecks(claims);
  if (hasSplits && !assumesRules)
    addMessages(claims);
  addRequirements(claims);
  if (lowered.isOnBuffers())
    joinRequirements(claims);
  if (hasSplits) {
    addPieces(claims);
    addResults(claims);
  }
  Value always = terms.both(arguments.facts, original.contract);
  if (assumesRules)
    always = terms.both(original.passed, always);
  auto setSubject = [&](Claim &claim) {
    claim.subject = terms.both(claim.assumption, claim.goal);
  };
  for (Claim &claim : claims) {
    setSubject(claim);
    llvm::for_each(claim.parts, setSubject);
    Value assumed = always;
    if (fixed.axis || !ClaimScripts::isLinear(claim))
      assumed = terms.both(arguments.exists, always);
    claim.assumption = terms.both(assumed, claim.assumption);
    for (Claim &part : claim.parts)
      part.assumption = terms.both(assumed, part.assumption);
  }
  return claims;
}

void Comparison::addChecks(SmallVectorImpl<Claim> &claims) {
  if (original.splits.size() > 1) {
    claims.push_back({function.getLoc(), "rules: what breaks them is checked",
                      lowered.passed, original.passed});
    claims.push_back({function.getLoc(), "rules: no other check fails",
                      original.passed, lowered.passed});
    return;
  }
  // The checks of the program itself, which have no rule.
  Value expected = getChecked(terms, original, std::nullopt);
  Value checked = getChecked(terms, lowered, std::nullopt);
  if (expected != checked) {
    claims.push_back({function.getLoc(), "other checks: none is missing",
                      lowered.passed, expected});
    claims.push_back({function.getLoc(), "other checks: no other fails",
                      original.passed, checked});
  }
  Value before = original.splits.front().second.passedBefore;
  for (unsigned id = 0; id < kNumRules; ++id) {
    addRule(claims, static_cast<RuleId>(id), before);
    before = terms.both(before, original.splits.front().second.rules[id]);
  }
}

/// Adds the claims that the checks of a rule fail if and only if it is broken.
void Comparison::addRule(SmallVectorImpl<Claim> &claims, RuleId id,
                         Value before) {
  auto &[op, rules] = original.splits.front();
  Value rule = rules.rules[static_cast<unsigned>(id)];
  rule = terms.both(rule, getChecked(terms, original, id));
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

/// Returns whether results of the lowered function, from `first`, are disjoint
/// and cover the data of a split. An empty piece may be anywhere. A reshaped
/// piece is part of the rows of a matrix.
Value Comparison::arePieces(const SplitRules &rules, unsigned first) {
  Value start = terms.get(0), arePieces = terms.getBool(true);
  Value end = rules.axisSize, areAllEmpty = terms.getBool(true);
  for (unsigned i = 0; i < rules.pieces.size(); ++i) {
    const TensorSymbol &piece = *lowered.results[first + i];
    Value length = start, offset = start, isEmpty = terms.getBool(false);
    for (auto [dim, size] : llvm::enumerate(piece.sizes)) {
      isEmpty = terms.either(isEmpty, terms.isEqual(size.term, 0));
      if (!piece.partSizes.empty())
        continue;
      Value isAxis = terms.isEqual(rules.axis, dim);
      length = terms.select(isAxis, size.term, length);
      offset = terms.select(isAxis, piece.offsets[dim].term, offset);
    }
    if (piece.partSizes.size() == 2) {
      length = piece.partSizes[1];
      offset = piece.offsets[1].term;
      end = piece.rootSizes[1];
    }
    arePieces = terms.both(arePieces,
                           terms.either(isEmpty, terms.isEqual(offset, start)));
    start = terms.add(start, length);
    areAllEmpty = terms.both(areAllEmpty, isEmpty);
  }
  return terms.both(arePieces,
                    terms.either(areAllEmpty, terms.isEqual(start, end)));
}

void Comparison::addPieces(SmallVectorImpl<Claim> &claims) {
  if (lowered.results.empty() || original.results.empty())
    return;
  Operation *end = function.getBody().front().getTerminator();
  for (auto &[op, rules] : original.splits) {
    // Offsets are those in the data, if the data is an argument.
    if (!isa<BlockArgument>(op->getOperand(0)))
      continue;
    for (unsigned i = 0; i + op->getNumResults() <= end->getNumOperands();
         ++i) {
      if (!llvm::equal(end->getOperands().slice(i, op->getNumResults()),
                       op->getResults()) ||
          llvm::is_contained(
              ArrayRef(lowered.results).slice(i, op->getNumResults()), nullptr))
        continue;
      claims.push_back({op->getLoc(), "pieces are disjoint and cover the data",
                        lowered.passed, arePieces(rules, i)});
      break;
    }
  }
}

/// Returns whether a part of a tensor is cut along dimension `dim` only, and
/// has the elements of `matrix`, which is part of the rows of a matrix.
static Value isPartOfRows(Terms &terms, const TensorSymbol &part, unsigned dim,
                          const TensorSymbol &matrix) {
  Value isSame = terms.getBool(true);
  for (unsigned i = 0; i < part.sizes.size(); ++i)
    if (i != dim)
      isSame = terms.both(
          isSame,
          terms.both(terms.isEqual(part.offsets[i].term, 0),
                     terms.isEqual(part.sizes[i].term, part.rootSizes[i])));
  ArrayRef<Value> sizes = part.rootSizes;
  Value inner = terms.product(sizes.drop_front(dim + 1));
  auto isScaled = [&](Value size, Value scaled) {
    return terms.isEqual(terms.mul(size, inner), scaled);
  };
  isSame = terms.both(isSame, isScaled(sizes[dim], matrix.rootSizes[1]));
  isSame =
      terms.both(isSame, isScaled(part.sizes[dim].term, matrix.partSizes[1]));
  return terms.both(isSame,
                    isScaled(part.offsets[dim].term, matrix.offsets[1].term));
}

/// Returns the dimensions along which a part of a tensor may be cut, or any if
/// there is none.
static SmallVector<unsigned> getCutDims(const TensorSymbol &part) {
  SmallVector<unsigned> dims;
  for (auto [dim, size] : llvm::enumerate(part.sizes)) {
    auto offset = Terms::getConstant(part.offsets[dim].term);
    if (size.term != part.rootSizes[dim] || !offset || !offset->isZero())
      dims.push_back(dim);
  }
  if (dims.empty() && !part.sizes.empty())
    dims.push_back(0);
  return dims;
}

/// Returns whether two tensors of the same sizes, which are not empty, have the
/// same elements of the same tensor.
Value Comparison::haveSameElements(const TensorSymbol &expected,
                                   const TensorSymbol &got) {
  if (got.partSizes.size() == 2 && expected.partSizes.empty()) {
    Value isSame = terms.getBool(false);
    for (unsigned dim : getCutDims(expected))
      isSame = terms.either(isSame, isPartOfRows(terms, expected, dim, got));
    // The rows are all there.
    return terms.both(
        isSame, terms.both(terms.isEqual(got.offsets[0].term, 0),
                           terms.isEqual(got.partSizes[0], got.rootSizes[0])));
  }
  Value areSame =
      terms.getBool(expected.offsets.size() == got.offsets.size() &&
                    expected.partSizes.size() == got.partSizes.size());
  auto compare = [&](Value lhs, Value rhs) {
    areSame = terms.both(areSame, terms.isEqual(lhs, rhs));
  };
  for (auto [lhs, rhs] : llvm::zip(expected.offsets, got.offsets))
    compare(lhs.term, rhs.term);
  for (auto [lhs, rhs] : llvm::zip(expected.rootSizes, got.rootSizes))
    compare(lhs, rhs);
  for (auto [lhs, rhs] : llvm::zip(expected.partSizes, got.partSizes))
    compare(lhs, rhs);
  return areSame;
}

/// Returns whether two tensors have the same sizes and, unless they are empty,
/// the same elements of the same tensor.
Value Comparison::areSame(const TensorSymbol &expected,
                          const TensorSymbol &got) {
  Value haveSameSizes = terms.getBool(true);
  Value areEmpty = terms.getBool(false);
  for (auto [dim, size] : llvm::enumerate(got.sizes)) {
    haveSameSizes = terms.both(
        haveSameSizes, terms.isEqual(size.term, expected.sizes[dim].term));
    areEmpty = terms.either(areEmpty, terms.isEqual(size.term, 0));
  }
  Value haveSamePlace = terms.getBool(expected.root == got.root);
  if (expected.root == got.root)
    haveSamePlace = haveSameElements(expected, got);
  for (unsigned root : {expected.root, got.root})
    if (Operation *op = arguments.unknownRoots.lookup(root);
        op && expected.root != got.root) {
      haveSamePlace = terms.declareBool("unknown");
      arguments.unknowns[haveSamePlace] = op;
      break;
    }
  return terms.both(haveSameSizes, terms.either(areEmpty, haveSamePlace));
}

void Comparison::addResults(SmallVectorImpl<Claim> &claims) {
  // A function of several blocks has no results here.
  unsigned index = 0;
  for (auto [expected, got] : llvm::zip(original.results, lowered.results)) {
    if (expected && got)
      claims.push_back({function.getLoc(), "result " + std::to_string(index),
                        lowered.passed, areSame(*expected, *got)});
    ++index;
  }
  for (auto [index, expected, got] :
       llvm::enumerate(original.scalarResults, lowered.scalarResults)) {
    if (!expected.term || !got.term)
      continue;
    Value isSame = terms.either(
        expected.poison, terms.both(terms.negate(got.poison),
                                    terms.isEqual(expected.term, got.term)));
    claims.push_back({function.getLoc(), "result " + std::to_string(index),
                      lowered.passed, isSame});
  }
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
