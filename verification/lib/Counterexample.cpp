//===- Counterexample.cpp - Arguments that break a claim ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Solver.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

/// Sizes up to these fit memory; the first limit is for tensors of four or more
/// dimensions.
static constexpr int64_t kLimits[] = {8, 1024};

namespace {
/// Finds and describes one counterexample.
class Description {
public:
  Description(const Comparison &comparison, Terms &terms, ClaimScripts &scripts,
              const Claim &claim);

  /// Returns whether the solver finds arguments, first among small ones.
  bool find(const Solver &solver, ClaimScripts &scripts, const Claim &claim,
            bool areSmall);
  std::string print();

private:
  void request(Value variable, const std::string &name);
  void requestTerm(Value term, const std::string &name);
  Value areWithin(int64_t limit);
  llvm::APInt getNumber(const Symbol &symbol) const;
  bool dataExists() const;
  std::string getValue(const Symbol &symbol, Type type);
  std::string getList(ArrayRef<Symbol> symbols, Type type);
  std::string getModelValue(StringRef name);
  void printSplit(llvm::raw_ostream &os);

  const Comparison &comparison;
  Terms &terms;
  SmallVector<std::string> names;
  /// The names of induction variables that the claim depends on.
  SmallVector<std::string> loops;
  /// Those of the index of an element.
  SmallVector<std::string> index;
  /// What the claim shows, with the names of the values.
  SmallVector<std::pair<std::string, SmallVector<std::string>>> shown;
  SmallVector<Value> variables;
  SmallVector<Value> constraints;
  Model model;
};
} // namespace

Description::Description(const Comparison &comparison, Terms &terms,
                         ClaimScripts &scripts, const Claim &claim)
    : comparison(comparison), terms(terms) {
  for (auto &[term, name] : comparison.arguments.variables)
    if (StringRef(name).starts_with("arg"))
      request(term, name);
  for (Value variable : scripts.getVariables(claim)) {
    std::string name = comparison.arguments.variables.lookup(variable);
    bool isLoop = comparison.arguments.loops.contains(variable);
    if (!isLoop && !StringRef(name).starts_with("element"))
      continue;
    (isLoop ? loops : index).push_back(name);
    request(variable, name);
  }
  for (auto &[title, values] : claim.values) {
    SmallVector<std::string> &list =
        shown.emplace_back(title, SmallVector<std::string>()).second;
    for (Value value : values) {
      list.push_back("shown" + std::to_string(names.size()));
      requestTerm(value, list.back());
    }
  }
  llvm::append_range(constraints, comparison.arguments.definitions);
  if (comparison.original.splits.size() != 1)
    return;
  const SplitRules &rules = comparison.original.splits.front().second;
  requestTerm(rules.givenAxis, "axis");
  requestTerm(rules.axisSize, "size");
  for (auto [index, length] : llvm::enumerate(rules.givenLengths))
    requestTerm(length, "length" + std::to_string(index));
}

/// Asks for the value of a variable, whether or not the claim depends on it.
void Description::request(Value variable, const std::string &name) {
  names.push_back(name);
  variables.push_back(variable);
  constraints.push_back(terms.mention(variable));
}

void Description::requestTerm(Value term, const std::string &name) {
  Value variable = terms.declareInteger(name);
  if (isa<smt::BoolType>(term.getType()))
    term = terms.select(term, terms.get(1), terms.get(0));
  names.push_back(name);
  constraints.push_back(terms.isEqual(variable, term));
}

/// Returns whether all arguments are small.
Value Description::areWithin(int64_t limit) {
  Value areSmall = terms.getBool(true);
  for (Value variable : variables)
    if (isa<smt::IntType>(variable.getType()))
      areSmall = terms.both(
          areSmall,
          terms.both(terms.isLessOrEqual(variable, terms.get(limit)),
                     terms.isLessOrEqual(terms.get(-limit), variable)));
  return areSmall;
}

/// Prefers arguments that obey all rules, as every check then passes in a right
/// program.
bool Description::find(const Solver &solver, ClaimScripts &scripts,
                       const Claim &claim, bool areSmall) {
  auto findWith = [&](Value wish) {
    // That small data exists need not be asserted, which is no linear fact.
    Assertions all =
        scripts.refute(claim, claim.getExactGoal(), /*exists=*/!areSmall);
    llvm::append_range(all, constraints);
    all.push_back(wish);
    OwningOpRef<ModuleOp> script = scripts.getModule({all});
    Verdict verdict = solver.findModel(*script, names, model);
    return verdict == Verdict::Satisfiable && !dataExists()
               ? Verdict::Unsatisfiable
               : verdict;
  };
  Value always = terms.getBool(true);
  if (!areSmall)
    return findWith(always) == Verdict::Satisfiable;
  for (Value wish : {comparison.original.passed, always})
    for (int64_t limit : kLimits) {
      Verdict verdict = findWith(terms.both(wish, areWithin(limit)));
      if (verdict != Verdict::Unsatisfiable)
        return verdict == Verdict::Satisfiable;
    }
  return false;
}

