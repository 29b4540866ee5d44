//===- Elements.cpp - Compare the elements of tensors ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts of the same argument are compared as a whole. For all others, the terms
// have an index that may be any one in range: each element has a place in an
// argument, or is a number, where conditions select the place.
//
//===----------------------------------------------------------------------===//

#include "Claims.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

/// Returns whether `matrix`, a part of the rows of a matrix, has the columns of
/// a part of a dimension of size `whole`, each of `inner` elements.
static Value isScaled(Terms &terms, Value inner, Value whole, Value size,
                      Value offset, const TensorSymbol &matrix) {
  auto isScaled = [&](Value lhs, Value scaled) {
    return terms.isEqual(terms.mul(lhs, inner), scaled);
  };
  return terms.both(terms.both(isScaled(whole, matrix.rootSizes[1]),
                               isScaled(size, matrix.partSizes[1])),
                    isScaled(offset, matrix.offsets[1].term));
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
  return terms.both(isSame,
                    isScaled(terms, inner, sizes[dim], part.sizes[dim].term,
                             part.offsets[dim].term, matrix));
}

static Value hasAllRows(Terms &terms, const TensorSymbol &matrix) {
  return terms.both(terms.isEqual(matrix.offsets[0].term, 0),
                    terms.isEqual(matrix.partSizes[0], matrix.rootSizes[0]));
}

/// Returns the dimensions along which a part of a tensor may be cut.
static SmallVector<unsigned> getCutDims(const TensorSymbol &part) {
  SmallVector<unsigned> dims;
  for (auto [dim, size] : llvm::enumerate(part.sizes)) {
    auto offset = Terms::getConstant(part.offsets[dim].term);
    if (size.term != part.rootSizes[dim] || !offset || !offset->isZero())
      dims.push_back(dim);
  }
  return dims;
}

/// Returns a condition for two parts of the same tensor to have the same
/// elements, or null if the parts have no such form.
static Value areSamePart(Terms &terms, const TensorSymbol &expected,
                         const TensorSymbol &got) {
  if (got.partSizes.size() == 2 && expected.partSizes.empty()) {
    SmallVector<unsigned> dims = getCutDims(expected);
    // Of a tensor that is whole, all columns are there.
    Value isSame = terms.getBool(false);
    if (dims.empty())
      isSame = terms.both(terms.isEqual(got.offsets[1].term, 0),
                          terms.isEqual(got.partSizes[1], got.rootSizes[1]));
    for (unsigned dim : dims)
      isSame = terms.either(isSame, isPartOfRows(terms, expected, dim, got));
    return terms.both(isSame, hasAllRows(terms, got));
  }
  if (expected.rootSizes != got.rootSizes || !expected.partSizes.empty() ||
      !got.partSizes.empty())
    return {};
  Value areSame = terms.getBool(true);
  for (auto [lhs, rhs] : llvm::zip_equal(expected.offsets, got.offsets))
    areSame = terms.both(areSame, terms.isEqual(lhs.term, rhs.term));
  return areSame;
}

namespace {
/// Where an element comes from if `condition` holds.
struct Place {
  Value condition;
  /// The number of a tensor and the position there.
  unsigned root;
  SmallVector<Value, 0> rootSizes, position;
  /// The element itself, or no term if it is not known.
  Symbol number;
};

/// Finds the places of an element. One of their conditions holds.
class PlaceFinder {
public:
  PlaceFinder(Terms &terms, const Arguments &arguments)
      : terms(terms), arguments(arguments) {}

  /// Adds the places of element `index` if `condition` holds. Fails if they are
  /// too many.
  LogicalResult add(const TensorSymbol &tensor, ArrayRef<Value> index,
                    Value condition);

  SmallVector<Place> places;

private:
  LogicalResult addParts(ArrayRef<TensorPart> parts, ArrayRef<Value> index,
                         Value condition);
  Symbol pick(ArrayRef<Symbol> values, const Place &place);
  ArrayRef<Symbol> getValues(unsigned root);

  Terms &terms;
  const Arguments &arguments;
  /// The number of tensors around the current part.
  size_t depth = 0;
};
} // namespace

