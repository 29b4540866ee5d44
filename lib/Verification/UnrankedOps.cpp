//===- UnrankedOps.cpp - Tensors of unknown rank as terms -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A piece of data of unknown rank is cut along one dimension. In row-major
// order, it is part of the rows of a matrix; the sizes of the matrix are
// products of those before the dimension, and of its own and those behind it. A
// loop multiplies them. Its invariant is that each product is the one of the
// dimensions so far. The encoder finds the invariant by the form of the loop;
// that it holds is claimed.
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::split;

/// Returns whether `value` does not depend on `variable`, as it is older or
/// constant.
static bool isOlder(Value value, Value variable) {
  return Terms::getConstant(value) ||
         value.getDefiningOp()->isBeforeInBlock(variable.getDefiningOp());
}

/// Returns the data of this rank, or null.
Dimensions *Encoder::findDimensions(Value rank) {
  for (const std::unique_ptr<Dimensions> &data : arguments.unranked)
    if (data->getRank() == rank)
      return data.get();
  return nullptr;
}

Value Encoder::isDimension(Value dim, Value rank) {
  return terms.both(terms.isNonNegative(dim), terms.isLess(dim, rank));
}

/// Encodes an op on tensors of unknown rank, as terms or as in this case, or a
/// tensor.rank.
bool Encoder::encodeUnranked(Operation *op) {
  for (Value operand : op->getOperands())
    if (isa<UnrankedTensorType>(operand.getType()) && !tensors.count(operand))
      return false;
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return encodeUnrankedCast(cast);
  if (auto reshape = dyn_cast<tensor::ReshapeOp>(op))
    return encodeReshape(reshape);
  if (!isa<tensor::RankOp, tensor::DimOp>(op))
    return false;
  const TensorSymbol &source = getTensor(op->getOperand(0));
  const UnrankedPart &part = source.unranked;
  if (isa<tensor::RankOp>(op)) {
    auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    int64_t rank = type ? type.getRank() : source.sizes.size();
    scalars[op->getResult(0)] =
        makeSymbol(part ? part.data->getRank() : terms.get(rank));
    return true;
  }
  if (!part)
    return encodeDim(op, op->getOperand(0), op->getOperand(1)), true;
  Symbol dim = getScalar(op->getOperand(1));
  if (!dim.term)
    return false;
  require(op, "bounds",
          terms.both(terms.negate(dim.poison),
                     isDimension(dim.term, part.data->getRank())));
  scalars[op->getResult(0)] = taint(part.getSize(terms, dim.term), dim);
  return true;
}

/// A cast to a known rank has the sizes of the dimensions, one by one.
bool Encoder::encodeUnrankedCast(tensor::CastOp op) {
  TensorSymbol source = getTensor(op.getSource());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type) {
    getTensor(op.getResult()) = source;
    return true;
  }
  UnrankedPart part = source.unranked;
  Value rank = part ? part.data->getRank() : terms.get(source.sizes.size());
  require(op, "bounds", terms.isEqual(rank, type.getRank()));
  if (part.axis || !source.partSizes.empty())
    return false;
  for (int64_t dim = 0; part && dim < type.getRank(); ++dim) {
    source.offsets.push_back(makeSymbol(terms.get(0)));
    source.sizes.push_back(makeSymbol(part.data->getSize(terms.get(dim))));
  }
  if (static_cast<int64_t>(source.sizes.size()) != type.getRank())
    return false;
  if (part)
    source.rootSizes = getExact(source.sizes);
  source.unranked = {};
  encodeTensorCast(op, source);
  return true;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Encodes each element of a tensor.
