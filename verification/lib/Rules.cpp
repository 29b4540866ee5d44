//===- Rules.cpp - The rules of splits as terms ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

StringRef mlir::split::verification::getName(RuleId id) {
  static constexpr StringRef kNames[] = {"R6 (rank)", "R1", "R2",
                                         "R3",        "R4", "R6"};
  return kNames[static_cast<unsigned>(id)];
}

static bool isQuantizedAlong(Type type, int64_t dim) {
  Type element = getElementTypeOrSelf(type);
  if (auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(element))
    return perAxis.getQuantizedDimension() == dim;
  if (auto blocks = dyn_cast<quant::UniformQuantizedSubChannelType>(element))
    return llvm::is_contained(blocks.getQuantizedDimensions(), dim);
  return false;
}

SplitRules::SplitRules(Terms &terms, Operation *op,
                       const SplitOperands &operands)
    : terms(terms) {
  for (Value &rule : rules)
    rule = terms.getBool(true);
  readAxis(op, operands);
  if (auto split = dyn_cast<SplitOp>(op))
    readEqualPieces(split.getNumSplits());
  else
    readLengths(operands);
  placePieces(operands.data);
  readResultTypes(op);
}

/// C4: -D <= axis <= D-1, where a negative axis counts from the end. C5: the
/// data is not quantized along the axis. The size along the axis is d.
void SplitRules::readAxis(Operation *op, const SplitOperands &operands) {
  rank = operands.data.sizes.size();
  givenAxis = operands.axis;
  Value &rule = rules[static_cast<unsigned>(RuleId::R1)];
  rule = terms.both(terms.isLessOrEqual(terms.get(-rank), givenAxis),
                    terms.isLessOrEqual(givenAxis, terms.get(rank - 1)));
  axis = terms.select(terms.isNegative(givenAxis),
                      terms.add(givenAxis, terms.get(rank)), givenAxis);
  axisSize = terms.get(0);
  for (auto [dim, size] : llvm::enumerate(operands.data.sizes)) {
    Value isAxis = terms.isEqual(axis, dim);
    axisSize = terms.select(isAxis, size.term, axisSize);
    if (isQuantizedAlong(op->getOperand(0).getType(), dim))
      rule = terms.both(rule, terms.negate(isAxis));
  }
}

/// S2: num_splits divides d, and each piece has length d / num_splits. S3:
/// piece i starts at i * d / num_splits.
void SplitRules::readEqualPieces(int64_t count) {
  Value divisor = terms.get(count);
  rules[static_cast<unsigned>(RuleId::R2)] =
      terms.isEqual(terms.remainder(axisSize, divisor), 0);
  for (int64_t piece = 0; piece < count; ++piece) {
    sizes.push_back(terms.divide(axisSize, divisor));
    offsets.push_back(
        terms.divide(terms.mul(terms.get(piece), axisSize), divisor));
  }
}

/// V2: each length is at least 0, but one may be -1; an index value of a list
/// is never -1 (V7), and no length is 2^63 or more. V3: the lengths sum to d;
/// with -1, the others sum to at most d, and that piece has the rest. V5: piece
/// i starts at the sum of the lengths before it.
void SplitRules::readLengths(const SplitOperands &operands) {
  givenLengths = operands.lengths;
  areIndexValues = operands.areIndexValues;
  Value zero = terms.get(0), limit = terms.getPowerOfTwo(63);
  Value areLengths = terms.getBool(true), hasRest = terms.getBool(false);
  Value sum = zero;
  SmallVector<Value> areRests;
  for (auto [index, length] : llvm::enumerate(givenLengths)) {
    Value isRest = terms.isEqual(length, -1);
    if (operands.areIndexValues[index])
      isRest = terms.getBool(false);
    Value isSize = terms.isIndex(length, limit);
    Value isFirst = terms.negate(terms.both(hasRest, isRest));
    areLengths = terms.both(areLengths,
                            terms.both(terms.either(isSize, isRest), isFirst));
    hasRest = terms.either(hasRest, isRest);
    sum = terms.add(sum, terms.select(isRest, zero, length));
    areRests.push_back(isRest);
  }
  rules[static_cast<unsigned>(RuleId::R3)] = areLengths;
  rules[static_cast<unsigned>(RuleId::R4)] =
      terms.select(hasRest, terms.isLessOrEqual(sum, axisSize),
                   terms.isEqual(sum, axisSize));

  Value rest = terms.sub(axisSize, sum), start = zero;
  for (auto [length, isRest] : llvm::zip_equal(givenLengths, areRests)) {
    offsets.push_back(start);
    sizes.push_back(terms.select(isRest, rest, length));
    start = terms.add(start, sizes.back());
  }
}

/// C5: a piece has the data's sizes except along the axis.
void SplitRules::placePieces(const TensorSymbol &data) {
  Value no = terms.getBool(false);
  for (auto [size, offset] : llvm::zip_equal(sizes, offsets)) {
    TensorSymbol piece = data;
    piece.elements.clear();
    for (unsigned dim = 0; dim < piece.sizes.size(); ++dim) {
      Value isAxis = terms.isEqual(axis, dim);
      Value &place = piece.offsets[dim].term, &extent = piece.sizes[dim].term;
      place = terms.select(isAxis, terms.add(place, offset), place);
      extent = terms.select(isAxis, size, extent);
      piece.sizes[dim].wraps = piece.offsets[dim].wraps = no;
      piece.sizes[dim].poison = piece.offsets[dim].poison = no;
    }
    pieces.push_back(std::move(piece));
  }
}

/// R6: the pieces have the rank and the sizes that the result types state.
void SplitRules::readResultTypes(Operation *op) {
  Value &rule = rules[static_cast<unsigned>(RuleId::R6)];
  for (auto [type, piece] : llvm::zip_equal(op->getResultTypes(), pieces)) {
    auto stated = dyn_cast<RankedTensorType>(type);
    statedSizes.emplace_back(piece.sizes.size(), ShapedType::kDynamic);
    if (!stated)
      continue;
    statedRank = stated.getRank();
    rules[static_cast<unsigned>(RuleId::Rank)] =
        terms.getBool(rank == *statedRank);
    if (piece.sizes.size() != stated.getShape().size())
      continue;
    statedSizes.back() = llvm::to_vector(stated.getShape());
    for (auto [size, symbol] : llvm::zip_equal(stated.getShape(), piece.sizes))
      if (!ShapedType::isDynamic(size))
        rule = terms.both(rule, terms.isEqual(symbol.term, size));
  }
}

/// O7: c = ceil(d / n); piece i starts at min(d, i * c) and has length
/// min(c, d - start).
SmallVector<TensorSymbol> mlir::split::verification::getUnevenPieces(
    Terms &terms, const TensorSymbol &data, int64_t axis, int64_t count) {
  Value size = data.sizes[axis].term, divisor = terms.get(count);
  // ceil(d / n) = floor((d + n - 1) / n)
  Value chunk = terms.divide(terms.add(size, terms.get(count - 1)), divisor);
  auto getMin = [&](Value lhs, Value rhs) {
    return terms.select(terms.isLess(lhs, rhs), lhs, rhs);
  };
  SmallVector<TensorSymbol> pieces;
  for (int64_t i = 0; i < count; ++i) {
    Value start = getMin(size, terms.mul(terms.get(i), chunk));
    pieces.push_back(data);
    Value &offset = pieces.back().offsets[axis].term;
    offset = terms.add(offset, start);
    pieces.back().sizes[axis].term = getMin(chunk, terms.sub(size, start));
  }
  return pieces;
}