/// Returns whether `index` is in a part.
static Value isInside(Terms &terms, const TensorPart &part,
                      ArrayRef<Value> index) {
  Value isInside = part.condition;
  for (auto [i, begin, size] : llvm::zip_equal(index, part.begin, part.sizes)) {
    Value isBehind = terms.isLess(i, terms.add(begin, size));
    isInside = terms.both(isInside,
                          terms.both(terms.isLessOrEqual(begin, i), isBehind));
  }
  return isInside;
}

LogicalResult PlaceFinder::addParts(ArrayRef<TensorPart> parts,
                                    ArrayRef<Value> index, Value condition) {
  for (const TensorPart &part : parts) {
    SmallVector<Value, 0> inner;
    for (std::optional<unsigned> dim : part.dims)
      inner.push_back(dim ? terms.sub(index[*dim], part.begin[*dim])
                          : terms.get(0));
    Value isHere = isInside(terms, part, index);
    if (failed(add(part.tensor, inner, terms.both(condition, isHere))))
      return failure();
    condition = terms.both(condition, terms.negate(isHere));
  }
  return success();
}

/// Returns the elements of a tensor, or none if they are not known.
ArrayRef<Symbol> PlaceFinder::getValues(unsigned root) {
  if (auto known = arguments.roots.find(root); known != arguments.roots.end())
    return known->second.values;
  for (const auto &[number, tensor] : arguments.tensors)
    if (tensor.root == root)
      return tensor.elements;
  return {};
}

/// Returns the number of an element in row-major order.
static Value getNumber(Terms &terms, ArrayRef<Value> position,
                       ArrayRef<Value> sizes) {
  Value number = terms.get(0);
  for (auto [i, size] : llvm::zip_equal(position, sizes))
    number = terms.add(terms.mul(number, size), i);
  return number;
}

/// Returns the position of an element from its number in row-major order.
static SmallVector<Value> getPosition(Terms &terms, Value number,
                                      ArrayRef<Value> sizes) {
  SmallVector<Value> position;
  for (unsigned dim = 0; dim < sizes.size(); ++dim) {
    Value inner = terms.product(sizes.drop_front(dim + 1));
    position.push_back(terms.divide(number, inner));
    number = terms.sub(number, terms.mul(position.back(), inner));
  }
  return position;
}

/// Returns the element at a place among the elements of its tensor.
Symbol PlaceFinder::pick(ArrayRef<Symbol> values, const Place &place) {
  Value linear = getNumber(terms, place.position, place.rootSizes);
  Symbol result = values.back();
  for (int64_t i = values.size() - 2; i >= 0; --i) {
    Value isHere = terms.isEqual(linear, i);
    result.term = terms.select(isHere, values[i].term, result.term);
    result.poison = terms.select(isHere, values[i].poison, result.poison);
  }
  if (isa<smt::BoolType>(result.term.getType()))
    result.term = terms.select(result.term, terms.get(1), terms.get(0));
  return result;
}

LogicalResult PlaceFinder::add(const TensorSymbol &tensor,
                               ArrayRef<Value> index, Value condition) {
  constexpr size_t kMaxPlaces = 128, kMaxDepth = 1000;
  if (Terms::getKnown(condition) == false)
    return success();
  llvm::SaveAndRestore<size_t> inner(depth, depth + 1);
  if (places.size() == kMaxPlaces || depth > kMaxDepth)
    return failure();
  Place place{condition, tensor.root, tensor.rootSizes, {}, {}};
  SmallVector<Value> inPart(index);
  if (!tensor.partSizes.empty())
    inPart = getPosition(terms, getNumber(terms, index, getExact(tensor.sizes)),
                         tensor.partSizes);
  for (auto [i, offset] : llvm::zip_equal(inPart, tensor.offsets))
    place.position.push_back(terms.add(offset.term, i));
  auto root = arguments.roots.find(tensor.root);
  if (root != arguments.roots.end() && !root->second.parts.empty())
    return addParts(root->second.parts, place.position, condition);
  ArrayRef<Symbol> values = getValues(tensor.root);
  if (!values.empty() && !arguments.unknownRoots.count(tensor.root))
    place.number = pick(values, place);
  places.push_back(std::move(place));
  return success();
}

