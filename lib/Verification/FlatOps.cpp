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

void Encoder::encodeFromElements(tensor::FromElementsOp op) {
  TensorSymbol tensor;
  if (op.getType().getRank() > 1)
    return;
  for (Value element : op.getElements())
    if (tensor.elements.push_back(getScalar(element));
        !tensor.elements.back().term)
      return;
  tensor.root = arguments.createRoot();
  if (op.getType().getRank() == 1) {
    tensor.offsets = {makeSymbol(terms.get(0))};
    tensor.sizes = {makeSymbol(terms.get(op.getElements().size()))};
    tensor.rootSizes = getExact(tensor.sizes);
  }
  RootSymbol &root = arguments.roots[tensor.root];
  root.op = op;
  root.values = llvm::map_to_vector(
      op.getElements(), [&](Value element) { return getElement(element); });
  getTensor(op.getResult()) = tensor;
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
  Value areExact = terms.getBool(true), isEmpty = terms.getBool(false);
  for (const Symbol &size : sizes) {
    areExact = terms.both(areExact, terms.negate(size.wraps));
    isEmpty = terms.either(isEmpty, terms.isEqual(size.getExact(), 0));
  }
  return terms.either(areExact, isEmpty);
}

Value Encoder::countElements(const TensorSymbol &tensor) {
  const UnrankedPart &part = tensor.unranked;
  return part ? part.data->countElements(part.axis, part.size)
              : terms.product(getExact(tensor.sizes));
}

/// Returns whether the elements of a shape are known, one by one.
static bool hasElements(const TensorSymbol &shape) {
  return shape.sizes.size() == 1 &&
         Terms::getConstant(shape.sizes.front().term) ==
             llvm::APInt(256, shape.elements.size());
}

bool Encoder::encodeReshape(tensor::ReshapeOp op) {
  const TensorSymbol &shape = getTensor(op.getShape());
  const TensorSymbol &given = getTensor(op.getSource());
  bool isCut = given.unranked.axis || !given.partSizes.empty();
  if (!hasElements(shape) &&
      (!shape.shape || given.unranked || given.sizes.empty()))
    return false;
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if ((given.unranked && isCut) ||
      (type && type.getRank() != static_cast<int64_t>(shape.elements.size())))
    return false;
  TensorSymbol source = getPositioned(op.getSource(), op), result;
  result.root = source.root;
  if (auto root = arguments.roots.find(source.root);
      root != arguments.roots.end() && !root->second.parts.empty())
    arguments.unknownRoots[result.root = arguments.createRoot()] = op;
  result.sizes.assign(shape.elements.begin(), shape.elements.end());
  result.unranked = shape.shape;
  Value isPoison = taint(terms.get(0), result.sizes).poison;
  Value isRight = terms.both(terms.negate(isPoison), areSizes(result.sizes));
  if (const UnrankedPart &part = result.unranked)
    isRight = terms.both(isDimension(part.axis, part.data->getRank()),
                         terms.isNonNegative(part.size));
  if (type)
    for (auto [size, symbol] : llvm::zip_equal(type.getShape(), result.sizes))
      if (!ShapedType::isDynamic(size))
        isRight = terms.both(isRight, terms.isEqual(symbol.term, size));
  require(op, "wrap", areExact(source.sizes));
  require(op, "wrap", areExact(result.sizes));
  require(op, "bounds",
          terms.both(isRight, terms.isEqual(countElements(source),
                                            countElements(result))));
  if (isWhole(source) && !result.unranked) {
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
