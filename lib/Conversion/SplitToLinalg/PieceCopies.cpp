//===- PieceCopies.cpp - Pieces in storage of their own -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PieceCopies.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"

using namespace mlir;
using namespace mlir::split;

SmallVector<OpFoldResult> PieceLayout::getPieceDims(unsigned index) const {
  SmallVector<OpFoldResult> pieceDims(dims);
  pieceDims[axis] = sizes[index];
  if (!types.empty())
    for (auto [dim, size] : llvm::enumerate(pieceDims))
      if (OpFoldResult stated = getStatedSize(data, types[index], dim))
        size = stated;
  return pieceDims;
}

/// Returns the slice of the data of size `dims` that starts with piece `first`.
static Slice getSlice(OpBuilder &builder, const PieceLayout &layout,
                      unsigned first, ArrayRef<OpFoldResult> dims) {
  SmallVector<OpFoldResult> offsets(dims.size(), builder.getIndexAttr(0));
  offsets[layout.axis] = layout.offsets[first];
  return {offsets, SmallVector<OpFoldResult>(dims)};
}

/// Creates the slice of the data that pieces `first` to `last` cover.
static Value createSlice(OpBuilder &builder, Location loc,
                         const PieceLayout &layout, unsigned first,
                         unsigned last) {
  AffineExpr begin, end, size;
  bindSymbols(builder.getContext(), begin, end, size);
  SmallVector<OpFoldResult> range{layout.offsets[first], layout.offsets[last],
                                  layout.sizes[last]};
  SmallVector<OpFoldResult> dims(layout.dims);
  dims[layout.axis] = affine::makeComposedFoldedAffineApply(
      builder, loc, end + size - begin, range);
  // Constants among the values may break a rule, and would make the slice
  // invalid as an attribute.
  if (llvm::any_of(range, llvm::IsaPred<Value>))
    dims[layout.axis] =
        getValueOrCreateConstantIndexOp(builder, loc, dims[layout.axis]);
  return getSlice(builder, layout, first, dims)
      .createOrEmpty(builder, loc, layout.data);
}

/// Copies `run`, consecutive pieces that are not statically empty.
static void copyRun(OpBuilder &builder, Location loc, const PieceLayout &layout,
                    ArrayRef<unsigned> run, bool isWhole,
                    MutableArrayRef<Value> copies) {
  SmallVector<Value> destinations;
  for (unsigned index : run)
    destinations.push_back(
        createEmpty(builder, loc, layout.data, layout.getPieceDims(index)));
  Value source = layout.data;
  if (!isWhole)
    source = createSlice(builder, loc, layout, run.front(), run.back());
  auto copy = CopyOp::create(builder, loc, source, destinations, layout.axis);
  for (auto [index, result] : llvm::zip_equal(run, copy.getResults()))
    copies[index] = result;
}

SmallVector<Value> mlir::split::copyPieces(OpBuilder &builder, Location loc,
                                           const PieceLayout &layout,
                                           const llvm::BitVector &wanted) {
  SmallVector<Value> copies(layout.sizes.size());
  SmallVector<SmallVector<unsigned>> runs;
  unsigned numPieces = 0;
  bool isRunning = false;
  for (unsigned index = 0; index < copies.size(); ++index) {
    SmallVector<OpFoldResult> dims = layout.getPieceDims(index);
    // C7. Statically empty pieces need no copy and do not end a run.
    if (getSlice(builder, layout, index, dims)
            .isStaticallyEmpty(layout.data.getType())) {
      if (wanted[index])
        copies[index] = createEmpty(builder, loc, layout.data, dims);
      continue;
    }
    ++numPieces;
    if (wanted[index]) {
      if (!isRunning)
        runs.emplace_back();
      runs.back().push_back(index);
    }
    isRunning = wanted[index];
  }
  for (ArrayRef<unsigned> run : runs)
    copyRun(builder, loc, layout, run, run.size() == numPieces, copies);
  return copies;
}
