//===- OperatorImporter.cpp - Base class of operator importers ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorImporter.h"

#include "KeptOperators.h"
#include "Shapes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Returns the number of the bit for `type`.
static unsigned getBit(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 24 + llvm::Log2_32(complex.getElementType().getIntOrFloatBitWidth());
  if (type.isBF16())
    return 7;
  unsigned kind = isa<FloatType>(type) ? 0 : type.isUnsignedInteger() ? 16 : 8;
  return kind + llvm::Log2_32(type.getIntOrFloatBitWidth());
}

bool mlir::split::frontends::contains(ElementTypeSet set, Type type) {
  return isNumber(type) && (set >> getBit(type) & 1);
}

void UnsupportedOperators::add(StringRef name,
                               llvm::function_ref<Location()> getLocation,
                               const Twine &text) {
  auto [place, isNew] = indices.try_emplace(name, operators.size());
  if (isNew)
    operators.push_back(
        {(kind + " '" + name + "' " + text).str(), getLocation(), 1});
  else
    ++operators[place->second].count;
}

bool UnsupportedOperators::report(DiagnosticSeverity severity) const {
  // Real models have fewer.
  constexpr size_t kMostListed = 1000;
  std::optional<InFlightDiagnostic> message;
  for (const Uses &uses : ArrayRef(operators).take_front(kMostListed)) {
    std::string text = uses.text;
    if (uses.count > 1)
      text += "; it occurs " + std::to_string(uses.count) + " times";
    if (message)
      message->attachNote(uses.first) << text;
    else
      message.emplace(
          uses.first.getContext()->getDiagEngine().emit(uses.first, severity))
          << text;
  }
  return message.has_value();
}

/// Returns the words of a table row's attributes.
static SmallVector<StringRef> getWords(const OperatorVersion &version) {
  SmallVector<StringRef> words;
  version.attributes.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return words;
}

void OperatorVersion::update(const OperatorVersion &next) {
  since = next.since;
  if (next.elementTypes != 0)
    elementTypes = next.elementTypes;
  if (next.maxInputs >= 0)
    std::tie(minInputs, maxInputs) = std::tie(next.minInputs, next.maxInputs);
  if (next.attributes.data())
    attributes = next.attributes;
}

SmallVector<StringRef> OperatorVersion::getAttributeNames() const {
  return llvm::map_to_vector(getWords(*this), [](StringRef word) {
    return word.split('=').first.rtrim('!');
  });
}

bool OperatorImporter::isRequired(StringRef name) const {
  return llvm::is_contained(getWords(*version), (name + "!").str());
}

LogicalResult
OperatorImporter::readParameters(SmallVectorImpl<double> &parameters) const {
  for (StringRef word : getWords(*version)) {
    auto [name, text] = word.split('=');
    if (text.empty())
      continue;
    double value;
    bool isWrong = text.getAsDouble(value);
    assert(!isWrong && "the table has a default that is no number");
    (void)isWrong;
    if (failed(readFloat(name, value)))
      return failure();
    parameters.push_back(value);
  }
  return success();
}

LogicalResult OperatorImporter::readAxis(int64_t &axis) const {
  if (failed(readInt("axis", axis)))
    return failure();
  FailureOr<int64_t> dim = getAxis(builder, axis, getInputType(0).getRank());
  axis = dim.value_or(axis);
  return dim;
}

LogicalResult OperatorImporter::checkPresent(int64_t i) const {
  if (hasInput(i))
    return success();
  return emitError() << "input #" << i << " is missing";
}

LogicalResult OperatorImporter::readAlikeInputs(SmallVectorImpl<Value> &values,
                                                int64_t first) {
  for (int64_t i = 0; i < getNumInputs(); ++i) {
    if (failed(checkPresent(i)) ||
        (i >= first && failed(checkAlike(i, getElementType(first), first))))
      return failure();
    values.push_back(getInput(i));
  }
  return success();
}

LogicalResult OperatorImporter::checkRank(int64_t i) const {
  if (getInputType(i).hasRank())
    return success();
  return emitError() << "input #" << i << " has an unknown rank, which "
                     << getOperator() << " does not support";
}

LogicalResult OperatorImporter::checkAlike(int64_t i, Type element,
                                           int64_t first) const {
  if (getElementType(i) == element)
    return success();
  return emitError() << "input #" << i << " has element type "
                     << getElementType(i) << ", expected " << element
                     << " as input #" << first << " has";
}

LogicalResult OperatorImporter::checkElementType(Type type) const {
  if (contains(version->elementTypes, type))
    return success();
  return emitError() << "element type " << type << " is not one of "
                     << getOperator() << "-" << getVersion();
}
