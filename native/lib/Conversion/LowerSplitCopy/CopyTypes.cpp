//===- CopyTypes.cpp - Copies that kernels support ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyTypes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns the size of elements that kernels can copy as bytes: those without
/// padding, of 1, 2, 4, 8 or 16 bytes.
static std::optional<int64_t> getCopiedBytes(Type type) {
  std::optional<int64_t> bytes = getElementBytes(type);
  if (!bytes || !llvm::isPowerOf2_64(*bytes) || *bytes > 16 ||
      (!type.isIndex() && *bytes != getUnpaddedBytes(type)))
    return std::nullopt;
  return bytes;
}

/// Whether the sizes and strides that `type` states are so small that numbers
/// of bytes do not overflow. A type may state sizes that no memory has.
static bool isCountable(MemRefType type, ArrayRef<int64_t> strides) {
  constexpr int64_t kMaxElements = int64_t(1) << 48;
  int64_t elements = 1;
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides)) {
    if (!ShapedType::isDynamic(size) && size != 0 &&
        llvm::MulOverflow(elements, size, elements))
      return false;
    if (!ShapedType::isDynamic(stride) && stride > kMaxElements)
      return false;
  }
  return elements <= kMaxElements;
}

/// Returns the product of `sizes`, kDynamic if one of them is.
static int64_t countElements(ArrayRef<int64_t> sizes) {
  auto product = SaturatedInteger::wrap(1);
  for (int64_t size : sizes)
    product = product * SaturatedInteger::wrap(size);
  return product.asInteger();
}

/// Returns the distance between rows of `type` in elements. Returns none if the
/// dimensions before `axis` cannot be collapsed to rows, or rows may overlap.
static std::optional<int64_t>
getRowStride(MemRefType type, ArrayRef<int64_t> strides, int64_t axis) {
  ArrayRef<int64_t> shape = type.getShape();
  int64_t rowElements = countElements(shape.drop_front(axis));
  if (axis == 0 || type.getLayout().isIdentity())
    return rowElements;
  if (ShapedType::isDynamic(rowElements))
    return std::nullopt;
  int64_t stride = strides[axis - 1];
  if (ShapedType::isDynamic(stride) || stride < rowElements)
    return std::nullopt;
  for (int64_t dim = axis - 1; dim > 0; --dim)
    if (ShapedType::isDynamic(shape[dim]) ||
        strides[dim - 1] != strides[dim] * shape[dim])
      return std::nullopt;
  return stride;
}

static bool isInDefaultMemory(Value value) {
  return !cast<MemRefType>(value.getType()).getMemorySpace();
}

FailureOr<CopyShape> mlir::split::native::getCopyShape(CopyOp op) {
  int64_t axis = op.getNormalizedAxis();
  auto type = cast<MemRefType>(op.getData().getType());
  CopyShape shape;
  std::optional<int64_t> bytes = getCopiedBytes(type.getElementType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!bytes || !isInDefaultMemory(op.getData()) ||
      failed(type.getStridesAndOffset(strides, offset)) ||
      !isCountable(type, strides) ||
      !type.areTrailingDimsContiguous(type.getRank() - axis))
    return failure();
  std::optional<int64_t> rowStride = getRowStride(type, strides, axis);
  if (!rowStride)
    return failure();
  shape.elementBytes = *bytes;
  shape.rowStride = countElements({*rowStride, *bytes});
  shape.rows = countElements(type.getShape().take_front(axis));
  int64_t inner = countElements(type.getShape().drop_front(axis + 1));
  for (Value out : op.getOuts()) {
    auto outType = cast<MemRefType>(out.getType());
    SmallVector<int64_t> outStrides;
    if (!isInDefaultMemory(out) ||
        failed(outType.getStridesAndOffset(outStrides, offset)) ||
        !isCountable(outType, outStrides) ||
        !outType.areTrailingDimsContiguous(outType.getRank()))
      return failure();
    shape.runs.push_back(
        countElements({outType.getDimSize(axis), inner, *bytes}));
  }
  // Without gaps, a row is the sum of its runs, even if the type does not state
  // its size.
  if (shape.hasStaticRuns() && type.getLayout().isIdentity()) {
    shape.rowStride = 0;
    for (int64_t run : shape.runs)
      shape.rowStride += run;
  }
  return shape;
}
