//===- TensorSlice.cpp - Slices in the forms of several dialects ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceCovers.h"

#include "../ForeignToSplit/ForeignOp.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

static constexpr StringLiteral kStatic = "stablehlo.slice";
static constexpr StringLiteral kDynamic = "stablehlo.dynamic_slice";

static constexpr StringLiteral kOtherForm = "of an unknown form";
static constexpr StringLiteral kOutOfBounds = "that is out of bounds";
static constexpr StringLiteral kRunTimeStart =
    "with a start that is not constant";
static constexpr StringLiteral kStrides = "with strides";

/// Returns the elements of an array attribute, one for each dimension of the
/// first operand. Older versions of StableHLO have a tensor instead.
static std::optional<SmallVector<int64_t>> readIndices(Operation *op,
                                                       StringRef name) {
  int64_t rank = cast<RankedTensorType>(op->getOperand(0).getType()).getRank();
  Attribute attribute = getForeignAttribute(op, name);
  if (auto array = dyn_cast_or_null<DenseI64ArrayAttr>(attribute))
    if (array.size() == rank)
      return SmallVector<int64_t>(array.asArrayRef());
  auto tensor = dyn_cast_or_null<DenseIntElementsAttr>(attribute);
  if (!tensor || !tensor.getElementType().isInteger(64) ||
      tensor.getType().getShape() != ArrayRef(rank))
    return std::nullopt;
  return llvm::to_vector(tensor.getValues<int64_t>());
}

/// Returns the constant scalar `value`, at most `limit` and at least 0, as
/// stablehlo.dynamic_slice clamps its starts.
static std::optional<int64_t> readClampedStart(Value value, int64_t limit) {
  DenseElementsAttr constant = getConstant(value);
  if (!constant || constant.getNumElements() != 1 ||
      !isa<IntegerType>(constant.getElementType()))
    return std::nullopt;
  APInt start = *constant.value_begin<APInt>();
  bool isUnsigned = constant.getElementType().isUnsignedInteger();
  if (!isUnsigned && start.isNegative())
    return 0;
  return start.getLimitedValue(limit);
}

namespace {
/// Constant starts and sizes, or the reason for which there are none.
struct Ranges {
  SmallVector<int64_t> starts, sizes;
  StringRef problem;
};
} // namespace

/// Returns whether the op has the operands, result and types of a slice of a
/// tensor, with `numOperands` operands.
static bool hasTypesOfSlice(Operation *op, size_t numOperands) {
  if (op->getNumOperands() != numOperands || op->getNumResults() != 1 ||
      op->getNumRegions() != 0 || op->getNumSuccessors() != 0)
    return false;
  auto source = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return source && result && source.getRank() == result.getRank() &&
         source.getElementType() == result.getElementType();
}

static Ranges readStaticSlice(Operation *op) {
  std::optional<SmallVector<int64_t>> starts = readIndices(op, "start_indices"),
                                      limits = readIndices(op, "limit_indices"),
                                      strides = readIndices(op, "strides");
  if (!starts || !limits || !strides)
    return {{}, {}, kOtherForm};
  if (llvm::any_of(*strides, [](int64_t stride) { return stride != 1; }))
    return {{}, {}, kStrides};
  Ranges ranges{*starts, *limits, {}};
  for (auto [start, size] : llvm::zip_equal(ranges.starts, ranges.sizes)) {
    if (start < 0 || size < start)
      return {{}, {}, kOutOfBounds};
    size -= start;
  }
  return ranges;
}

