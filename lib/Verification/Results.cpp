//===- Results.cpp - What is claimed about the pieces ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Claims.h"

using namespace mlir;
using namespace mlir::split;

/// Returns whether results of the lowered function, from `first`, are disjoint
/// and cover the data of a split. An empty piece may be anywhere. A reshaped
/// piece is part of the rows of a matrix.
Value Comparison::arePieces(const SplitRules &rules, unsigned first) {
  Value start = terms.get(0), arePieces = terms.getBool(true);
  Value end = rules.axisSize, areAllEmpty = terms.getBool(true);
  for (unsigned i = 0; i < rules.pieces.size(); ++i) {
    const TensorSymbol &piece = *lowered.results[first + i];
    Value length = start, offset = start, isEmpty = terms.getBool(false);
    for (auto [dim, size] : llvm::enumerate(piece.sizes)) {
      isEmpty = terms.either(isEmpty, terms.isEqual(size.term, 0));
      if (!piece.partSizes.empty())
        continue;
      Value isAxis = terms.isEqual(rules.axis, dim);
      length = terms.select(isAxis, size.term, length);
      offset = terms.select(isAxis, piece.offsets[dim].term, offset);
    }
    if (piece.unranked.axis && piece.unranked.offset) {
      length = piece.unranked.size;
      offset = piece.unranked.offset;
    } else if (piece.unranked && piece.partSizes.empty()) {
      length = rules.axisSize;
      offset = terms.get(0);
    }
    if (piece.partSizes.size() == 2) {
      length = piece.partSizes[1];
      offset = piece.offsets[1].term;
      end = piece.rootSizes[1];
    }
    if (piece.unranked)
      for (Value size : piece.partSizes)
        isEmpty = terms.either(isEmpty, terms.isEqual(size, 0));
    arePieces = terms.both(arePieces,
                           terms.either(isEmpty, terms.isEqual(offset, start)));
    start = terms.add(start, length);
    areAllEmpty = terms.both(areAllEmpty, isEmpty);
  }
  return terms.both(arePieces,
                    terms.either(areAllEmpty, terms.isEqual(start, end)));
}

void Comparison::addPieces(SmallVectorImpl<Claim> &claims) {
  if (lowered.results.empty() || original.results.empty())
    return;
  Operation *end = function.getBody().front().getTerminator();
  for (auto &[op, rules] : original.splits) {
    // Offsets are those in the data, if the data is an argument.
    if (!isa<BlockArgument>(op->getOperand(0)))
      continue;
    for (unsigned i = 0; i + op->getNumResults() <= end->getNumOperands();
         ++i) {
      if (!llvm::equal(end->getOperands().slice(i, op->getNumResults()),
                       op->getResults()) ||
          llvm::is_contained(
              ArrayRef(lowered.results).slice(i, op->getNumResults()), nullptr))
        continue;
      claims.push_back({op->getLoc(), "pieces are disjoint and cover the data",
                        lowered.passed, arePieces(rules, i)});
      break;
    }
  }
}

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

/// Returns the dimensions along which a part of a tensor may be cut, or any if
/// there is none.
static SmallVector<unsigned> getCutDims(const TensorSymbol &part) {
  SmallVector<unsigned> dims;
  for (auto [dim, size] : llvm::enumerate(part.sizes)) {
    auto offset = Terms::getConstant(part.offsets[dim].term);
    if (size.term != part.rootSizes[dim] || !offset || !offset->isZero())
      dims.push_back(dim);
  }
  if (dims.empty() && !part.sizes.empty())
    dims.push_back(0);
  return dims;
}

/// Returns whether two tensors of the same sizes, which are not empty, have the
/// same elements of the same tensor.
Value Comparison::haveSameElements(const TensorSymbol &expected,
                                   const TensorSymbol &got) {
  if (got.partSizes.size() == 2 && expected.partSizes.empty()) {
    Value isSame = terms.getBool(false);
    for (unsigned dim : getCutDims(expected))
      isSame = terms.either(isSame, isPartOfRows(terms, expected, dim, got));
    return terms.both(isSame, hasAllRows(terms, got));
  }
  Value areSame =
      terms.getBool(expected.offsets.size() == got.offsets.size() &&
                    expected.partSizes.size() == got.partSizes.size());
  auto compare = [&](Value lhs, Value rhs) {
    areSame = terms.both(areSame, terms.isEqual(lhs, rhs));
  };
  for (auto [lhs, rhs] : llvm::zip(expected.offsets, got.offsets))
    compare(lhs.term, rhs.term);
  for (auto [lhs, rhs] : llvm::zip(expected.rootSizes, got.rootSizes))
    compare(lhs, rhs);
  for (auto [lhs, rhs] : llvm::zip(expected.partSizes, got.partSizes))
    compare(lhs, rhs);
  return areSame;
}