bool Encoder::encodeElements(tensor::GenerateOp op, int64_t count) {
  TensorSymbol tensor;
  auto yield = cast<tensor::YieldOp>(op.getBody().front().getTerminator());
  for (int64_t i = 0; i < count; ++i) {
    scalars[op.getBody().getArgument(0)] = makeSymbol(terms.get(i));
    encodeBlock(op.getBody().front());
    tensor.elements.push_back(getScalar(yield.getValue()));
    if (!tensor.elements.back().term)
      return false;
  }
  arguments.unknownRoots[tensor.root = arguments.createRoot()] = op;
  tensor.offsets = {makeSymbol(terms.get(0))};
  tensor.sizes = {makeSymbol(terms.get(count))};
  tensor.rootSizes = getExact(tensor.sizes);
  getTensor(op.getResult()) = tensor;
  return true;
}

/// Encodes the sizes of data, but for another size along one dimension: that
/// any element is this size is claimed.
bool Encoder::encodeGenerate(tensor::GenerateOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  if (type.getRank() != 1 || getScalarWidth(type.getElementType()) == 0)
    return false;
  Symbol count = type.isDynamicDim(0)
                     ? getScalar(op.getDynamicExtents().front())
                     : makeSymbol(terms.get(type.getDimSize(0)));
  if (!count.term)
    return false;
  require(
      op, "bounds",
      terms.both(terms.negate(count.poison), terms.isNonNegative(count.term)));
  constexpr int64_t kMaxCount = 8;
  std::optional<llvm::APInt> constant = Terms::getConstant(count.term);
  if (constant && constant->isNonNegative() && constant->sle(kMaxCount))
    return encodeElements(op, constant->getSExtValue());
  Dimensions *data = findDimensions(count.term);
  if (!data)
    return false;

  Value dim = arguments.declareNumber(terms, "dimension");
  Value isInData = isDimension(dim, data->getRank());
  scalars[op.getBody().getArgument(0)] = makeSymbol(dim);
  encodeBlockIf(op.getBody().front(), isInData);
  auto yield = cast<tensor::YieldOp>(op.getBody().front().getTerminator());
  Symbol element = getScalar(yield.getValue());
  auto choice =
      element.term ? element.term.getDefiningOp<smt::IteOp>() : smt::IteOp();
  auto compare =
      choice ? choice.getCond().getDefiningOp<smt::EqOp>() : smt::EqOp();
  if (!compare || compare.getInputs().front() != dim)
    return false;
  Value axis = compare.getInputs().back(), size = choice.getThenValue();
  if (!isOlder(axis, dim) || !isOlder(size, dim))
    return false;
  UnrankedPart shape{data, axis, size, nullptr};
  llvm::SaveAndRestore<Value> inShape(path, terms.both(path, isInData));
  require(op, "bounds", terms.negate(element.poison));
  require(op, "wrap", terms.negate(element.wraps));
  require(op, "shape", terms.isEqual(element.term, shape.getSize(terms, dim)));
  TensorSymbol tensor;
  arguments.unknownRoots[tensor.root = arguments.createRoot()] = op;
  tensor.offsets = {makeSymbol(terms.get(0))};
  tensor.sizes = {count};
  tensor.rootSizes = getExact(tensor.sizes);
  tensor.shape = shape;
  getTensor(op.getResult()) = tensor;
  return true;
}

//===----------------------------------------------------------------------===//
// Products of sizes
//===----------------------------------------------------------------------===//

/// Returns the symbol of a product of sizes, which wraps around once.
Symbol Encoder::makeProduct(Value exact) {
  Symbol symbol = makeSymbol(terms.wrap(exact, 64));
  symbol.wraps = terms.negate(terms.fits(exact, 64));
  symbol.exact = exact;
  symbol.factorWraps = terms.getBool(false);
  return symbol;
}

/// Returns the condition of a product that is multiplied by `size` if the
/// condition holds, or null if `next` is not the next value of such a product.
static Value getCondition(Terms &terms, Value next, Value product, Value size) {
  auto choice = next ? next.getDefiningOp<smt::IteOp>() : smt::IteOp();
  if (!choice || choice.getElseValue() != product ||
      choice.getThenValue() != terms.mul(product, size))
    return {};
  return choice.getCond();
}

