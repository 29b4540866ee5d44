//===- Concat.cpp - Concatenation -----------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"

#include "Shapes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Rules.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"
#include <limits>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Returns the sizes that all values share, except along `axis`.
static FailureOr<SmallVector<OpFoldResult>>
getCommonSizes(ImplicitLocOpBuilder &builder, ValueRange values, int64_t axis) {
  SmallVector<OpFoldResult> common = getSizes(builder, values.front());
  // Prefer static sizes.
  for (Value value : values.drop_front())
    for (auto [dim, size] : llvm::enumerate(getRankedType(value).getShape()))
      if (ShapedType::isStatic(size) && !getConstantIntValue(common[dim]))
        common[dim] = builder.getIndexAttr(size);
  for (auto [i, value] : llvm::enumerate(values))
    for (auto [dim, size] : llvm::enumerate(getSizes(builder, value)))
      if (static_cast<int64_t>(dim) != axis &&
          failed(createSizeCheck(builder, size, common[dim],
                                 CheckMessage("dimension ")
                                     << dim << " of operand #" << i << " is "
                                     << size << ", expected " << common[dim]
                                     << " as others have")))
        return failure();
  return common;
}

/// Returns the size of the result along `axis`, or kDynamic.
static FailureOr<int64_t> getLength(ImplicitLocOpBuilder &builder,
                                    ValueRange values, int64_t axis) {
  BoundedSum length;
  for (Value value : values) {
    int64_t size = getRankedType(value).getDimSize(axis);
    if (ShapedType::isDynamic(size))
      return ShapedType::kDynamic;
    if (!length.add(size))
      return builder.emitError()
             << "sizes along dimension " << axis << " sum to more than "
             << std::numeric_limits<int64_t>::max() << ", the largest size";
  }
  return length.get();
}

/// Builds the sum of all sizes along `axis`.
static OpFoldResult createLength(ImplicitLocOpBuilder &builder,
                                 ValueRange values, int64_t axis) {
  IndexMath math(builder, builder.getLoc());
  Value length = math.get(0);
  for (Value value : values)
    length = math.add(length, getSize(builder, value, axis));
  return getAsOpFoldResult(length);
}

/// Concatenates small tensors of integers.
static Value createFolded(ImplicitLocOpBuilder &builder, ValueRange values,
                          RankedTensorType type) {
  SmallVector<Value> elements;
  for (Value value : values)
    llvm::append_range(elements, createElements(builder, value));
  return createFromElements(builder, type, elements);
}

FailureOr<Value>
mlir::split::frontends::createConcat(ImplicitLocOpBuilder &builder,
                                     ValueRange values, int64_t axis) {
  int64_t rank = getRankedType(values.front()).getRank();
  FailureOr<int64_t> dim = getAxis(builder, axis, rank);
  if (failed(dim))
    return failure();
  for (auto [i, value] : llvm::enumerate(values))
    if (getRankedType(value).getRank() != rank)
      return builder.emitError()
             << "operand #" << i << " has rank "
             << getRankedType(value).getRank() << ", expected " << rank
             << " as operand #0 has";
  auto sizes = getCommonSizes(builder, values, *dim);
  FailureOr<int64_t> length = getLength(builder, values, *dim);
  if (failed(sizes) || failed(length))
    return failure();

  Type element = getRankedType(values.front()).getElementType();
  SmallVector<int64_t> shape =
      llvm::to_vector(getTensorType(*sizes, element).getShape());
  shape[*dim] = *length;
  auto type = RankedTensorType::get(shape, element);
  if (llvm::all_of(values.getTypes(), isShapeValue) && isShapeValue(type))
    return createFolded(builder, values, type);
  if (isStaticallyEmpty(type)) {
    (*sizes)[*dim] = createLength(builder, values, *dim);
    return tensor::EmptyOp::create(builder, *sizes, element).getResult();
  }

  SmallVector<Value> pieces;
  for (Value value : values) {
    shape[*dim] = getRankedType(value).getDimSize(*dim);
    // Upstream puts slices into the result, but no static empty one.
    if (shape[*dim] == 0)
      continue;
    auto pieceType = RankedTensorType::get(shape, element);
    pieces.push_back(builder.createOrFold<tensor::CastOp>(pieceType, value));
  }
  if (pieces.empty()) {
    (*sizes)[*dim] = builder.getIndexAttr(0);
    return tensor::EmptyOp::create(builder, *sizes, element).getResult();
  }
  if (pieces.size() == 1)
    return pieces.front();
  return tensor::ConcatOp::create(builder, *dim, pieces).getResult();
}
