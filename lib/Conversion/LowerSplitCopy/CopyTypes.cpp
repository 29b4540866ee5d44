//===- CopyTypes.cpp - what memref types say of a copy --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyTypes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;

/// The bytes from one element to the next, if copies of bytes may move them.
static std::optional<int64_t> getElementBytes(Type type) {
  if (isa<IndexType>(type))
    return 8;
  int64_t parts = 1;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    type = complex.getElementType();
    parts = 2;
  }
  if (!type.isIntOrFloat())
    return std::nullopt;
  // Integers take whole bytes. Others than these sizes have padding.
  int64_t bytes = llvm::divideCeil(type.getIntOrFloatBitWidth(), 8) * parts;
  if (!llvm::isPowerOf2_64(bytes) || bytes > 16)
    return std::nullopt;
  return bytes;
}

/// Whether bytes can be counted, with room to spare, in what types state. A
/// type may have sizes that no memory has.
static bool isCountable(MemRefType type, ArrayRef<int64_t> strides) {
  constexpr int64_t maxElements = int64_t(1) << 48;
  int64_t elements = 1;
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides)) {
    if (!ShapedType::isDynamic(size) && size != 0 &&
        llvm::MulOverflow(elements, size, elements))
      return false;
    if (!ShapedType::isDynamic(stride) && stride > maxElements)
      return false;
  }
  return elements <= maxElements;
}

/// Whether the elements of dimensions `first` and on are in row-major order,
/// one after the other.
static bool isDenseFrom(MemRefType type, ArrayRef<int64_t> strides,
                        int64_t first) {
  if (type.getLayout().isIdentity())
    return true;
  int64_t expected = 1;
  for (int64_t dim = type.getRank() - 1; dim >= first; --dim) {
    int64_t size = type.getDimSize(dim);
    if (size != 1 && strides[dim] != expected)
      return false;
    if (ShapedType::isDynamic(size))
      return dim == first;
    expected *= size;
  }
  return true;
}

/// From one row to the next in elements, of data that is cut along `axis`; none
/// if dimensions before the axis do not form one, or rows might overlap.
static std::optional<int64_t>
getRowStride(MemRefType type, ArrayRef<int64_t> strides, int64_t axis) {
  ArrayRef<int64_t> shape = type.getShape();
  int64_t rowElements = 1;
  for (int64_t size : shape.drop_front(axis))
    rowElements = ShapedType::isDynamic(size) || rowElements < 0
                      ? ShapedType::kDynamic
                      : rowElements * size;
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

FailureOr<CopyShape> mlir::split::getCopyShape(CopyOp op) {
  int64_t axis = op.getNormalizedAxis();
  auto type = cast<MemRefType>(op.getData().getType());
  CopyShape shape;
  std::optional<int64_t> bytes = getElementBytes(type.getElementType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!bytes || !isInDefaultMemory(op.getData()) ||
      failed(type.getStridesAndOffset(strides, offset)) ||
      !isCountable(type, strides) || !isDenseFrom(type, strides, axis))
    return failure();
  std::optional<int64_t> rowStride = getRowStride(type, strides, axis);
  if (!rowStride)
    return failure();
  shape.elementBytes = *bytes;
  auto toBytes = [&](int64_t elements) {
    return ShapedType::isDynamic(elements) ? CopyShape::kDynamic
                                           : elements * *bytes;
  };
  shape.rowStride = toBytes(*rowStride);
  shape.rows = 1;
  for (int64_t size : type.getShape().take_front(axis))
    shape.rows = ShapedType::isDynamic(size) || shape.rows < 0
                     ? CopyShape::kDynamic
                     : shape.rows * size;
  int64_t inner = 1;
  for (int64_t size : type.getShape().drop_front(axis + 1))
    inner = ShapedType::isDynamic(size) || inner < 0 ? CopyShape::kDynamic
                                                     : inner * size;

  for (Value out : op.getOuts()) {
    auto outType = cast<MemRefType>(out.getType());
    SmallVector<int64_t> outStrides;
    if (!isInDefaultMemory(out) ||
        failed(outType.getStridesAndOffset(outStrides, offset)) ||
        !isCountable(outType, outStrides) ||
        !isDenseFrom(outType, outStrides, 0))
      return failure();
    int64_t length = outType.getDimSize(axis);
    shape.runs.push_back(ShapedType::isDynamic(length) || inner < 0
                             ? CopyShape::kDynamic
                             : toBytes(length * inner));
  }
  // The sum is the row where the source has no gaps, whatever its type states.
  if (shape.hasStaticRuns() && type.getLayout().isIdentity()) {
    shape.rowStride = 0;
    for (int64_t run : shape.runs)
      shape.rowStride += run;
  }
  return shape;
}
