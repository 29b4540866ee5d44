//===- WholeTensors.cpp - Ops that create whole tensors -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of constants are numbers: integers are themselves, and any other
// element has a number of its own. A tensor that others make up has parts.
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

/// Constants with more elements are unknown, unless all elements are equal.
static constexpr int64_t kMaxElements = 1024;

Value Arguments::getNumber(Terms &terms, Attribute element) {
  auto integer = dyn_cast<IntegerAttr>(element);
  unsigned width = integer ? getScalarWidth(integer.getType()) : 0;
  if (width == 1)
    return terms.get(integer.getValue().getBoolValue());
  if (width > 1)
    return terms.get(integer.getValue());
  return terms.get(numbers.try_emplace(element, numbers.size()).first->second);
}

/// Returns a scalar as an element of a tensor, without a term if it is unknown.
Symbol Encoder::getElement(Value value) {
  Symbol symbol = getScalar(value);
  Attribute constant;
  if (symbol.term && isa<smt::BoolType>(symbol.term.getType()))
    symbol.term = terms.select(symbol.term, terms.get(1), terms.get(0));
  else if (symbol.term)
    return symbol;
  else if (matchPattern(value, m_Constant(&constant)))
    symbol = makeSymbol(arguments.getNumber(terms, constant));
  else if (auto arg = dyn_cast<BlockArgument>(value);
           arg && arg.getOwner() == entry)
    // No constant has a negative number.
    symbol = makeSymbol(terms.get(-1 - int64_t(arg.getArgNumber())));
  return symbol;
}

/// Makes `value` a tensor that is no part of others.
void Encoder::declareWhole(Value value, SmallVector<Symbol> sizes,
                           RootSymbol symbol) {
  TensorSymbol tensor;
  tensor.root = arguments.createRoot();
  tensor.offsets.assign(sizes.size(), makeSymbol(terms.get(0)));
  tensor.rootSizes = getExact(sizes);
  tensor.sizes = std::move(sizes);
  if (!symbol.op)
    symbol.op = value.getDefiningOp();
  arguments.roots[tensor.root] = std::move(symbol);
  getTensor(value) = std::move(tensor);
}

/// Each input starts where the one before it ends. All have the same sizes
/// along the other dimensions.
bool Encoder::encode(tensor::ConcatOp op) {
  unsigned axis = op.getDim();
  SmallVector<Symbol> sizes = getTensor(op.getInputs().front()).sizes;
  Value start = terms.get(0), isRight = terms.getBool(true);
  RootSymbol root;
  for (Value input : op.getInputs()) {
    SmallVector<Value, 0> begin(sizes.size(), terms.get(0));
    begin[axis] = start;
    root.parts.push_back(getPart(input, std::move(begin), op));
    for (auto [dim, size] : llvm::enumerate(getTensor(input).sizes)) {
      if (dim == axis)
        start = terms.add(start, size.term);
      else
        isRight =
            terms.both(isRight, terms.isEqual(size.term, sizes[dim].term));
    }
  }
  sizes[axis] = makeSymbol(start);
  require(op, terms.both(terms.both(isRight, terms.fits(start, 64)),
                         haveStatedSizes(op.getResultType(), sizes)));
  declareWhole(op.getResult(), std::move(sizes), std::move(root));
  return true;
}

bool Encoder::encode(tensor::SplatOp op) {
  SmallVector<Symbol> sizes;
  auto dynamic = op.getDynamicSizes().begin();
  for (int64_t size : op.getType().getShape())
    sizes.push_back(ShapedType::isDynamic(size) ? getScalar(*dynamic++)
                                                : makeSymbol(terms.get(size)));
  require(op, areSizes(sizes));
  RootSymbol root;
  root.values = {getElement(op.getInput())};
  bool isKnown = root.values.front().term != nullptr;
  declareWhole(op.getResult(), std::move(sizes), std::move(root));
  if (!isKnown)
    arguments.unknownRoots[getTensor(op.getResult()).root] = op;
  return true;
}

void Encoder::encodeConstant(Operation *op, Attribute value) {
  Value result = op->getResult(0);
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    if (getScalarWidth(result.getType()) == 0)
      return;
    llvm::APInt number = integer.getValue();
    scalars[result] = makeSymbol(getScalarWidth(result.getType()) == 1
                                     ? terms.getBool(number.getBoolValue())
                                     : terms.get(number));
    return;
  }
  auto elements = dyn_cast<ElementsAttr>(value);
  if (elements && isa<RankedTensorType>(result.getType()))
    encodeTensorConstant(op, elements);
}

/// Equal constants are the same tensor.
void Encoder::encodeTensorConstant(Operation *op, ElementsAttr value) {
  RootSymbol root;
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (dense && dense.isSplat() && dense.getNumElements() > 0)
    root.values.push_back(makeSymbol(
        arguments.getNumber(terms, dense.getSplatValue<Attribute>())));
  else if (dense && dense.getNumElements() <= kMaxElements)
    for (Attribute element : dense.getValues<Attribute>())
      root.values.push_back(makeSymbol(arguments.getNumber(terms, element)));
  bool isKnown = !root.values.empty();
  Value result = op->getResult(0);
  auto type = cast<RankedTensorType>(result.getType());
  auto sizes = llvm::map_to_vector(type.getShape(), [&](int64_t size) {
    return makeSymbol(terms.get(size));
  });
  declareWhole(result, std::move(sizes), std::move(root));
  TensorSymbol &tensor = getTensor(result);
  auto [known, isNew] = arguments.constants.try_emplace(value, tensor.root);
  tensor.root = known->second;
  if (isNew && !isKnown)
    arguments.unknownRoots[tensor.root] = op;
  unsigned width = getScalarWidth(type.getElementType());
  if (!isKnown || width == 0 || type.getRank() > 1 ||
      type.getNumElements() > kMaxElements)
    return;
  for (Attribute element : dense.getValues<Attribute>()) {
    auto number = cast<IntegerAttr>(element).getValue();
    tensor.elements.push_back(makeSymbol(
        width == 1 ? terms.getBool(number.getBoolValue()) : terms.get(number)));
  }
}
