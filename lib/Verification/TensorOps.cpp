//===- TensorOps.cpp - Tensors as positions in other tensors --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::split;

bool Encoder::encodeTensor(Operation *op) {
  auto isUnranked = [](Type type) { return isa<UnrankedTensorType>(type); };
  if (llvm::any_of(op->getOperandTypes(), isUnranked) ||
      llvm::any_of(op->getResultTypes(), isUnranked) || isa<tensor::RankOp>(op))
    return encodeUnranked(op);
  if (auto generate = dyn_cast<tensor::GenerateOp>(op))
    return encodeGenerate(generate);
  if (auto dim = dyn_cast<tensor::DimOp>(op))
    return encodeDim(op, dim.getSource(), dim.getIndex()), true;
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    encodeExtract(extract);
    return isKnown(extract.getResult());
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    if (!slice.hasUnitStride())
      return false;
    return encodeSlice(slice, slice.getSource(), slice.getDroppedDims()), true;
  }
  if (auto slice = dyn_cast<tensor::InsertSliceOp>(op)) {
    if (!slice.hasUnitStride())
      return false;
    return encodeInsertSlice(slice), true;
  }
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return encodeTensorCast(cast, getTensor(cast.getSource())), true;
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return encodeEmpty(empty), true;
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return encodeConcat(concat), true;
  if (auto splat = dyn_cast<tensor::SplatOp>(op))
    return encodeSplat(splat), true;
  if (auto elements = dyn_cast<tensor::FromElementsOp>(op)) {
    encodeFromElements(elements);
    return isKnown(elements.getResult());
  }
  if (auto reshape = dyn_cast<tensor::ReshapeOp>(op))
    return encodeReshape(reshape);
  if (auto copy = dyn_cast<CopyOp>(op)) {
    if (!areKnown(op->getOperands()))
      return false;
    if (copy->getNumResults() > 0)
      return encodeCopy(copy), true;
    return isExact && (encodeBufferCopy(copy), true);
  }
  if (auto copy = dyn_cast<linalg::CopyOp>(op))
    return areKnown(copy->getOperands()) && encodeLinalgCopy(copy);
  return false;
}

void Encoder::encodeDim(Operation *op, Value tensor, Value dimension) {
  const TensorSymbol &source = getTensor(tensor);
  Symbol index = getScalar(dimension);
  int64_t rank = source.sizes.size();
  require(op, "bounds",
          terms.both(terms.negate(index.poison),
                     terms.both(terms.isNonNegative(index.term),
                                terms.isLess(index.term, terms.get(rank)))));
  Symbol size = makeSymbol(terms.get(0));
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    Value isDim = terms.isEqual(index.term, dim);
    auto pick = [&](Value Symbol::*member) {
      return terms.select(isDim, source.sizes[dim].*member, size.*member);
    };
    size = {pick(&Symbol::term), pick(&Symbol::poison), pick(&Symbol::wraps)};
  }
  scalars[op->getResult(0)] = taint(size.term, {size, index});
}

void Encoder::encodeExtract(tensor::ExtractOp op) {
  const TensorSymbol &source = getTensor(op.getTensor());
  if (source.sizes.size() != op.getIndices().size())
    return;
  for (auto [index, size] : llvm::zip_equal(op.getIndices(), source.sizes)) {
    Symbol symbol = getScalar(index);
    if (symbol.term)
      require(op, "bounds",
              terms.both(terms.negate(symbol.poison),
                         terms.both(terms.isNonNegative(symbol.term),
                                    terms.isLess(symbol.term, size.term))));
  }
  int64_t position = 0;
  if (!op.getIndices().empty()) {
    std::optional<int64_t> index = getConstantIntValue(op.getIndices().front());
    if (!index || op.getIndices().size() > 1)
      return;
    position = *index;
  }
  if (position >= 0 && position < static_cast<int64_t>(source.elements.size()))
    scalars[op.getResult()] = source.elements[position];
}

