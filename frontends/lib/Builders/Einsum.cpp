//===- Einsum.cpp - Einstein's summation convention -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"

#include "DataMovement.h"
#include "Limits.h"
#include "Shapes.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// The name of a dimension: a letter, or `kEllipsis` plus the number of
/// dimensions between this one and the end of `...`.
using Label = int64_t;
static constexpr Label kEllipsis = 256;

/// The labels of the dimensions of a tensor.
using Labels = SmallVector<Label>;

namespace {
/// A tensor whose dimensions have labels.
struct Operand {
  Value tensor;
  Labels labels;

  int64_t find(Label label) const {
    return std::distance(labels.begin(), llvm::find(labels, label));
  }
};

class EinsumBuilder {
public:
  explicit EinsumBuilder(ImplicitLocOpBuilder &builder) : builder(builder) {}

  LogicalResult parse(StringRef equation, ValueRange operands);
  FailureOr<Value> build();

private:
  /// Parses the labels of a tensor of rank `rank`, or of the result.
  LogicalResult parseLabels(StringRef text, std::optional<int64_t> rank,
                            Labels &labels);
  /// Computes the labels of a result that the equation does not state.
  void inferOutput();
  LogicalResult checkOutput();

  /// Checks that dimensions of one label have the same size.
  LogicalResult checkSizes();
  /// Keeps one dimension of each label.
  void takeDiagonals(Operand &term);
  /// Sums over the dimensions whose labels are not in `kept`.
  void sum(Operand &term, ArrayRef<Label> kept);
  FailureOr<Value> reorder(const Operand &term, ArrayRef<Label> labels);
  /// Reorders a term: batches come first, then one dimension for each group.
  FailureOr<Value> regroup(const Operand &term, ArrayRef<Label> batches,
                           ArrayRef<Labels> groups);
  FailureOr<Operand> multiply(Operand lhs, Operand rhs, ArrayRef<Label> kept);
  SmallVector<OpFoldResult> getSizes(const Operand &term,
                                     ArrayRef<Label> labels);

  ImplicitLocOpBuilder &builder;
  SmallVector<Operand> terms;
  Labels output;
  /// The most dimensions that `...` stands for.
  int64_t ellipsisRank = 0;
};
} // namespace

LogicalResult EinsumBuilder::parseLabels(StringRef text,
                                         std::optional<int64_t> rank,
                                         Labels &labels) {
  size_t ellipsis = text.find("...");
  std::string letters = text.str();
  if (ellipsis != StringRef::npos)
    letters.erase(ellipsis, 3);
  if (!llvm::all_of(letters, llvm::isAlpha))
    return builder.emitError() << "the equation has a term that is not letters "
                                  "and at most one '...'";
  int64_t count = letters.size();
  int64_t numOthers = rank ? *rank - count : ellipsisRank;
  if (numOthers < 0 || (ellipsis == StringRef::npos && rank && numOthers != 0))
    return builder.emitError() << "the equation has " << count
                               << " letters for a tensor of rank " << *rank;
  labels.assign(letters.begin(), letters.end());
  if (ellipsis == StringRef::npos)
    return success();
  ellipsisRank = std::max(ellipsisRank, numOthers);
  for (int64_t i = 0; i < numOthers; ++i)
    labels.insert(labels.begin() + ellipsis, kEllipsis + i);
  return success();
}

void EinsumBuilder::inferOutput() {
  Labels all;
  for (const Operand &term : terms)
    llvm::append_range(all, term.labels);
  for (int64_t i = ellipsisRank; i-- > 0;)
    output.push_back(kEllipsis + i);
  for (Label label = 0; label < kEllipsis; ++label)
    if (llvm::count(all, label) == 1)
      output.push_back(label);
}

LogicalResult EinsumBuilder::checkOutput() {
  llvm::SmallSet<Label, 16> inputs, seen;
  for (const Operand &term : terms)
    inputs.insert(term.labels.begin(), term.labels.end());
  for (Label label : output)
    if (!inputs.contains(label) || !seen.insert(label).second)
      return builder.emitError() << "the equation has '" << char(label)
                                 << "' in the result twice, or only there";
  for (int64_t i = 0; i < ellipsisRank; ++i)
    if (!seen.contains(kEllipsis + i))
      return builder.emitError()
             << "the equation has no '...' in the result, expected one as the "
                "terms have";
  return success();
}

LogicalResult EinsumBuilder::parse(StringRef equation, ValueRange operands) {
  std::string text = equation.str();
  llvm::erase(text, ' ');
  auto [inputs, result] = StringRef(text).split("->");
  SmallVector<StringRef> parts;
  inputs.split(parts, ',');
  if (parts.size() != operands.size())
    return builder.emitError()
           << "the equation has " << parts.size() << " terms, expected "
           << operands.size() << ", the number of operands";
  for (auto [part, operand] : llvm::zip_equal(parts, operands)) {
    Operand &term = terms.emplace_back();
    term.tensor = operand;
    if (failed(
            parseLabels(part, getRankedType(operand).getRank(), term.labels)))
      return failure();
  }
  if (inputs.size() == text.size()) {
    inferOutput();
    return success();
  }
  return failure(failed(parseLabels(result, std::nullopt, output)) ||
                 failed(checkOutput()));
}

LogicalResult EinsumBuilder::checkSizes() {
  DenseMap<Label, OpFoldResult> known;
  for (const Operand &term : terms) {
    for (auto [dim, label] : llvm::enumerate(term.labels)) {
      if (label >= kEllipsis)
        continue;
      OpFoldResult size = getSize(builder, term.tensor, dim);
      OpFoldResult first = known.try_emplace(label, size).first->second;
      std::string name(1, static_cast<char>(label));
      if (failed(createSizeCheck(builder, size, first,
                                 CheckMessage("dimensions '")
                                     << name << "' of the equation have the "
                                     << "sizes " << first << " and " << size)))
        return failure();
    }
  }
  return success();
}