/// Returns whether different tensors may have the same elements: only if what
/// computes one of them is not modelled.
static Value areSameRoots(Terms &terms, Arguments &arguments, unsigned expected,
                          unsigned got) {
  for (unsigned root : {expected, got})
    if (Operation *op = arguments.unknownRoots.lookup(root))
      return arguments.declareUnknown(terms, op);
  return terms.getBool(false);
}

static bool isUndefined(const Arguments &arguments, unsigned root) {
  auto known = arguments.roots.find(root);
  return known != arguments.roots.end() && known->second.isUndefined;
}

/// Returns whether two places, whose conditions hold, have the same element.
static Value haveSame(Terms &terms, Arguments &arguments, const Place &expected,
                      const Place &got) {
  if (isUndefined(arguments, expected.root))
    return terms.getBool(true);
  if (expected.number.term && got.number.term) {
    Value isSame = terms.isEqual(expected.number.term, got.number.term);
    return terms.either(expected.number.poison,
                        terms.both(terms.negate(got.number.poison), isSame));
  }
  if (expected.root != got.root)
    return areSameRoots(terms, arguments, expected.root, got.root);
  if (expected.rootSizes != got.rootSizes)
    return terms.isEqual(
        getNumber(terms, expected.position, expected.rootSizes),
        getNumber(terms, got.position, got.rootSizes));
  Value isSame = terms.getBool(true);
  for (auto [lhs, rhs] : llvm::zip_equal(expected.position, got.position))
    isSame = terms.both(isSame, terms.isEqual(lhs, rhs));
  return isSame;
}

/// Returns whether two tensors have the same element at an index, which may be
/// any one in range.
static Value haveSameElement(Terms &terms, Arguments &arguments,
                             const TensorSymbol &expected,
                             const TensorSymbol &got, Operation *op) {
  std::string name =
      "element" + std::to_string(arguments.variables.size()) + "_";
  Value isInRange = terms.getBool(true);
  SmallVector<Value> index;
  for (auto [dim, size] : llvm::enumerate(got.sizes)) {
    index.push_back(terms.declareInteger(name + std::to_string(dim)));
    arguments.variables[index.back()] = name + std::to_string(dim);
    isInRange = terms.both(isInRange, terms.isIndex(index.back(), size.term));
  }
  PlaceFinder before(terms, arguments), after(terms, arguments);
  Value always = terms.getBool(true), isSame = terms.negate(isInRange);
  if (failed(before.add(expected, index, always)) ||
      failed(after.add(got, index, always)))
    return arguments.declareUnknown(terms, op);
  for (const Place &lhs : before.places)
    for (const Place &rhs : after.places) {
      Value isHere = terms.both(lhs.condition, rhs.condition);
      isSame = terms.either(
          isSame, terms.both(isHere, haveSame(terms, arguments, lhs, rhs)));
    }
  return isSame;
}

Condition mlir::split::verification::haveSameElements(
    Terms &terms, Arguments &arguments, const TensorSymbol &expected,
    const TensorSymbol &got, Operation *op) {
  auto isRoot = [&](const TensorSymbol &tensor) {
    return arguments.roots.count(tensor.root) > 0;
  };
  bool areRoots = isRoot(expected) || isRoot(got);
  if (isUndefined(arguments, expected.root))
    return {terms.getBool(true)};
  if (!areRoots && expected.root != got.root)
    return {areSameRoots(terms, arguments, expected.root, got.root)};
  Value areSame;
  if (expected.root == got.root)
    areSame = areSamePart(terms, expected, got);
  if (areSame && Terms::getKnown(areSame) == true)
    return {areSame};
  // Parts of one shape have the same elements exactly if they are the same.
  if (areSame && !areRoots && got.partSizes.empty())
    return {areSame};
  Value exact = haveSameElement(terms, arguments, expected, got, op);
  return areSame ? Condition{areSame, exact} : Condition{exact};
}
