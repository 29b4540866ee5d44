//===- RowForm.cpp - A copy of pieces as parts of rows --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::device;

/// Returns the stride of dimensions [from, to) of `type` as one, which may be
/// kDynamic; nothing if they may be several.
static std::optional<int64_t> getStrideAsOneDim(MemRefType type, int64_t from,
                                                int64_t to) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (dim > from && dim < to)
      groups.back().push_back(dim);
    else
      groups.push_back({dim});
  }
  if (!memref::CollapseShapeOp::isGuaranteedCollapsible(type, groups))
    return std::nullopt;
  return memref::CollapseShapeOp::computeCollapsedType(type, groups)
      .getStridesAndOffset()
      .first[from];
}

Value RowForm::countRows(KernelBuilder &builder) const {
  Value rows = builder.get(1);
  for (Value size : sizes)
    rows = builder.mul(rows, size);
  return rows;
}

std::optional<SmallVector<int64_t>> RowForm::getStaticLengths() const {
  if (!isContiguous || sizes.size() > 1)
    return std::nullopt;
  auto hasPitch = [](const Rows &rows, int64_t pitch) {
    return rows.rowStrides.empty() ||
           getConstantIntValue(rows.rowStrides.front()) == pitch;
  };
  SmallVector<int64_t> lengths;
  int64_t sum = 0;
  for (const Piece &piece : pieces) {
    std::optional<int64_t> length = getConstantIntValue(piece.length);
    if (!length || !hasPitch(piece, *length))
      return std::nullopt;
    lengths.push_back(*length);
    sum += *length;
  }
  if (!hasPitch(data, sum))
    return std::nullopt;
  return lengths;
}

namespace {
/// Builds the form of one op.
class RowFormBuilder {
public:
  RowFormBuilder(KernelBuilder &b, CopyOp op)
      : b(b), op(op), axis(op.getNormalizedAxis()),
        rank(cast<MemRefType>(op.getData().getType()).getRank()) {
    form.isContiguous = all([&](MemRefType type) {
      return getStrideAsOneDim(type, axis, rank) == 1;
    });
    hasOneRowDim = form.isContiguous && axis > 0 && all([&](MemRefType type) {
                     return getStrideAsOneDim(type, 0, axis).has_value();
                   });
  }

  RowForm build() {
    form.element = cast<MemRefType>(op.getData().getType()).getElementType();
    form.data = getRows(op.getData());
    for (int64_t dim = 0; dim < rank; ++dim)
      if (isRowDim(dim))
        form.sizes.push_back(b.get(sizes[dim]));
    if (hasOneRowDim)
      form.sizes = {form.countRows(b)};
    Value start = b.get(0);
    for (Value out : op.getOuts()) {
      if (llvm::is_contained(cast<MemRefType>(out.getType()).getShape(), 0))
        continue;
      Piece piece{getRows(out), start, b.get(1)};
      for (int64_t dim = axis; dim < rank; ++dim)
        if (!isRowDim(dim))
          piece.length = b.mul(piece.length, b.get(sizes[dim]));
      start = b.add(start, piece.length);
      form.pieces.push_back(piece);
    }
    return form;
  }

private:
  bool all(function_ref<bool(MemRefType)> predicate) {
    return llvm::all_of(op->getOperandTypes(), [&](Type type) {
      return predicate(cast<MemRefType>(type));
    });
  }

  bool isRowDim(int64_t dim) {
    return form.isContiguous ? dim < axis : dim != axis;
  }

  /// Returns the rows of `memref`, and sets `sizes`.
  Rows getRows(Value memref) {
    auto type = cast<MemRefType>(memref.getType());
    auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
    SmallVector<OpFoldResult> strides = metadata.getConstifiedMixedStrides();
    sizes = metadata.getConstifiedMixedSizes();
    Rows rows{
        {metadata.getBaseBuffer(), b.get(metadata.getConstifiedMixedOffset())},
        {},
        form.isContiguous ? b.get(1) : b.get(strides[axis])};
    if (hasOneRowDim) {
      // The stride of a dimension of one element says nothing.
      int64_t dim = axis - 1;
      while (dim > 0 && type.getDimSize(dim) == 1)
        --dim;
      rows.rowStrides = {b.get(strides[dim])};
      return rows;
    }
    for (int64_t dim = 0; dim < rank; ++dim)
      if (isRowDim(dim))
        rows.rowStrides.push_back(b.get(strides[dim]));
    return rows;
  }

  KernelBuilder &b;
  CopyOp op;
  int64_t axis, rank;
  /// Whether the dimensions before the axis are one, in all operands.
  bool hasOneRowDim;
  /// The sizes of the operand last read.
  SmallVector<OpFoldResult> sizes;
  RowForm form;
};
} // namespace

RowForm mlir::split::device::computeRowForm(KernelBuilder &builder, CopyOp op) {
  return RowFormBuilder(builder, op).build();
}