SmallVector<OpFoldResult> EinsumBuilder::getSizes(const Operand &term,
                                                  ArrayRef<Label> labels) {
  return llvm::map_to_vector(labels, [&](Label label) {
    return getSize(builder, term.tensor, term.find(label));
  });
}

void EinsumBuilder::takeDiagonals(Operand &term) {
  Labels unique;
  for (Label label : term.labels)
    if (!llvm::is_contained(unique, label))
      unique.push_back(label);
  if (unique.size() == term.labels.size())
    return;
  Operand result{{}, unique};
  SmallVector<AffineExpr> exprs;
  for (Label label : term.labels)
    exprs.push_back(builder.getAffineDimExpr(result.find(label)));
  result.tensor = createParallel(
      builder, getSizes(term, unique),
      getRankedType(term.tensor).getElementType(), term.tensor,
      AffineMap::get(unique.size(), 0, exprs, builder.getContext()),
      [](ImplicitLocOpBuilder &, ValueRange args) { return args[0]; });
  term = result;
}

void EinsumBuilder::sum(Operand &term, ArrayRef<Label> kept) {
  llvm::SmallBitVector reduced(term.labels.size());
  for (auto [dim, label] : llvm::enumerate(term.labels))
    reduced[dim] = !llvm::is_contained(kept, label);
  if (reduced.none())
    return;
  term.tensor = createReduction(builder, term.tensor, reduced, kReduceSum,
                                /*keepsDims=*/false);
  llvm::erase_if(term.labels,
                 [&](Label label) { return !llvm::is_contained(kept, label); });
}

FailureOr<Value> EinsumBuilder::reorder(const Operand &term,
                                        ArrayRef<Label> labels) {
  SmallVector<int64_t> order = llvm::map_to_vector(
      labels, [&](Label label) { return term.find(label); });
  return createTranspose(builder, term.tensor, order);
}

FailureOr<Value> EinsumBuilder::regroup(const Operand &term,
                                        ArrayRef<Label> batches,
                                        ArrayRef<Labels> groups) {
  SmallVector<OpFoldResult> sizes = getSizes(term, batches);
  Labels labels(batches);
  for (ArrayRef<Label> group : groups) {
    sizes.push_back(createProduct(builder, getSizes(term, group)));
    llvm::append_range(labels, group);
  }
  FailureOr<Value> ordered = reorder(term, labels);
  if (failed(ordered))
    return failure();
  return createReshapeTo(builder, *ordered, sizes);
}

FailureOr<Operand> EinsumBuilder::multiply(Operand lhs, Operand rhs,
                                           ArrayRef<Label> kept) {
  // Sum first what only one of them has.
  auto sumOwn = [&](Operand &term, const Operand &other) {
    Labels needed(kept);
    llvm::append_range(needed, other.labels);
    sum(term, needed);
  };
  sumOwn(lhs, rhs);
  sumOwn(rhs, lhs);
  Labels batches, contracted, rows, columns;
  for (Label label : lhs.labels) {
    bool isShared = llvm::is_contained(rhs.labels, label);
    bool isKept = llvm::is_contained(kept, label);
    (!isShared ? rows : isKept ? batches : contracted).push_back(label);
  }
  for (Label label : rhs.labels)
    if (!llvm::is_contained(lhs.labels, label))
      columns.push_back(label);

  FailureOr<Value> left = regroup(lhs, batches, {rows, contracted});
  FailureOr<Value> right = regroup(rhs, batches, {contracted, columns});
  if (failed(left) || failed(right))
    return failure();
  FailureOr<Value> product = createMatMul(builder, *left, *right);
  if (failed(product))
    return failure();
  // Batches may have been broadcast.
  SmallVector<OpFoldResult> sizes;
  for (size_t i = 0; i < batches.size(); ++i)
    sizes.push_back(getSize(builder, *product, i));
  llvm::append_range(sizes, getSizes(lhs, rows));
  llvm::append_range(sizes, getSizes(rhs, columns));
  RankedTensorType type =
      getTensorType(sizes, getRankedType(*product).getElementType());
  if (llvm::Error error = checkShape(type.getShape(), type.getElementType()))
    return builder.emitError() << "a product of type " << type << " "
                               << llvm::toString(std::move(error));
  Operand result{createReshapeTo(builder, *product, sizes), batches};
  llvm::append_range(result.labels, rows);
  llvm::append_range(result.labels, columns);
  return result;
}

FailureOr<Value> EinsumBuilder::build() {
  if (failed(checkSizes()))
    return failure();
  for (Operand &term : terms)
    takeDiagonals(term);
  Operand result = terms.front();
  for (size_t i = 1; i < terms.size(); ++i) {
    Labels kept = output;
    for (const Operand &term : ArrayRef(terms).drop_front(i + 1))
      llvm::append_range(kept, term.labels);
    FailureOr<Operand> product = multiply(result, terms[i], kept);
    if (failed(product))
      return failure();
    result = *product;
  }
  sum(result, output);
  return reorder(result, output);
}

FailureOr<Value>
mlir::split::frontends::createEinsum(ImplicitLocOpBuilder &builder,
                                     ValueRange operands, StringRef equation) {
  EinsumBuilder einsum(builder);
  if (failed(einsum.parse(equation, operands)))
    return failure();
  return einsum.build();
}
