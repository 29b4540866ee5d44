//===- TensorOps.cpp - Tensors as positions in other tensors --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

bool Encoder::encodeTensor(Operation *op) {
  if (auto select = dyn_cast<arith::SelectOp>(op);
      select && isa<TensorType>(select.getType()) &&
      select.getCondition().getType().isInteger(1)) {
    Symbol condition = getScalar(select.getCondition());
    require(op, terms.negate(condition.poison));
    encodeMerge(op->getResult(0), condition, select.getTrueValue(),
                select.getFalseValue(), op);
    return true;
  }
  // Tensors of an unknown rank are not known.
  for (Value operand : op->getOperands())
    if (isa<TensorType>(operand.getType()) && !tensors.count(operand))
      return false;
  if (auto rank = dyn_cast<tensor::RankOp>(op)) {
    size_t count = getTensor(rank.getTensor()).sizes.size();
    scalars[rank.getResult()] = makeSymbol(terms.get(count));
    return true;
  }
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tensor::DimOp, tensor::ExtractOp, tensor::ExtractSliceOp,
            tensor::InsertSliceOp, tensor::CastOp, tensor::EmptyOp,
            tensor::ConcatOp, tensor::SplatOp, tensor::FromElementsOp,
            tensor::InsertOp, tensor::ReshapeOp, CopyOp, linalg::CopyOp>(
          [&](auto known) { return encode(known); })
      .Default(false);
}

bool Encoder::encode(tensor::DimOp op) {
  const TensorSymbol &source = getTensor(op.getSource());
  Symbol index = getScalar(op.getIndex());
  int64_t rank = source.sizes.size();
  require(op, terms.both(terms.negate(index.poison),
                         terms.isIndex(index.term, terms.get(rank))));
  Symbol size = makeSymbol(terms.get(0));
  for (int64_t dim = rank - 1; dim >= 0; --dim)
    size = select(makeSymbol(terms.isEqual(index.term, dim)), source.sizes[dim],
                  size);
  size.poison = terms.either(size.poison, index.poison);
  size.wraps = terms.either(size.wraps, index.wraps);
  scalars[op.getResult()] = size;
  return true;
}

/// Encodes an element: one of those that are known, or any other one.
bool Encoder::encode(tensor::ExtractOp op) {
  const TensorSymbol &source = getTensor(op.getTensor());
  SmallVector<Symbol> indices;
  Value isInside = terms.getBool(true);
  for (auto [value, size] : llvm::zip_equal(op.getIndices(), source.sizes)) {
    Symbol index = indices.emplace_back(getScalar(value));
    Value isIndex = terms.isIndex(index.term, size.term);
    isInside =
        terms.both(isInside, terms.both(terms.negate(index.poison), isIndex));
  }
  require(op, isInside);
  Symbol element;
  for (auto [number, symbol] : llvm::enumerate(source.elements)) {
    Value isHere = terms.getBool(true);
    if (!indices.empty())
      isHere = terms.isEqual(indices.front().term, number);
    element =
        element.term ? select(makeSymbol(isHere), symbol, element) : symbol;
  }
  if (element.term)
    scalars[op.getResult()] = element;
  else if (isNeverPoison(op))
    declareUnknown(op.getResult(), op);
  else
    declareAny(op.getResult(), op);
  return true;
}

/// Claims that a slice is part of its source. The end of a slice is exact, as
/// integers have no bounds. Sizes that are products may have wrapped around if
/// another size is 0, of the source and of the slice.
void Encoder::requireSlice(Operation *op, const TensorSymbol &source,
                           ArrayRef<Symbol> offsets, ArrayRef<Symbol> sizes) {
  Value isInside = terms.getBool(true), wraps = terms.getBool(false);
  Value isNothing = terms.getBool(false), isPoison = terms.getBool(false);
  Value areProducts = terms.getBool(true), isInexact = terms.getBool(false);
  for (auto [offset, size, given] :
       llvm::zip_equal(offsets, sizes, source.sizes)) {
    if (given.exact)
      areProducts = terms.both(areProducts, isExact(size));
    isNothing =
        terms.either(isNothing, terms.both(terms.isEqual(given.getExact(), 0),
                                           terms.isEqual(size.getExact(), 0)));
    isInexact = terms.either(isInexact, terms.negate(isExact(given)));
    Symbol both = taint(size.term, {offset, size});
    wraps = terms.either(wraps, both.wraps);
    isPoison = terms.either(isPoison, both.poison);
    bool isWhole = size.term == given.term &&
                   Terms::getKnown(terms.isEqual(offset.term, 0)) == true;
    if (isWhole)
      continue;
    Value end = terms.add(offset.term, size.term);
    isInside = terms.both(
        isInside, terms.both(terms.both(terms.isNonNegative(offset.term),
                                        terms.isNonNegative(size.term)),
                             terms.isLessOrEqual(end, given.term)));
  }
  isNothing = terms.both(isNothing, isInexact);
  require(op, terms.both(terms.negate(isPoison),
                         terms.either(isNothing, isInside)));
  require(op, terms.either(isNothing, areProducts), Need::Product);
  require(op, terms.either(isNothing, terms.negate(wraps)), Need::NoWrap);
}