/// Returns what the loop multiplies in all, and claims its invariant, or
/// returns null if the loop has another form. The product is that of the
/// dimensions before one, or of those behind one.
Value Encoder::findProduct(scf::ForOp op, Dimensions &data, Value isInLoop,
                           Value product, const Symbol &init,
                           const Symbol &next) {
  if (!next.term)
    return {};
  auto claim = [&](Value condition) { require(op, "invariant", condition); };
  llvm::SaveAndRestore<Value> position(path);
  auto isExact = [&](const Symbol &symbol) {
    Value wraps = symbol.exact ? symbol.factorWraps : symbol.wraps;
    return terms.negate(terms.either(symbol.poison, wraps));
  };
  claim(isExact(init));
  path = terms.both(path, isInLoop);
  claim(isExact(next));
  Value dim = getScalar(op.getInductionVar()).term, one = terms.get(1);
  Value size = data.getSize(dim);
  Value counts = getCondition(terms, next.exact, product, size);
  auto compare =
      counts ? counts.getDefiningOp<smt::IntCmpOp>() : smt::IntCmpOp();
  if (!compare || compare.getPred() != smt::IntPredicate::lt)
    return {};
  bool isBefore = compare.getLhs() == dim;
  Value limit = isBefore ? compare.getRhs() : compare.getLhs();
  if ((!isBefore && compare.getRhs() != dim) || !isOlder(limit, product))
    return {};

  Value begin = isBefore ? terms.get(0) : terms.add(limit, one);
  Value rest = isBefore ? data.getProduct(begin, limit) : one;
  // The product of the dimensions up to `end`.
  auto getInvariant = [&](Value end) {
    Value isMultiplied =
        isBefore ? terms.isLess(end, limit) : terms.isLess(limit, end);
    return terms.select(isMultiplied, data.getProduct(begin, end), rest);
  };
  Value multiplied = terms.mul(data.getProduct(begin, dim), size);
  claim(terms.implies(data.hasFactor(begin, dim),
                      terms.isEqual(terms.select(counts, multiplied, rest),
                                    getInvariant(terms.add(dim, one)))));
  path = position.get();
  claim(terms.isEqual(init.getExact(), getInvariant(terms.get(0))));
  Value all = isBefore ? rest : data.getProduct(begin, data.getRank());
  claim(terms.isEqual(getInvariant(data.getRank()), all));
  return all;
}

/// Encodes a loop over all dimensions of data that multiplies sizes.
bool Encoder::encodeProducts(scf::ForOp op, ArrayRef<Symbol> range) {
  Dimensions *data = findDimensions(range[1].term);
  if (!data || op.getNumResults() == 0 ||
      Terms::getKnown(terms.isEqual(range[0].term, 0)) != true ||
      Terms::getKnown(terms.isEqual(range[2].term, 1)) != true)
    return false;
  SmallVector<Value> products;
  for (auto [arg, init, yielded] : llvm::zip_equal(
           op.getRegionIterArgs(), op.getInits(), op.getYieldedValues())) {
    auto product = yielded.getDefiningOp<arith::MulIOp>();
    if (!arg.getType().isIndex() || !getScalar(init).term || !product ||
        (product.getLhs() != arg && product.getRhs() != arg))
      return false;
  }
  for (Value arg : op.getRegionIterArgs()) {
    products.push_back(arguments.declareNumber(terms, "product"));
    arguments.unknowns[products.back()] = op;
    scalars[arg] = makeProduct(products.back());
  }
  Value isInLoop = declareInduction(op, op.getInductionVar(), range);
  {
    llvm::SaveAndRestore<unsigned> inLoop(loopDepth, loopDepth + 1);
    encodeBlockIf(*op.getBody(), isInLoop);
  }
  for (auto [result, product, init, yielded] : llvm::zip_equal(
           op.getResults(), products, op.getInits(), op.getYieldedValues())) {
    Value all = findProduct(op, *data, isInLoop, product, getScalar(init),
                            getScalar(yielded));
    if (all)
      scalars[result] = makeProduct(all);
    else
      declareAny(result, op);
  }
  return true;
}
