//===- Results.cpp - What is claimed about the pieces ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Claims.h"

#include "Elements.h"

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

/// Returns whether a tensor is part of another one as a whole.
bool Comparison::hasPlace(const TensorSymbol *tensor) const {
  if (!tensor)
    return false;
  auto root = arguments.roots.find(tensor->root);
  return root == arguments.roots.end() || root->second.parts.empty();
}

void Comparison::addPieces(SmallVectorImpl<Claim> &claims) {
  if (lowered.results.empty() || !function.getBody().hasOneBlock())
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
          !llvm::all_of(
              ArrayRef(lowered.results).slice(i, op->getNumResults()),
              [&](const TensorSymbol *piece) { return hasPlace(piece); }))
        continue;
      claims.push_back({op->getLoc(), "pieces are disjoint and cover the data",
                        lowered.passed, arePieces(rules, i)});
      break;
    }
  }
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
    return arguments.declareUnknown(terms,
                                    function.getBody().back().getTerminator());
  if (part)
    return areSameParts(terms, arguments, expected, got);
  if (expected.sizes.size() != got.sizes.size())
    return terms.getBool(false);
  Value haveSameSizes = terms.getBool(true);
  Value areEmpty = terms.getBool(false);
  for (auto [dim, size] : llvm::enumerate(got.sizes)) {
    haveSameSizes = terms.both(
        haveSameSizes, terms.isEqual(size.term, expected.sizes[dim].term));
    areEmpty = terms.either(areEmpty, terms.isEqual(size.term, 0));
  }
  Value areSame =
      terms.either(areEmpty, haveSameElements(terms, arguments, expected, got));
  return terms.both(haveSameSizes, areSame);
}

void Comparison::addResults(SmallVectorImpl<Claim> &claims) {
  // A function with loops of blocks has no results here.
  Operation *end = function.getBody().back().getTerminator();
  unsigned index = 0;
  for (auto [expected, got] : llvm::zip(original.results, lowered.results)) {
    if (expected && got)
      claims.push_back({function.getLoc(), "result " + std::to_string(index),
                        lowered.passed, areSame(*expected, *got)});
    else if (isa<TensorType>(function.getResultTypes()[index]))
      claims.push_back({function.getLoc(), "result " + std::to_string(index),
                        lowered.passed, arguments.declareUnknown(terms, end)});
    ++index;
  }
  index = 0;
  for (auto [type, expected, got] :
       llvm::zip(function.getResultTypes(), original.scalarResults,
                 lowered.scalarResults)) {
    std::string name = "result " + std::to_string(index++);
    if (isa<TensorType>(type))
      continue;
    // Only integers are numbers here. On buffers, terms do not wrap around.
    Value isSame =
        expected.term && got.term && !lowered.isOnBuffers()
            ? terms.either(expected.poison,
                           terms.both(terms.negate(got.poison),
                                      terms.isEqual(expected.term, got.term)))
            : arguments.declareUnknown(terms, end);
    claims.push_back({function.getLoc(), name, lowered.passed, isSame});
  }
}