/// Returns a tensor whose elements have positions in its root. Those of a
/// reshaped tensor are unknown after `op`.
TensorSymbol Encoder::getPositioned(Value value, Operation *op) {
  TensorSymbol tensor = getTensor(value);
  if (tensor.partSizes.empty())
    return tensor;
  tensor.partSizes.clear();
  tensor.rootSizes = getExact(tensor.sizes);
  tensor.offsets.assign(tensor.sizes.size(), makeSymbol(terms.get(0)));
  arguments.unknownRoots[tensor.root = arguments.createRoot()] = op;
  return tensor;
}

bool Encoder::encode(tensor::ExtractSliceOp op) {
  if (!op.hasUnitStride())
    return false;
  TensorSymbol source = getPositioned(op.getSource(), op), slice;
  SmallVector<Symbol> offsets = getScalars(op.getMixedOffsets());
  SmallVector<Symbol> sizes = getScalars(op.getMixedSizes());
  requireSlice(op, source, offsets, sizes);
  slice.root = source.root;
  slice.rootSizes = source.rootSizes;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    slice.offsets.push_back(
        makeSymbol(terms.add(source.offsets[dim].term, offsets[dim].term)));
    slice.sizes.push_back(makeSymbol(size.term));
    if (source.sizes[dim].exact)
      slice.sizes.back().exact = size.exact;
  }
  llvm::SmallBitVector dropped = op.getDroppedDims();
  if (dropped.none()) {
    getTensor(op.getResult()) = slice;
    return true;
  }
  // The slice is a tensor of its own, with these elements.
  TensorPart part;
  SmallVector<Symbol> kept;
  for (auto [dim, size] : llvm::enumerate(slice.sizes)) {
    part.dims.push_back(std::nullopt);
    if (dropped.test(dim))
      continue;
    part.dims.back() = kept.size();
    part.begin.push_back(terms.get(0));
    part.sizes.push_back(size.term);
    kept.push_back(size);
  }
  part.condition = terms.getBool(true);
  part.tensor = std::move(slice);
  RootSymbol root;
  root.parts.push_back(std::move(part));
  declareWhole(op.getResult(), std::move(kept), std::move(root));
  return true;
}

/// Returns the terms of numbers, as the program computes them.
static SmallVector<Value, 0> getTerms(ArrayRef<Symbol> symbols) {
  return llvm::map_to_vector<0>(symbols,
                                [](const Symbol &s) { return s.term; });
}

TensorPart Encoder::getPart(Value tensor, SmallVector<Value, 0> begin,
                            Operation *op) {
  TensorPart part;
  part.condition = terms.getBool(true);
  part.tensor = getPositioned(tensor, op);
  part.begin = std::move(begin);
  part.sizes = getTerms(part.tensor.sizes);
  for (unsigned dim = 0; dim < part.sizes.size(); ++dim)
    part.dims.push_back(dim);
  return part;
}

/// The elements of the slice are those of the source, and all others those of
/// the destination.
bool Encoder::encode(tensor::InsertSliceOp op) {
  if (!op.hasUnitStride())
    return false;
  SmallVector<Symbol> offsets = getScalars(op.getMixedOffsets());
  SmallVector<Symbol> sizes = getScalars(op.getMixedSizes());
  TensorSymbol destination = getTensor(op.getDest());
  requireSlice(op, destination, offsets, sizes);
  TensorPart part = getPart(op.getSource(), getTerms(offsets), op);
  part.sizes = getTerms(sizes);
  part.dims.clear();
  Value isFilled = terms.getBool(true);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (op.getDroppedDims().test(dim))
      continue;
    const Symbol &given = part.tensor.sizes[part.dims.size()];
    isFilled = terms.both(isFilled, terms.isEqual(given.term, size.term));
    part.dims.push_back(dim);
  }
  require(op, isFilled);
  RootSymbol root;
  root.parts.push_back(std::move(part));
  SmallVector<Value, 0> start(destination.sizes.size(), terms.get(0));
  root.parts.push_back(getPart(op.getDest(), std::move(start), op));
  declareWhole(op.getResult(), destination.sizes, std::move(root));
  return true;
}

Value Encoder::haveStatedSizes(RankedTensorType type, ArrayRef<Symbol> sizes) {
  Value areTrue = terms.getBool(true);
  for (auto [stated, size] : llvm::zip_equal(type.getShape(), sizes))
    if (!ShapedType::isDynamic(stated))
      areTrue = terms.both(areTrue, terms.isEqual(size.term, stated));
  return areTrue;
}

