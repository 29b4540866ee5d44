//===- StaticPieces.cpp - Pieces as slices of constant ranges -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StaticPieces.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"
#include "split-mlir/Dialect/Split/IR/Rules.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Returns the pieces of a split that obeys the rules.
static SmallVector<StaticPiece> getPieces(const SplitSpec &spec) {
  auto data = cast<RankedTensorType>(spec.data);
  int64_t axis = *spec.getNormalizedAxis();
  SmallVector<StaticPiece> pieces;
  for (auto [offset, size] :
       llvm::zip_equal(inferPieceOffsets(spec), inferPieceSizes(spec))) {
    StaticPiece piece;
    piece.offsets.assign(data.getRank(), 0);
    piece.sizes = llvm::to_vector(data.getShape());
    piece.offsets[axis] = offset;
    piece.sizes[axis] = size;
    piece.type = data.clone(piece.sizes);
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

LogicalResult mlir::split::frontends::replaceByStaticSlices(
    SplitOpInterface op, StringRef dialect,
    function_ref<std::string(RankedTensorType)> findProblem,
    CreateSliceFn createSlice) {
  auto refuse = [&] {
    return op.emitOpError() << "cannot become slices of " << dialect << ": ";
  };
  SplitSpec spec = op.getSpec();
  if (!spec.isStatic() || !spec.data.hasStaticShape())
    return refuse() << "its axis, its lengths and the shape of its data are "
                       "not all known at compile time";
  SmallVector<StaticPiece> pieces = getPieces(spec);
  for (const StaticPiece &piece : pieces)
    if (std::string problem = findProblem(piece.type); !problem.empty())
      return refuse() << problem;
  IRRewriter rewriter(op);
  SmallVector<Value> values;
  for (auto [piece, result] : llvm::zip_equal(pieces, op->getResultTypes())) {
    Value value = createSlice(rewriter, op.getLoc(), op.getData(), piece);
    if (value.getType() != result)
      value = tensor::CastOp::create(rewriter, op.getLoc(), result, value);
    values.push_back(value);
  }
  rewriter.replaceOp(op, values);
  return success();
}
