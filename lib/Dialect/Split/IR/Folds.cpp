//===- Folds.cpp - Folds of splits ----------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"

using namespace mlir;
using namespace mlir::split;

bool mlir::split::isCarriedByLoop(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<LoopLikeOpInterface>(user);
  });
}

bool mlir::split::startsLoopFromCast(Value value, Value replacement) {
  bool isCast = value.getType() != replacement.getType() ||
                replacement.getDefiningOp<tensor::CastOp>();
  return isCast && isCarriedByLoop(value);
}

/// Constants with more elements fold only if all elements are equal. The
/// descriptions of the ops state this limit too.
static constexpr int64_t kMaxFoldedElements = 1024;

/// The elements of a piece in row-major data: in each of `numRows` rows of
/// `rowSize` elements, `size` elements from `offset` on.
namespace {
struct PieceElements {
  int64_t numRows, rowSize, offset, size;

  /// Copies them from `data`, where `width` units are one element.
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

/// Returns the piece of type `type` of `data`, which is no splat.
static DenseElementsAttr cutElements(DenseElementsAttr data,
                                     RankedTensorType type, int64_t axis,
                                     int64_t start) {
  ArrayRef<int64_t> shape = data.getType().getShape();
  int64_t inner = ShapedType::getNumElements(shape.drop_front(axis + 1));
  PieceElements elements = {ShapedType::getNumElements(shape.take_front(axis)),
                            shape[axis] * inner, start * inner,
                            type.getDimSize(axis) * inner};
  // Raw data packs bits.
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
  if (isStaticallyEmpty(type))
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
  if (!isCertain(op))
    return failure();
  if (!data.isSplat() && data.getNumElements() > kMaxFoldedElements)
    return failure();
  SmallVector<Type> types = inferPieceTypes(spec);
  if (TypeRange(types) != TypeRange(op->getResultTypes()))
    return failure();

  int64_t axis = *spec.getNormalizedAxis();
  for (auto [type, start] : llvm::zip_equal(types, inferPieceOffsets(spec)))
    pieces.push_back(
        cutConstant(data, cast<RankedTensorType>(type), axis, start));
  return success();
}

/// split.split %x axis(0) into 1  folds to  %x
///
/// Every piece of an empty dimension folds too. A piece whose type states more
/// than data's type stays: upstream would fold a cast in its place with another
/// cast that contradicts it, even in unreachable code.
static LogicalResult foldToData(SplitOpInterface op,
                                SmallVectorImpl<OpFoldResult> &pieces) {
  if (op->getNumResults() > 1 && op.getSpec().getAxisSize() != 0)
    return failure();
  Value data = op.getData();
  // In unreachable code, data may be a piece of its own.
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
  // The results of the fold become arith.constant ops.
  auto elements = dyn_cast_if_present<DenseIntOrFPElementsAttr>(data);
  if (!elements ||
      !arith::ConstantOp::isBuildableWith(elements, op.getData().getType()))
    return failure();
  return foldConstant(op, elements, pieces);
}