/// A cast to another rank than that of the case is out of bounds.
bool Encoder::encode(tensor::CastOp op) {
  const TensorSymbol &source = getTensor(op.getSource());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  bool hasRank =
      !type || type.getRank() == static_cast<int64_t>(source.sizes.size());
  if (!hasRank) {
    require(op, terms.getBool(false));
    declareUnknown(op.getResult(), op);
    return true;
  }
  if (type)
    require(op, haveStatedSizes(type, source.sizes));
  getTensor(op.getResult()) = TensorSymbol(source);
  return true;
}

/// Returns whether a size has not wrapped around.
Value Encoder::isExact(const Symbol &size) {
  return size.exact ? terms.fits(size.exact, 64) : terms.getBool(true);
}

Value Encoder::isEmpty(ArrayRef<Symbol> sizes) {
  Value isEmpty = terms.getBool(false);
  for (const Symbol &size : sizes)
    isEmpty = terms.either(isEmpty, terms.isEqual(size.getExact(), 0));
  return isEmpty;
}

/// Returns whether no size is poison or negative. A product of other sizes may
/// wrap around if a size is 0.
Value Encoder::areSizes(ArrayRef<Symbol> sizes) {
  Value areSizes = terms.negate(taint(terms.get(0), sizes).poison);
  for (const Symbol &size : sizes) {
    Value isAny = terms.both(terms.negate(isExact(size)), isEmpty(sizes));
    areSizes = terms.both(areSizes,
                          terms.either(terms.isNonNegative(size.term), isAny));
  }
  return areSizes;
}

bool Encoder::encode(tensor::EmptyOp op) {
  SmallVector<Symbol> sizes = getScalars(op.getMixedSizes());
  require(op, areSizes(sizes));
  RootSymbol root;
  root.isUndefined = true;
  declareWhole(op.getResult(), std::move(sizes), std::move(root));
  return true;
}

/// Encodes a copy of tensors. What conversions make of elements is not known.
bool Encoder::encode(linalg::CopyOp op) {
  auto given = dyn_cast<TensorType>(op.getInputs().front().getType());
  auto type = dyn_cast<TensorType>(op.getOutputs().front().getType());
  if (!given || !type)
    return false;
  const TensorSymbol &source = getTensor(op.getInputs().front());
  const TensorSymbol &destination = getTensor(op.getOutputs().front());
  if (source.sizes.size() != destination.sizes.size())
    return false;
  Value areEqual = terms.getBool(true);
  for (auto [got, expected] : llvm::zip_equal(source.sizes, destination.sizes))
    areEqual = terms.both(areEqual, terms.isEqual(got.term, expected.term));
  require(op, areEqual);
  TensorSymbol copy = source;
  if (given.getElementType() != type.getElementType()) {
    copy = getPositioned(op.getInputs().front(), op);
    arguments.unknownRoots[copy.root = arguments.createRoot()] = op;
    copy.elements.clear();
  }
  getTensor(op.getResult(0)) = std::move(copy);
  return true;
}

/// R7: destinations have data's sizes, and sum to its size along the axis.
Value Encoder::obeysRules(CopyOp op) {
  const TensorSymbol data = getTensor(op.getData());
  int64_t rank = data.sizes.size();
  int64_t axis = getAxis(op);
  Value obeys = terms.getBool(true), sum = terms.get(0);
  for (Value out : op.getOuts()) {
    ArrayRef<Symbol> sizes = getTensor(out).sizes;
    for (int64_t dim = 0; dim < rank; ++dim)
      if (dim != axis)
        obeys = terms.both(
            obeys, terms.isEqual(data.sizes[dim].term, sizes[dim].term));
    sum = terms.add(sum, sizes[axis].getExact());
  }
  return terms.both(obeys, terms.isEqual(sum, data.sizes[axis].getExact()));
}

/// Destination i is the piece that starts where destination i-1 ends. The
/// original stops if R7 is broken. A lowered function must obey it.
bool Encoder::encode(CopyOp op) {
  // What is stored in buffers is not modelled, but the original obeys R7.
  if (op->getNumResults() == 0) {
    bool areKnown = llvm::all_of(
        op->getOperands(), [&](Value value) { return tensors.count(value); });
    if (areKnown)
      passed = terms.both(passed, terms.implies(path, obeysRules(op)));
    return false;
  }
  TensorSymbol data = getPositioned(op.getData(), op);
  int64_t axis = getAxis(op);
  Value start = terms.get(0);
  Value obeys = obeysRules(op);
  if (isLowered) {
    require(op, obeys);
  } else {
    ++numCopies;
    rulesHold =
        terms.both(rulesHold, terms.implies(terms.both(path, passed), obeys));
    passed = terms.both(passed, terms.implies(path, obeys));
  }
  for (auto [out, result] : llvm::zip_equal(op.getOuts(), op->getResults())) {
    TensorSymbol piece = data;
    piece.elements.clear();
    piece.sizes = getTensor(out).sizes;
    Symbol &offset = piece.offsets[axis];
    offset = makeSymbol(terms.add(offset.term, start));
    start = terms.add(start, piece.sizes[axis].getExact());
    getTensor(result) = piece;
  }
  return true;
}