llvm::APInt Description::getNumber(const Symbol &symbol) const {
  if (std::optional<llvm::APInt> constant = Terms::getConstant(symbol.term))
    return *constant;
  return model.lookup(comparison.arguments.variables.lookup(symbol.term));
}

/// Returns whether each argument has fewer than 2^63 elements in the model.
bool Description::dataExists() const {
  return llvm::all_of(comparison.arguments.tensors, [&](const auto &tensor) {
    bool overflows = false, isAny = false;
    llvm::APInt count(/*numBits=*/256, 1);
    for (const Symbol &size : tensor.second.sizes) {
      count = count.smul_ov(getNumber(size), overflows);
      isAny |= overflows;
    }
    return !isAny && count.isSignedIntN(64);
  });
}

std::string Description::getValue(const Symbol &symbol, Type type) {
  llvm::APInt value = getNumber(symbol);
  if (type.isUnsignedInteger() && value.isNegative())
    value += llvm::APInt::getOneBitSet(value.getBitWidth(),
                                       type.getIntOrFloatBitWidth());
  return llvm::toString(value, /*Radix=*/10, /*Signed=*/true);
}

std::string Description::getList(ArrayRef<Symbol> symbols, Type type) {
  SmallVector<std::string> values;
  for (const Symbol &symbol : symbols)
    values.push_back(getValue(symbol, type));
  return "[" + llvm::join(values, ", ") + "]";
}

std::string Description::getModelValue(StringRef name) {
  return llvm::toString(model.lookup(name), /*Radix=*/10, /*Signed=*/true);
}

/// Prints the split in the terms of its rules.
void Description::printSplit(llvm::raw_ostream &os) {
  if (comparison.original.splits.size() != 1)
    return;
  const SplitRules &rules = comparison.original.splits.front().second;
  os << "axis " << getModelValue("axis") << ", axis size "
     << getModelValue("size");
  SmallVector<std::string> lengths;
  for (unsigned i = 0; i < rules.givenLengths.size(); ++i)
    lengths.push_back(getModelValue("length" + std::to_string(i)));
  if (!lengths.empty())
    os << ", lengths [" << llvm::join(lengths, ", ") << "]";
  if (!comparison.arguments.types.empty())
    os << "; ";
}

std::string Description::print() {
  std::string text;
  llvm::raw_string_ostream os(text);
  printSplit(os);
  const Arguments &arguments = comparison.arguments;
  llvm::ListSeparator separator;
  for (auto [index, type] : llvm::enumerate(arguments.types)) {
    Type element = getElementTypeOrSelf(type);
    os << separator << "argument " << index;
    if (auto *scalar = arguments.scalars.find(index);
        scalar != arguments.scalars.end()) {
      os << " = " << getValue(scalar->second, element);
      continue;
    }
    auto *tensor = arguments.tensors.find(index);
    if (tensor == arguments.tensors.end())
      os << " of any value";
    else if (tensor->second.elements.empty())
      os << " of sizes "
         << getList(tensor->second.sizes, IndexType::get(type.getContext()));
    else
      os << " = " << getList(tensor->second.elements, element);
  }
  auto printValues = [&](StringRef title, ArrayRef<std::string> names) {
    if (names.empty())
      return;
    os << "; " << title << " [";
    llvm::interleaveComma(names, os,
                          [&](StringRef name) { os << getModelValue(name); });
    os << "]";
  };
  // An index is negative where sizes differ already.
  bool isElement = llvm::none_of(
      index, [&](StringRef name) { return model.lookup(name).isNegative(); });
  if (isElement)
    printValues("element", index);
  printValues("loops at", loops);
  for (auto &[title, values] : shown)
    printValues(title, values);
  if (text.empty())
    return "any arguments";
  return text;
}

std::optional<std::string> mlir::split::verification::describeCounterexample(
    const Solver &solver, ClaimScripts &scripts, const Comparison &comparison,
    Terms &terms, const Claim &claim, bool areSmall) {
  Description description(comparison, terms, scripts, claim);
  if (!description.find(solver, scripts, claim, areSmall))
    return std::nullopt;
  return description.print();
}
