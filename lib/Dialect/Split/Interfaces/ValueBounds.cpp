//===- ValueBounds.cpp - Bounds of the sizes of pieces --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/Interfaces/ExternalModels.h"

using namespace mlir;
using namespace mlir::split;

/// The bounds of a piece depend on all run-time lengths if there are not more.
static constexpr int64_t kMaxRelatedLengths = 32;

/// Returns whether `length` cannot be -1.
static bool isCertainSize(OpFoldResult length) {
  if (std::optional<int64_t> constant = getConstantIntValue(length))
    return *constant >= 0;
  return isa_and_present<tensor::DimOp, memref::DimOp>(
      cast<Value>(length).getDefiningOp());
}

namespace {
/// Adds the bounds of one dimension of one piece. They hold for every piece
/// that exists: a split that breaks its rules has none.
class PieceBounds {
public:
  PieceBounds(SplitOpInterface op, OpResult piece, int64_t dim,
              ValueBoundsConstraintSet &set)
      : op(op), piece(piece), dim(dim), set(set),
        spec(op.getSpec().withRank(
            cast<RankedTensorType>(piece.getType()).getRank())) {}

  void add() {
    set.bound(piece)[dim] >= 0;
    std::optional<int64_t> axis = spec.getNormalizedAxis();
    bool isAxis = axis == dim || spec.data.getRank() == 1;
    bool mayBeAxis = isAxis || !axis;
    if (spec.numPieces == 1 || !mayBeAxis)
      addSizeOfData();
    else if (!isAxis)
      addAtMostData();
    else if (spec.equalPieces)
      addEqualLength();
    else if (spec.lengths)
      addListedLength();
    else
      addRunTimeLength();
  }

private:
  /// Returns the size of ranked data, or null.
  AffineExpr getSizeOfData() {
    return op.getData().getType().hasRank() ? set.getExpr(op.getData(), dim)
                                            : AffineExpr();
  }
  void addSizeOfData() {
    if (AffineExpr size = getSizeOfData())
      set.bound(piece)[dim] == size;
  }
  void addAtMostData() {
    if (AffineExpr size = getSizeOfData())
      set.bound(piece)[dim] <= size;
  }

  /// S2: the pieces together are data. Bounds the size of data rather than that
  /// of the piece, since that equation has no division.
  void addEqualLength() {
    if (getSizeOfData())
      set.bound(op.getData())[dim] == set.getExpr(piece, dim) * spec.numPieces;
  }

  /// V3, V7.
  void addListedLength() {
    unsigned index = piece.getResultNumber();
    int64_t length = (*spec.lengths)[index];
    if (length == -1)
      addRestOfList();
    else if (!ShapedType::isDynamic(length))
      set.bound(piece)[dim] == length;
    else
      addIndexLength(op.getMixedLengths()[index]);
  }

  void addIndexLength(OpFoldResult length) {
    addAtMostData();
    set.bound(piece)[dim] == set.getExpr(length);
  }

  void addRestOfList() {
    if (spec.hasIndexLengths)
      addAtMostData();
    AffineExpr rest = getSizeOfData();
    if (!rest || (spec.hasIndexLengths && spec.numPieces > kMaxRelatedLengths))
      return;
    for (OpFoldResult other : op.getMixedLengths())
      if (isa<Value>(other) || getConstantIntValue(other) != -1)
        rest = rest - set.getExpr(other);
    set.bound(piece)[dim] == rest;
  }

  /// V6: a piece has its length unless that is -1.
  void addRunTimeLength() {
    addAtMostData();
    unsigned index = piece.getResultNumber();
    OpFoldResult length = getRunTimeLength(op.getLengthsOperand(), index);
    if (!length)
      return;
    std::optional<unsigned> rest = findRest();
    if (rest == index)
      addRest(index);
    else if (rest || isCertainSize(length))
      set.bound(piece)[dim] == set.getExpr(length);
  }

  /// Returns the length that is certainly -1; no other length is (V2).
  std::optional<unsigned> findRest() {
    if (spec.numPieces > kMaxRelatedLengths)
      return std::nullopt;
    for (unsigned index : llvm::seq<unsigned>(spec.numPieces))
      if (OpFoldResult length = getRunTimeLength(op.getLengthsOperand(), index);
          length && getConstantIntValue(length) == -1)
        return index;
    return std::nullopt;
  }

  void addRest(unsigned rest) {
    AffineExpr size = getSizeOfData();
    for (unsigned index : llvm::seq<unsigned>(spec.numPieces)) {
      if (index == rest)
        continue;
      OpFoldResult length = getRunTimeLength(op.getLengthsOperand(), index);
      if (!size || !length)
        return;
      size = size - set.getExpr(length);
    }
    set.bound(piece)[dim] == size;
  }

  SplitOpInterface op;
  OpResult piece;
  int64_t dim;
  ValueBoundsConstraintSet &set;
  SplitSpec spec;
};

template <typename OpTy>
struct ValueBoundsModel
    : ValueBoundsOpInterface::ExternalModel<ValueBoundsModel<OpTy>, OpTy> {
  void populateBoundsForShapedValueDim(Operation *op, Value value, int64_t dim,
                                       ValueBoundsConstraintSet &set) const {
    // The dimensions of an unranked piece are unknown.
    if (isa<RankedTensorType>(value.getType()))
      PieceBounds(cast<SplitOpInterface>(op), cast<OpResult>(value), dim, set)
          .add();
  }
};
} // namespace

void mlir::split::registerValueBoundsExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, SplitDialect *) {
    SplitOp::attachInterface<ValueBoundsModel<SplitOp>>(*context);
    VariadicSplitOp::attachInterface<ValueBoundsModel<VariadicSplitOp>>(
        *context);
  });
}