/// The end of a slice is exact, as integers have no bounds.
void Encoder::requireSlice(Operation *op, const TensorSymbol &source,
                           ArrayRef<Symbol> offsets, ArrayRef<Symbol> sizes) {
  Value isInside = terms.getBool(true), wraps = terms.getBool(false);
  // A product of sizes may have wrapped around if another size is 0, of the
  // source and of the slice.
  Value isNothing = terms.getBool(false);
  for (auto [given, size] : llvm::zip_equal(source.sizes, sizes))
    isNothing =
        terms.either(isNothing, terms.both(terms.isEqual(given.getExact(), 0),
                                           terms.isEqual(size.getExact(), 0)));
  isNothing = terms.both(isNothing, taint(terms.get(0), source.sizes).wraps);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    const Symbol &offset = offsets[dim];
    wraps = terms.either(
        terms.either(wraps, terms.either(offset.wraps, offset.poison)),
        terms.either(size.wraps, size.poison));
    bool isWhole = size.term == source.sizes[dim].term &&
                   Terms::getKnown(terms.isEqual(offset.term, 0)) == true;
    if (isWhole)
      continue;
    Value end = terms.add(offset.term, size.term);
    isInside = terms.both(
        isInside, terms.both(terms.both(terms.isNonNegative(offset.term),
                                        terms.isNonNegative(size.term)),
                             terms.isLessOrEqual(end, source.sizes[dim].term)));
  }
  require(op, "bounds", terms.either(isNothing, isInside));
  require(op, "wrap", terms.either(isNothing, terms.negate(wraps)));
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

void Encoder::encodeSlice(OffsetSizeAndStrideOpInterface op, Value whole,
                          const llvm::SmallBitVector &dropped) {
  TensorSymbol source = getPositioned(whole, op), slice;
  SmallVector<Symbol> offsets = getScalars(op.getMixedOffsets());
  SmallVector<Symbol> sizes = getScalars(op.getMixedSizes());
  requireSlice(op, source, offsets, sizes);
  slice.root = source.root;
  slice.rootSizes = source.rootSizes;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    const Symbol &outer = source.offsets[dim];
    slice.offsets.push_back(
        taint(terms.add(outer.term, offsets[dim].term), {outer, offsets[dim]}));
    slice.sizes.push_back(size);
  }
  if (dropped.none()) {
    getTensor(op->getResult(0)) = slice;
    return;
  }
  // The slice is a tensor of its own, with these elements.
  TensorPart part;
  SmallVector<Symbol> kept;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
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
  declareWhole(op->getResult(0), std::move(kept), std::move(root));
}

/// The elements of the slice are those of the source, and all others those of
/// the destination.
void Encoder::encodeInsertSlice(tensor::InsertSliceOp op) {
  SmallVector<Symbol> offsets = getScalars(op.getMixedOffsets());
  SmallVector<Symbol> sizes = getScalars(op.getMixedSizes());
  TensorSymbol destination = getTensor(op.getDest());
  requireSlice(op, destination, offsets, sizes);
  TensorPart part = getPart(op.getSource(), getExact(offsets), op);
  part.sizes = getExact(sizes);
  part.dims.clear();
  Value isFilled = terms.getBool(true);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (op.getDroppedDims().test(dim))
      continue;
    const Symbol &given = part.tensor.sizes[part.dims.size()];
    isFilled = terms.both(isFilled, terms.isEqual(given.term, size.term));
    part.dims.push_back(dim);
  }
  require(op, "bounds", isFilled);
  RootSymbol root;
  root.parts.push_back(std::move(part));
  SmallVector<Value, 0> start(destination.sizes.size(), terms.get(0));
  root.parts.push_back(getPart(op.getDest(), std::move(start), op));
  declareWhole(op.getResult(), destination.sizes, std::move(root));
}

void Encoder::encodeTensorCast(tensor::CastOp op, const TensorSymbol &source) {
  Value areTrue = terms.getBool(true);
  auto type = cast<RankedTensorType>(op.getType());
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (!ShapedType::isDynamic(size))
      areTrue =
          terms.both(areTrue, terms.isEqual(source.sizes[dim].term, size));
  require(op, "bounds", areTrue);
  getTensor(op.getResult()) = TensorSymbol(source);
}

