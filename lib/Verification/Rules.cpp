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

constexpr unsigned kWidth = 80;

StringRef mlir::split::getName(RuleId id) {
  static constexpr StringRef names[] = {"R1", "R2", "R3", "R4", "R6"};
  return names[static_cast<unsigned>(id)];
}

bool mlir::split::isQuantizedAlong(Type type, int64_t dim) {
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
  readResultTypes(op);
  placePieces(operands.data);
}

/// C4: -D <= axis <= D-1, where a negative axis counts from the end. C5: the
/// data is not quantized along the axis. The size along the axis is d.
void SplitRules::readAxis(Operation *op, const SplitOperands &operands) {
  int64_t rank = operands.data.sizes.size();
  Value given = givenAxis =
      terms.resize(operands.axis, kWidth, !operands.isAxisUnsigned);
  Value &rule = rules[static_cast<unsigned>(RuleId::R1)];
  rule = terms.both(
      terms.compare(Predicate::sge, given, terms.get(-rank, kWidth)),
      terms.compare(Predicate::sle, given, terms.get(rank - 1, kWidth)));
  Value isNegative = terms.compare(Predicate::slt, given, terms.get(0, kWidth));
  axis = terms.select(isNegative, terms.add(given, terms.get(rank, kWidth)),
                      given);
  axisSize = terms.get(0, kWidth);
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value isAxis = terms.isEqual(axis, dim);
    Value size = terms.resize(operands.data.sizes[dim].term, kWidth,
                              /*isSigned=*/true);
    axisSize = terms.select(isAxis, size, axisSize);
    if (isQuantizedAlong(op->getOperand(0).getType(), dim))
      rule = terms.both(rule, terms.negate(isAxis));
  }
}

/// S2: num_splits divides d, and each piece has length d / num_splits. S3:
/// piece i starts at i * d / num_splits, which is i times the length, as the
/// division is exact.
void SplitRules::readEqualPieces(int64_t count) {
  // 64 bits suffice for a quotient of sizes.
  Value size = terms.resize(axisSize, 64, /*isSigned=*/false);
  Value divisor = terms.get(count);
  Value rest = terms.binary<smt::BVURemOp>(size, divisor);
  rules[static_cast<unsigned>(RuleId::R2)] = terms.isEqual(rest, 0);
  Value length = terms.resize(terms.binary<smt::BVUDivOp>(size, divisor),
                              kWidth, /*isSigned=*/false);
  for (int64_t piece = 0; piece < count; ++piece) {
    sizes.push_back(length);
    offsets.push_back(
        terms.binary<smt::BVMulOp>(length, terms.get(piece, kWidth)));
  }
}

/// V2: each length is at least 0, but one may be -1; an index value of a list
/// is never -1 (V7), nor is an unsigned length, and no length is 2^63 or more.
/// V3: the lengths sum to d; with -1, the others sum to at most d, and that
/// piece has the rest. V5: piece i starts at the sum of the lengths before it.
void SplitRules::readLengths(const SplitOperands &operands) {
  Value zero = terms.get(0, kWidth);
  Value limit = terms.get(INT64_MAX, kWidth);
  Value areLengths = terms.getBool(true), hasRest = terms.getBool(false);
  Value sum = zero;
  SmallVector<Value> areRests;
  for (auto [index, narrow] : llvm::enumerate(operands.lengths)) {
    Value length = terms.resize(narrow, kWidth, !operands.areLengthsUnsigned);
    Value isRest = terms.isEqual(length, -1);
    if (operands.areIndexValues[index])
      isRest = terms.getBool(false);
    Value isSize = terms.both(terms.compare(Predicate::sge, length, zero),
                              terms.compare(Predicate::sle, length, limit));
    Value isSecond = terms.both(hasRest, isRest);
    areLengths = terms.both(areLengths, terms.both(terms.either(isSize, isRest),
                                                   terms.negate(isSecond)));
    hasRest = terms.either(hasRest, isRest);
    sum = terms.add(sum, terms.select(isRest, zero, length));
    areRests.push_back(isRest);
    givenLengths.push_back(length);
  }
  rules[static_cast<unsigned>(RuleId::R3)] = areLengths;
  rules[static_cast<unsigned>(RuleId::R4)] =
      terms.select(hasRest, terms.compare(Predicate::sle, sum, axisSize),
                   terms.isEqual(sum, axisSize));

  Value rest = terms.sub(axisSize, sum), start = zero;
  for (auto [length, isRest] : llvm::zip_equal(givenLengths, areRests)) {
    offsets.push_back(start);
    sizes.push_back(terms.select(isRest, rest, length));
    start = terms.add(start, sizes.back());
  }
}

/// R6: the pieces have the sizes that result types state. The other dimensions
/// are checked in `placePieces`, which knows them.
void SplitRules::readResultTypes(Operation *op) {
  for (Type type : op->getResultTypes()) {
    auto stated = dyn_cast<RankedTensorType>(type);
    pieces.emplace_back();
    for (int64_t size : stated ? stated.getShape() : ArrayRef<int64_t>())
      pieces.back().sizes.push_back(
          {ShapedType::isDynamic(size) ? Value() : terms.get(size), {}, {}});
  }
}

void SplitRules::placePieces(const TensorSymbol &data) {
  Value &rule = rules[static_cast<unsigned>(RuleId::R6)];
  Value no = terms.getBool(false);
  for (auto [index, piece] : llvm::enumerate(pieces)) {
    TensorSymbol stated = std::exchange(piece, data);
    piece.elements.clear();
    for (auto [dim, size] : llvm::enumerate(piece.sizes)) {
      Value isAxis = terms.isEqual(axis, dim);
      Value length = terms.resize(sizes[index], 64, /*isSigned=*/true);
      size = {terms.select(isAxis, length, size.term), no, no};
      Value start = terms.resize(offsets[index], 64, /*isSigned=*/true);
      Symbol &offset = piece.offsets[dim];
      offset = {
          terms.select(isAxis, terms.add(offset.term, start), offset.term), no,
          no};
      if (dim < stated.sizes.size() && stated.sizes[dim].term)
        rule =
            terms.both(rule, terms.isEqual(size.term, stated.sizes[dim].term));
    }
  }
}