static Ranges readDynamicSlice(Operation *op) {
  auto source = cast<RankedTensorType>(op->getOperand(0).getType());
  std::optional<SmallVector<int64_t>> sizes = readIndices(op, "slice_sizes");
  if (!sizes)
    return {{}, {}, kOtherForm};
  Ranges ranges{{}, *sizes, {}};
  for (auto [dim, size] : llvm::enumerate(*sizes)) {
    if (size < 0)
      return {{}, {}, kOutOfBounds};
    // In a dimension of unknown size, the start is only known to be 0.
    int64_t limit =
        source.isDynamicDim(dim) ? 1 : source.getDimSize(dim) - size;
    if (limit < 0)
      return {{}, {}, kOutOfBounds};
    std::optional<int64_t> start =
        readClampedStart(op->getOperand(dim + 1), limit);
    if (!start || (source.isDynamicDim(dim) && *start != 0))
      return {{}, {}, kRunTimeStart};
    ranges.starts.push_back(*start);
  }
  return ranges;
}

/// A size of -1 takes the rest.
static Ranges readTosaSlice(tosa::SliceOp op) {
  Ranges ranges;
  if (!tosa::getConstShapeValues(op.getStart().getDefiningOp(),
                                 ranges.starts) ||
      !tosa::getConstShapeValues(op.getSize().getDefiningOp(), ranges.sizes))
    return {{}, {}, kRunTimeStart};
  for (auto [start, size] : llvm::zip_equal(ranges.starts, ranges.sizes))
    if (start < 0 || size < -1)
      return {{}, {}, kOutOfBounds};
  return ranges;
}

static Ranges readRanges(Operation *op) {
  if (auto slice = dyn_cast<tosa::SliceOp>(op)) {
    if (hasTypesOfSlice(op, 3))
      return readTosaSlice(slice);
  } else if (op->getName().getStringRef() == kStatic) {
    if (hasTypesOfSlice(op, 1))
      return readStaticSlice(op);
  } else if (op->getNumOperands() != 0) {
    auto source = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    if (source && hasTypesOfSlice(op, 1 + source.getRank()))
      return readDynamicSlice(op);
  }
  return {{}, {}, kOtherForm};
}

/// Checks `ranges` against the type of the source, and states sizes that the
/// types decide.
static Ranges resolve(Ranges ranges, const TensorSlice &slice) {
  RankedTensorType source = slice.getSourceType(), result = slice.getType();
  if (!ranges.problem.empty())
    return ranges;
  if (int64_t(ranges.starts.size()) != source.getRank())
    return {{}, {}, kOtherForm};
  for (int64_t dim : llvm::seq(source.getRank())) {
    int64_t &size = ranges.sizes[dim];
    if (!source.isDynamicDim(dim)) {
      // No overflow: both are at least 0.
      int64_t rest = source.getDimSize(dim) - ranges.starts[dim];
      if (size == -1)
        size = rest;
      if (rest < 0 || size > rest)
        return {{}, {}, kOutOfBounds};
    } else if (size == -1 && !result.isDynamicDim(dim)) {
      size = result.getDimSize(dim);
    }
    if (size != -1 && !result.isDynamicDim(dim) &&
        result.getDimSize(dim) != size)
      return {{}, {}, kOtherForm};
  }
  return ranges;
}

bool mlir::split::frontends::isForeignSlice(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return isa<tosa::SliceOp>(op) || name == kStatic || name == kDynamic;
}

std::optional<TensorSlice>
mlir::split::frontends::readSlice(Operation *op, StringRef *problem) {
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    if (!areAllConstantIntValue(slice.getMixedStrides(), 1))
      return std::nullopt;
    return TensorSlice{op, slice.getMixedOffsets(), slice.getMixedSizes()};
  }
  if (!isForeignSlice(op))
    return std::nullopt;
  Ranges ranges = readRanges(op);
  if (ranges.problem.empty())
    ranges = resolve(std::move(ranges), {op, {}, {}});
  if (!ranges.problem.empty()) {
    if (problem)
      *problem = ranges.problem;
    return std::nullopt;
  }
  TensorSlice slice{
      op, getAsIndexOpFoldResult(op->getContext(), ranges.starts), {}};
  for (int64_t size : ranges.sizes)
    slice.sizes.push_back(size == -1
                              ? OpFoldResult()
                              : Builder(op->getContext()).getIndexAttr(size));
  return slice;
}