/// Returns whether no size is negative. A product of other sizes may wrap
/// around if a size is 0.
Value Encoder::areSizes(ArrayRef<Symbol> sizes) {
  Value areSizes = terms.getBool(true), isEmpty = terms.getBool(false);
  for (const Symbol &size : sizes)
    isEmpty = terms.either(isEmpty, terms.isEqual(size.getExact(), 0));
  for (const Symbol &size : sizes)
    areSizes =
        terms.both(areSizes, terms.either(terms.isNonNegative(size.term),
                                          terms.both(size.wraps, isEmpty)));
  return areSizes;
}

void Encoder::encodeEmpty(tensor::EmptyOp op) {
  SmallVector<Symbol> sizes = getScalars(op.getMixedSizes());
  Value isPoison = taint(terms.get(0), sizes).poison;
  require(op, "bounds", terms.both(terms.negate(isPoison), areSizes(sizes)));
  RootSymbol root;
  root.isUndefined = true;
  declareWhole(op.getResult(), std::move(sizes), std::move(root));
}

/// Encodes a copy that converts no elements.
bool Encoder::encodeLinalgCopy(linalg::CopyOp op) {
  auto given = dyn_cast<ShapedType>(op.getInputs().front().getType());
  auto type = dyn_cast<ShapedType>(op.getOutputs().front().getType());
  if (!given || !type || given.getElementType() != type.getElementType() ||
      given.getRank() != type.getRank() ||
      (op->getNumResults() == 0 && !isExact))
    return false;
  TensorSymbol source = getTensor(op.getInputs().front());
  const TensorSymbol &destination = getTensor(op.getOutputs().front());
  Value areEqual = terms.getBool(true);
  for (auto [got, expected] : llvm::zip_equal(source.sizes, destination.sizes))
    areEqual = terms.both(areEqual, terms.isEqual(got.term, expected.term));
  require(op, "bounds", areEqual);
  if (op->getNumResults() > 0)
    getTensor(op.getResult(0)) = source;
  else
    requireDestination(op, op.getOutputs().front());
  return true;
}

/// Claims that the lowering writes only what a copy of the original does.
void Encoder::requireDestination(Operation *op, Value buffer) {
  BufferCopies &copies = arguments.copies;
  unsigned root = getTensor(buffer).root;
  if (!isLowered)
    copies.targets.insert(root);
  else if (copies.count > 0)
    require(op, "target", terms.getBool(copies.targets.contains(root)));
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

/// Data and destinations do not overlap, and data has as many bytes as all
/// destinations: less than 2^63 in all.
Value Encoder::fitsMemory(CopyOp op) {
  Value bytes = terms.get(0);
  for (Value out : op.getOuts()) {
    auto buffer = arguments.buffers.find(getTensor(out).root);
    if (buffer != arguments.buffers.end())
      bytes =
          terms.add(bytes, terms.sub(buffer->second.end, buffer->second.begin));
  }
  return terms.fits(terms.mul(bytes, terms.get(2)), 64);
}

void Encoder::encodeBufferCopy(CopyOp op) {
  for (Value out : op.getOuts())
    requireDestination(op, out);
  if (isLowered)
    return require(op, "bounds", obeysRules(op));
  Value both = terms.both(obeysRules(op), fitsMemory(op));
  contract =
      terms.both(contract, terms.implies(terms.both(path, passed), both));
  BufferCopies &copies = arguments.copies;
  ++copies.count;
  SmallVector<Value, 0> sizes = getExact(getTensor(op.getData()).sizes);
  int64_t axis = getAxis(op);
  copies.rows = terms.product(ArrayRef(sizes).take_front(axis));
  copies.rowElements = terms.product(ArrayRef(sizes).drop_front(axis));
}

/// Destination i is the piece that starts where destination i-1 ends.
void Encoder::encodeCopy(CopyOp op) {
  TensorSymbol data = getPositioned(op.getData(), op);
  int64_t axis = getAxis(op);
  Value start = terms.get(0);
  require(op, "bounds", obeysRules(op));
  for (auto [out, result] : llvm::zip_equal(op.getOuts(), op->getResults())) {
    TensorSymbol piece = data;
    piece.elements.clear();
    piece.sizes = getTensor(out).sizes;
    Symbol &offset = piece.offsets[axis];
    offset = taint(terms.add(offset.term, start), offset);
    start = terms.add(start, piece.sizes[axis].getExact());
    getTensor(result) = piece;
  }
}
