//===- TypePrecision.cpp - Precision of tensor types ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypePrecision.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;

/// Returns the axis of a split of `data` if it is certain, as it is in rank 1.
static std::optional<int64_t> getCertainAxis(const SplitSpec &spec,
                                             RankedTensorType data) {
  SplitSpec ranked = spec;
  ranked.data = data;
  std::optional<int64_t> axis = ranked.getNormalizedAxis();
  if (!axis && data.getRank() == 1)
    return 0;
  return axis;
}

/// V3, V6: with run-time lengths, a single piece of unknown size is the rest
/// that the others leave.
static void inferLastPiece(const SplitSpec &spec, MutableArrayRef<Type> types) {
  auto data = dyn_cast<RankedTensorType>(spec.data);
  if (!data || spec.equalPieces)
    return;
  std::optional<int64_t> axis = getCertainAxis(spec, data);
  if (!axis || data.isDynamicDim(*axis))
    return;
  BoundedSum sum(data.getDimSize(*axis));
  Type *last = nullptr;
  for (Type &type : types) {
    int64_t size = cast<RankedTensorType>(type).getDimSize(*axis);
    if (ShapedType::isDynamic(size)) {
      if (std::exchange(last, &type))
        return;
      continue;
    }
    if (!sum.add(size))
      return;
  }
  if (!last)
    return;
  auto piece = cast<RankedTensorType>(*last);
  SmallVector<int64_t> shape(piece.getShape());
  shape[*axis] = sum.getLeft();
  *last = piece.clone(shape);
}

std::optional<SmallVector<Type>>
mlir::split::refinePieceTypes(const SplitSpec &spec, TypeRange results) {
  if (!obeysRules(spec, results))
    return std::nullopt;
  SmallVector<Type> types;
  for (auto [inferred, stated] :
       llvm::zip_equal(inferPieceTypes(spec), results)) {
    TensorType joined =
        joinTypes(cast<TensorType>(inferred), cast<TensorType>(stated));
    assert(joined && "the rules hold");
    types.push_back(joined);
  }
  inferLastPiece(spec, types);
  return types;
}

/// Returns the size of the data of `pieces` along `axis`, or kDynamic.
static int64_t inferAxisSize(const SplitSpec &spec,
                             ArrayRef<RankedTensorType> pieces, int64_t axis) {
  if (spec.equalPieces) {
    // S2: all pieces have the size of one.
    int64_t size;
    for (RankedTensorType piece : pieces)
      if (piece && !piece.isDynamicDim(axis))
        return llvm::MulOverflow(piece.getDimSize(axis), spec.numPieces, size)
                   ? ShapedType::kDynamic
                   : size;
    return ShapedType::kDynamic;
  }
  // V3, V4: the types of ranked pieces have the constant lengths.
  BoundedSum sum;
  for (auto [index, piece] : llvm::enumerate(pieces)) {
    int64_t size = piece ? piece.getDimSize(axis) : ShapedType::kDynamic;
    if (ShapedType::isDynamic(size) && spec.lengths &&
        (*spec.lengths)[index] >= 0)
      size = (*spec.lengths)[index];
    if (ShapedType::isDynamic(size) || !sum.add(size))
      return ShapedType::kDynamic;
  }
  return sum.get();
}

TensorType mlir::split::inferDataType(const SplitSpec &spec,
                                      TypeRange results) {
  auto data = dyn_cast<RankedTensorType>(spec.data);
  SmallVector<RankedTensorType> pieces;
  for (Type type : results) {
    pieces.push_back(dyn_cast<RankedTensorType>(type));
    // C5: pieces have data's rank, and no encoding if data is unranked.
    if (!data && pieces.back())
      data =
          cast<RankedTensorType>(spec.withRank(pieces.back().getRank()).data);
  }
  if (!data)
    return spec.data;

  std::optional<int64_t> axis = getCertainAxis(spec, data);
  // A single piece is all of data, whatever the axis.
  if (!axis && spec.numPieces > 1)
    return data;

  SmallVector<int64_t> shape(data.getShape());
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(size))
      continue;
    if (axis == int64_t(dim)) {
      size = inferAxisSize(spec, pieces, dim);
      continue;
    }
    for (RankedTensorType piece : pieces)
      if (piece && ShapedType::isDynamic(size))
        size = piece.getDimSize(dim);
  }
  return data.clone(shape);
}
