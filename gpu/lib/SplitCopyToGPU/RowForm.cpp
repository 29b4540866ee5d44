//===- RowForm.cpp - A copy of pieces as rows of runs ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowForm.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::device;

/// Returns the stride of dimensions [from, to) of `type` as one, if they
/// certainly are one; it may be kDynamic.
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
  auto [strides, offset] =
      memref::CollapseShapeOp::computeCollapsedType(type, groups)
          .getStridesAndOffset();
  return strides[from];
}

/// Returns the stride of the dimensions before `axis` as one: that of the last
/// one that has several elements.
static OpFoldResult getRowStride(MemRefType type, int64_t axis,
                                 ArrayRef<OpFoldResult> strides) {
  int64_t dim = axis - 1;
  while (dim > 0 && type.getDimSize(dim) == 1)
    --dim;
  return strides[dim];
}

Value RowForm::getRowStart(KernelBuilder &builder, Value row) const {
  Value start = builder.index(0);
  for (auto [position, dim] : llvm::enumerate(llvm::reverse(dataDims))) {
    auto [size, stride] = dim;
    bool isLast = position + 1 == dataDims.size();
    Value at = isLast ? row : builder.rem(row, size);
    start = builder.add(start, builder.mul(at, stride));
    row = isLast ? row : builder.div(row, size);
  }
  return start;
}

std::optional<SmallVector<int64_t>> RowForm::getStaticRuns() const {
  SmallVector<int64_t> runs;
  int64_t sum = 0;
  for (const RowPiece &piece : pieces) {
    std::optional<int64_t> run = getConstantIntValue(piece.run);
    if (!run || getConstantIntValue(piece.pitch) != run)
      return std::nullopt;
    runs.push_back(*run);
    sum += *run;
  }
  if (dataDims.size() > 1 ||
      (!dataDims.empty() && getConstantIntValue(dataDims[0].second) != sum))
    return std::nullopt;
  return runs;
}

std::optional<RowForm>
mlir::split::device::computeRowForm(KernelBuilder &builder, CopyOp op) {
  int64_t axis = op.getNormalizedAxis();
  auto type = cast<MemRefType>(op.getData().getType());
  if (getStrideAsOneDim(type, axis, type.getRank()) != 1)
    return std::nullopt;
  for (Value out : op.getOuts()) {
    auto outType = cast<MemRefType>(out.getType());
    if (outType.getElementType() != type.getElementType() ||
        getStrideAsOneDim(outType, axis, type.getRank()) != 1 ||
        (axis > 0 && !getStrideAsOneDim(outType, 0, axis)))
      return std::nullopt;
  }

  auto getMetadata = [&](Value memref) {
    return memref::ExtractStridedMetadataOp::create(builder, memref);
  };
  auto getProduct = [&](ArrayRef<OpFoldResult> sizes) {
    Value product = builder.index(1);
    for (OpFoldResult size : sizes)
      product = builder.mul(product, builder.materialize(size));
    return product;
  };
  RowForm form;
  form.element = type.getElementType();
  auto data = getMetadata(op.getData());
  SmallVector<OpFoldResult> sizes = data.getConstifiedMixedSizes();
  SmallVector<OpFoldResult> strides = data.getConstifiedMixedStrides();
  form.data = {data.getBaseBuffer(),
               builder.materialize(data.getConstifiedMixedOffset())};
  form.rows = getProduct(ArrayRef(sizes).take_front(axis));
  if (axis > 0 && getStrideAsOneDim(type, 0, axis))
    form.dataDims.emplace_back(
        form.rows, builder.materialize(getRowStride(type, axis, strides)));
  else
    for (int64_t dim = 0; dim < axis; ++dim)
      form.dataDims.emplace_back(builder.materialize(sizes[dim]),
                                 builder.materialize(strides[dim]));

  Value start = builder.index(0);
  for (Value out : op.getOuts()) {
    auto outType = cast<MemRefType>(out.getType());
    if (llvm::is_contained(outType.getShape(), 0))
      continue;
    auto metadata = getMetadata(out);
    SmallVector<OpFoldResult> outSizes = metadata.getConstifiedMixedSizes();
    SmallVector<OpFoldResult> outStrides = metadata.getConstifiedMixedStrides();
    Value run = getProduct(ArrayRef(outSizes).drop_front(axis));
    Value pitch =
        axis == 0
            ? run
            : builder.materialize(getRowStride(outType, axis, outStrides));
    Span span{metadata.getBaseBuffer(),
              builder.materialize(metadata.getConstifiedMixedOffset())};
    form.pieces.push_back({span, start, run, pitch});
    start = builder.add(start, run);
  }
  return form;
}
