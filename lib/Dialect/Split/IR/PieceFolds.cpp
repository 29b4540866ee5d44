//===- PieceFolds.cpp - pieces that are values already --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PieceFolds.h"

#include "LoopCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::split;

/// Constants of more elements are not cut, unless all elements are the same.
/// The documentation of the ops says so too.
static constexpr int64_t kMaxFoldedElements = 1024;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Which elements of row-major data are piece `index`: of each of `numRows`
/// rows of `rowSize` elements, `size` of them from `offset` on.
namespace {
struct PieceElements {
  int64_t numRows, rowSize, offset, size;

  /// `width` units of `data` are one element.
  template <typename T>
  SmallVector<T> copyFrom(ArrayRef<T> data, int64_t width = 1) const {
    SmallVector<T> copy;
    copy.reserve(numRows * size * width);
    for (int64_t row = 0; row < numRows; ++row)
      llvm::append_range(
          copy, data.slice((row * rowSize + offset) * width, size * width));
    return copy;
  }
};
} // namespace

static bool isEmpty(ShapedType type) {
  return llvm::is_contained(type.getShape(), 0);
}

/// The piece of type `type` in `data`, which is no splat.
static DenseElementsAttr cutElements(DenseElementsAttr data,
                                     RankedTensorType type, int64_t axis,
                                     int64_t start) {
  ArrayRef<int64_t> shape = data.getType().getShape();
  int64_t inner = ShapedType::getNumElements(shape.drop_front(axis + 1));
  PieceElements elements = {ShapedType::getNumElements(shape.take_front(axis)),
                            shape[axis] * inner, start * inner,
                            type.getDimSize(axis) * inner};
  // Bits are packed.
  if (type.getElementType().isInteger(1)) {
    auto bits = llvm::to_vector(data.getValues<bool>());
    return DenseElementsAttr::get(type, elements.copyFrom<bool>(bits));
  }
  ArrayRef<char> bytes = data.getRawData();
  return DenseElementsAttr::getFromRawBuffer(
      type, elements.copyFrom(bytes, bytes.size() / data.getNumElements()));
}

static DenseElementsAttr cutConstant(DenseElementsAttr data,
                                     RankedTensorType type, int64_t axis,
                                     int64_t start) {
  if (isEmpty(type))
    return DenseElementsAttr::get(type, ArrayRef<Attribute>());
  if (data.isSplat())
    return data.resizeSplat(type);
  return cutElements(data, type, axis, start);
}

/// %x = arith.constant dense<[1, 2, 3]> : tensor<3xi8>
/// %p:2 = split.variadic_split %x axis(0) lengths [1, 2]
///
/// folds to
///
/// dense<1> : tensor<1xi8>, dense<[2, 3]> : tensor<2xi8>
static LogicalResult foldConstant(SplitOpInterface op, DenseElementsAttr data,
                                  SmallVectorImpl<OpFoldResult> &pieces) {
  SplitSpec spec = op.getSpec();
  if (data.getType() != spec.data || !isCertain(op))
    return failure();
  if (!data.isSplat() && data.getNumElements() > kMaxFoldedElements)
    return failure();
  SmallVector<Type> types = inferPieceTypes(spec);
  if (TypeRange(types) != TypeRange(op->getResultTypes()))
    return failure();

  int64_t axis = *spec.getNormalizedAxis();
  int64_t start = 0;
  for (Type type : types) {
    auto pieceType = cast<RankedTensorType>(type);
    pieces.push_back(cutConstant(data, pieceType, axis, start));
    start += pieceType.getDimSize(axis);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Everything, and nothing
//===----------------------------------------------------------------------===//

/// split.split %x axis(0) into 1  folds to  %x
///
/// So does every piece of an empty dimension. A piece that claims more than
/// data's type stays: upstream would fold a cast in its place into another one
/// that contradicts it, also where nothing is reached.
static LogicalResult foldToData(SplitOpInterface op,
                                SmallVectorImpl<OpFoldResult> &pieces) {
  if (op->getNumResults() > 1 && op.getSpec().getAxisSize() != 0)
    return failure();
  Value data = op.getData();
  // Where nothing dominates, data may be a piece of its own.
  if (data.getDefiningOp() == op || !isCertain(op) ||
      !llvm::all_of(op->getResultTypes(),
                    [&](Type type) { return type == data.getType(); }))
    return failure();
  if (llvm::any_of(op->getResults(), [&](Value piece) {
        return startsLoopFromCast(piece, data);
      }))
    return failure();
  pieces.assign(op->getNumResults(), data);
  return success();
}

LogicalResult mlir::split::foldPieces(SplitOpInterface op, Attribute data,
                                      SmallVectorImpl<OpFoldResult> &pieces) {
  if (succeeded(foldToData(op, pieces)))
    return success();
  // What arith.constant cannot hold could not be put anywhere.
  auto elements = dyn_cast_if_present<DenseIntOrFPElementsAttr>(data);
  if (!elements ||
      !arith::ConstantOp::isBuildableWith(elements, op.getData().getType()))
    return failure();
  return foldConstant(op, elements, pieces);
}