/// Returns an unknown condition, because of `op`.
Value Comparison::declareUnknown(Operation *op) {
  Value unknown = terms.declareBool("unknown");
  arguments.unknowns[unknown] = op;
  return unknown;
}

/// The same for two parts of data of unknown rank. Their sizes are compared
/// along any dimension.
Value Comparison::areSameParts(const TensorSymbol &expected,
                               const TensorSymbol &got) {
  const UnrankedPart &part = expected.unranked, &other = got.unranked;
  Value dim = arguments.declareNumber(terms, "dimension"), zero = terms.get(0);
  Value isDimension = terms.both(terms.isNonNegative(dim),
                                 terms.isLess(dim, part.data->getRank()));
  auto areEqual = [&](Value lhs, Value rhs) {
    return terms.implies(isDimension, terms.isEqual(lhs, rhs));
  };
  auto getOffset = [&](const UnrankedPart &cut) {
    return cut.axis
               ? terms.select(terms.isEqual(dim, cut.axis), cut.offset, zero)
               : zero;
  };
  Value haveSameSizes =
      areEqual(part.getSize(terms, dim), other.getSize(terms, dim));
  if (got.partSizes.empty())
    return terms.both(haveSameSizes,
                      areEqual(getOffset(part), getOffset(other)));
  Value inner = part.data->getProduct(terms.add(part.axis, terms.get(1)),
                                      part.data->getRank());
  Value isSame = isScaled(terms, inner, part.data->getSize(part.axis),
                          part.size, part.offset, got);
  isSame = terms.both(isSame, hasAllRows(terms, got));
  for (Value size : got.partSizes)
    isSame = terms.either(isSame, terms.isEqual(size, 0));
  return terms.both(haveSameSizes, isSame);
}

/// Returns whether two tensors have the same sizes and, unless they are empty,
/// the same elements of the same tensor.
Value Comparison::areSame(const TensorSymbol &expected,
                          const TensorSymbol &got) {
  const UnrankedPart &part = expected.unranked;
  bool isFlat = got.partSizes.size() == 2 && part.axis;
  if (part.data != got.unranked.data ||
      (part && (expected.root != got.root || !expected.partSizes.empty() ||
                !(got.partSizes.empty() || isFlat))))
    return declareUnknown(function.getBody().front().getTerminator());
  if (part)
    return areSameParts(expected, got);
  if (expected.sizes.size() != got.sizes.size())
    return terms.getBool(false);
  Value haveSameSizes = terms.getBool(true);
  Value areEmpty = terms.getBool(false);
  for (auto [dim, size] : llvm::enumerate(got.sizes)) {
    haveSameSizes = terms.both(
        haveSameSizes, terms.isEqual(size.term, expected.sizes[dim].term));
    areEmpty = terms.either(areEmpty, terms.isEqual(size.term, 0));
  }
  Value haveSamePlace = terms.getBool(expected.root == got.root);
  if (expected.root == got.root)
    haveSamePlace = haveSameElements(expected, got);
  for (unsigned root : {expected.root, got.root})
    if (Operation *op = arguments.unknownRoots.lookup(root);
        op && expected.root != got.root) {
      haveSamePlace = declareUnknown(op);
      break;
    }
  return terms.both(haveSameSizes, terms.either(areEmpty, haveSamePlace));
}

void Comparison::addResults(SmallVectorImpl<Claim> &claims) {
  // A function of several blocks has no results here.
  Operation *end = function.getBody().front().getTerminator();
  unsigned index = 0;
  for (auto [expected, got] : llvm::zip(original.results, lowered.results)) {
    if (expected && got)
      claims.push_back({function.getLoc(), "result " + std::to_string(index),
                        lowered.passed, areSame(*expected, *got)});
    else if (isa<TensorType>(end->getOperand(index).getType()))
      claims.push_back({function.getLoc(), "result " + std::to_string(index),
                        lowered.passed, declareUnknown(end)});
    ++index;
  }
  for (auto [index, expected, got] :
       llvm::enumerate(original.scalarResults, lowered.scalarResults)) {
    if (!expected.term || !got.term)
      continue;
    Value isSame = terms.either(
        expected.poison, terms.both(terms.negate(got.poison),
                                    terms.isEqual(expected.term, got.term)));
    claims.push_back({function.getLoc(), "result " + std::to_string(index),
                      lowered.passed, isSame});
  }
}
