//===- FlatOps.cpp - Reshaped tensors as terms ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reshaped tensor has the elements of its source in row-major order. That is
// right if both have as many elements, which is claimed. A part of the rows of
// a matrix of `rows` x `columns`, which starts at column `start` and is `width`
// wide, has at place n, in row-major order,
//
//   element (n div width) * columns + start + (n mod width)
//
// of the matrix, and so does a part of another tensor that is cut along one
// dimension, where all but `rows` is multiplied by the sizes of the dimensions
// behind it. test/Verification/lemmas.test proves that.
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

bool Encoder::encode(tensor::FromElementsOp op) {
  if (op.getType().getRank() > 1)
    return false;
  SmallVector<Symbol, 0> elements;
  for (Value element : op.getElements())
    if (elements.push_back(getScalar(element)); !elements.back().term)
      return false;
  SmallVector<Symbol> sizes;
  if (op.getType().getRank() == 1)
    sizes = {makeSymbol(terms.get(elements.size()))};
  RootSymbol root;
  root.values = llvm::map_to_vector(
      op.getElements(), [&](Value element) { return getElement(element); });
  declareWhole(op.getResult(), std::move(sizes), std::move(root));
  getTensor(op.getResult()).elements = std::move(elements);
  return true;
}

/// Encodes an element of a vector of a few known ones, as of the shape of a
/// piece. Those of tensor.empty are poison.
bool Encoder::encode(tensor::InsertOp op) {
  constexpr uint64_t kMaxCount = 8;
  TensorSymbol result = getTensor(op.getDest());
  if (result.sizes.size() != 1 || getScalarWidth(op.getScalar().getType()) == 0)
    return false;
  std::optional<llvm::APInt> count =
      Terms::getConstant(result.sizes.front().term);
  if (!count || count->ugt(kMaxCount))
    return false;
  auto root = arguments.roots.find(result.root);
  if (root != arguments.roots.end() && root->second.isUndefined) {
    Symbol undefined = makeSymbol(terms.get(0));
    undefined.poison = terms.getBool(true);
    result.elements.resize(count->getZExtValue(), undefined);
  }
  if (result.elements.size() != count->getZExtValue())
    return false;
  Symbol index = getScalar(op.getIndices().front());
  require(op, terms.both(terms.negate(index.poison),
                         terms.isIndex(index.term, result.sizes.front().term)));
  for (auto [number, element] : llvm::enumerate(result.elements))
    element = select(makeSymbol(terms.isEqual(index.term, number)),
                     getScalar(op.getScalar()), element);
  arguments.unknownRoots[result.root = arguments.createRoot()] = op;
  result.offsets = {makeSymbol(terms.get(0))};
  result.rootSizes = getExact(result.sizes);
  getTensor(op.getResult()) = result;
  return true;
}

/// Returns whether a tensor is all of its root.
static bool isWhole(const TensorSymbol &tensor) {
  return getExact(tensor.sizes) == tensor.rootSizes &&
         llvm::all_of(tensor.offsets, [](const Symbol &offset) {
           auto constant = Terms::getConstant(offset.term);
           return constant && constant->isZero();
         });
}

/// Returns whether no size is a product that wrapped around. That does not
/// matter if another size is 0.
Value Encoder::areExact(ArrayRef<Symbol> sizes) {
  Value areExact = terms.getBool(true);
  for (const Symbol &size : sizes)
    areExact = terms.both(areExact, isExact(size));
  return terms.either(areExact, isEmpty(sizes));
}

bool Encoder::encode(tensor::ReshapeOp op) {
  const TensorSymbol &shape = getTensor(op.getShape());
  std::optional<llvm::APInt> rank =
      shape.sizes.empty() ? std::nullopt
                          : Terms::getConstant(shape.sizes.front().term);
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!rank || *rank != shape.elements.size() ||
      (type && type.getRank() != static_cast<int64_t>(shape.elements.size())))
    return false;
  TensorSymbol source = getPositioned(op.getSource(), op), result;
  result.root = source.root;
  if (auto root = arguments.roots.find(source.root);
      root != arguments.roots.end() && !root->second.parts.empty())
    arguments.unknownRoots[result.root = arguments.createRoot()] = op;
  result.sizes.assign(shape.elements.begin(), shape.elements.end());
  Value isRight = areSizes(result.sizes);
  if (type)
    isRight = terms.both(isRight, haveStatedSizes(type, result.sizes));
  require(op, areExact(source.sizes), Need::Product);
  require(op, areExact(result.sizes), Need::Product);
  Value count = terms.product(getExact(result.sizes));
  Value given = terms.product(getExact(source.sizes));
  require(op, terms.both(isRight, terms.isEqual(given, count)));
  for (Symbol &size : result.sizes)
    size.poison = size.wraps = terms.getBool(false);
  if (getExact(source.sizes) == getExact(result.sizes)) {
    result = source;
  } else if (isWhole(source)) {
    result.rootSizes = getExact(result.sizes);
    result.offsets.assign(result.sizes.size(), makeSymbol(terms.get(0)));
  } else {
    result.rootSizes = source.rootSizes;
    result.offsets = source.offsets;
    result.partSizes = getExact(source.sizes);
  }
  getTensor(op.getResult()) = result;
  return true;
}
