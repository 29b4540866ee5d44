//===- ShapeRules.cpp - Shapes of sharded tensors -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Partition.h"

#include "LocalTensors.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

/// %d = tensor.dim %x, %c0 is the size of the whole tensor.
static bool partition(LocalTensors &tensors, tensor::DimOp op) {
  std::optional<int64_t> index = op.getConstantIndex();
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  if (!index || !type || *index < 0 || *index >= type.getRank())
    return false;
  tensors.setValue(op, getValueOrCreateConstantIndexOp(
                           tensors.getBuilder(), op.getLoc(),
                           tensors.getSize(op.getSource(), *index)));
  return true;
}

static bool partition(LocalTensors &tensors, tensor::CastOp op) {
  if (!isa<RankedTensorType>(op.getSource().getType()) ||
      !isa<RankedTensorType>(op.getType()))
    return false;
  TensorLayout layout = tensors.getLayout(op.getSource());
  // An invalid program may cast to sizes that offsets do not have.
  for (auto [dim, from, to] :
       llvm::zip_equal(layout.dims, getTensorType(op.getSource()).getShape(),
                       getTensorType(op).getShape()))
    if (from != to && !dim.offsets.empty())
      return false;
  tensors.set(op, tensors.get(op.getSource(), layout), layout,
              tensors.getSizes(op.getSource()));
  return true;
}

/// Returns the product of all sizes of `type` in `dims` but the first, or
/// kDynamic.
static int64_t getInnerSize(RankedTensorType type, ArrayRef<int64_t> dims) {
  int64_t product = 1;
  for (int64_t dim : dims.drop_front())
    if (type.isDynamicDim(dim) ||
        llvm::MulOverflow(product, type.getDimSize(dim), product))
      return ShapedType::kDynamic;
  return product;
}

/// Returns how the first of `dims` of a tensor of type `expanded` is sharded if
/// `collapsed` is how their product is, or none if no layout corresponds to it.
static std::optional<DimLayout> expandDim(const Grid &grid,
                                          const DimLayout &collapsed,
                                          RankedTensorType expanded,
                                          ArrayRef<int64_t> dims) {
  if (collapsed.isWhole() || dims.size() == 1)
    return collapsed;
  int64_t inner = getInnerSize(expanded, dims);
  int64_t size = expanded.getDimSize(dims.front());
  if (ShapedType::isDynamic(inner) || ShapedType::isDynamic(size) || inner == 0)
    return std::nullopt;
  DimLayout layout = collapsed;
  layout.offsets = grid.getOffsets(collapsed, size * inner);
  for (int64_t &offset : layout.offsets) {
    if (offset % inner != 0)
      return std::nullopt;
    offset /= inner;
  }
  return grid.normalize(std::move(layout), size);
}

/// Returns how the product of `dims` is sharded if only the first of them is,
/// or none if no layout corresponds to it.
static std::optional<DimLayout> collapseDim(const Grid &grid,
                                            const TensorLayout &layout,
                                            RankedTensorType expanded,
                                            ArrayRef<int64_t> dims) {
  DimLayout first = layout.dims[dims.front()];
  if (dims.size() == 1)
    return first;
  for (int64_t dim : dims.drop_front())
    if (!layout.dims[dim].isWhole())
      return std::nullopt;
  if (first.isWhole())
    return first;
  int64_t inner = getInnerSize(expanded, dims);
  int64_t size = expanded.getDimSize(dims.front());
  int64_t product;
  if (ShapedType::isDynamic(inner) || ShapedType::isDynamic(size) ||
      llvm::MulOverflow(size, inner, product))
    return std::nullopt;
  first.offsets = grid.getOffsets(first, size);
  for (int64_t &offset : first.offsets)
    offset *= inner;
  return grid.normalize(std::move(first), product);
}

static bool partition(LocalTensors &tensors, tensor::ExpandShapeOp op) {
  RankedTensorType type = op.getResultType();
  TensorLayout from = tensors.getLayout(op.getSrc()), to(type.getRank());
  SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
  for (auto [dim, group] : llvm::zip_equal(from.dims, groups)) {
    std::optional<DimLayout> first =
        expandDim(tensors.getGrid(), dim, type, group);
    if (!first)
      dim = {};
    else
      to.dims[group.front()] = *first;
  }

  OpBuilder &builder = tensors.getBuilder();
  Value source = tensors.get(op.getSrc(), from);
  SmallVector<OpFoldResult> sizes;
  for (OpFoldResult size :
       getMixedValues(op.getStaticOutputShape(), op.getOutputShape(), builder))
    sizes.push_back(isa<Value>(size) ? tensors.getWhole(cast<Value>(size))
                                     : size);
  RankedTensorType localType = tensors.getGrid().getLocalType(type, to);
  SmallVector<OpFoldResult> localSizes =
      tensors.getLocalSizes(op.getLoc(), to, sizes);
  // Patterns of upstream expect values for dynamic sizes.
  for (auto [dim, size] : llvm::enumerate(localSizes))
    if (localType.isDynamicDim(dim))
      size = getValueOrCreateConstantIndexOp(builder, op.getLoc(), size);
  Value local = tensor::ExpandShapeOp::create(builder, op.getLoc(), localType,
                                              source, groups, localSizes);
  tensors.set(op.getResult(), local, to, sizes);
  return true;
}

static bool partition(LocalTensors &tensors, tensor::CollapseShapeOp op) {
  RankedTensorType type = op.getSrcType();
  TensorLayout from = tensors.getLayout(op.getSrc()), to;
  SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
  for (ReassociationIndices &group : groups) {
    std::optional<DimLayout> dim =
        collapseDim(tensors.getGrid(), from, type, group);
    if (!dim)
      for (int64_t source : group)
        from.dims[source] = {};
    to.dims.push_back(dim.value_or(DimLayout()));
  }
  // The dims of rank 0 belong to no group, and have size 1.
  if (groups.empty())
    from = TensorLayout(type.getRank());

  OpBuilder &builder = tensors.getBuilder();
  SmallVector<OpFoldResult> sizes;
  for (auto [index, group] : llvm::enumerate(groups)) {
    OpFoldResult size;
    if (group.size() == 1)
      size = tensors.getSize(op.getSrc(), group.front());
    sizes.push_back(size);
  }
  Value source = tensors.get(op.getSrc(), from);
  RankedTensorType localType =
      tensors.getGrid().getLocalType(op.getResultType(), to);
  RankedTensorType inferred = tensor::CollapseShapeOp::inferCollapsedType(
      getTensorType(source), groups);
  Value local = tensor::CollapseShapeOp::create(builder, op.getLoc(), inferred,
                                                source, groups);
  if (local.getType() != localType)
    local = tensor::CastOp::create(builder, op.getLoc(), localType, local);
  tensors.set(op.getResult(), local, to, sizes);
  return true;
}

/// Returns whether a slice has all of dimension `dim` of `type`.
static bool isWholeDim(OffsetSizeAndStrideOpInterface slice, int64_t dim,
                       RankedTensorType type) {
  return isConstantIntValue(slice.getMixedOffsets()[dim], 0) &&
         isConstantIntValue(slice.getMixedStrides()[dim], 1) &&
         !type.isDynamicDim(dim) &&
         isConstantIntValue(slice.getMixedSizes()[dim], type.getDimSize(dim));
}

namespace {
/// The offsets, sizes and strides of one rank.
struct LocalSlice {
  SmallVector<OpFoldResult> offsets, sizes, strides;
};
} // namespace

/// Returns `slice` with the sizes of `local` in the dimensions that `layout`
/// shards: it has all of them.
static LocalSlice getLocalSlice(LocalTensors &tensors,
                                OffsetSizeAndStrideOpInterface slice,
                                const TensorLayout &layout, Value local) {
  LocalSlice result{slice.getMixedOffsets(), slice.getMixedSizes(),
                    slice.getMixedStrides()};
  for (SmallVector<OpFoldResult> *list :
       {&result.offsets, &result.sizes, &result.strides})
    for (OpFoldResult &element : *list)
      if (auto value = dyn_cast<Value>(element))
        element = tensors.getWhole(value);
  for (auto [dim, dimLayout] : llvm::enumerate(layout.dims))
    if (!dimLayout.isWhole())
      result.sizes[dim] = tensor::getMixedSize(tensors.getBuilder(),
                                               slice->getLoc(), local, dim);
  return result;
}

static bool partition(LocalTensors &tensors, tensor::ExtractSliceOp op) {
  TensorLayout from = tensors.getLayout(op.getSource()), to;
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (auto [dim, layout] : llvm::enumerate(from.dims)) {
    if (dropped.test(dim) || !isWholeDim(op, dim, op.getSourceType()))
      layout = {};
    if (!dropped.test(dim))
      to.dims.push_back(layout);
  }
  Value source = tensors.get(op.getSource(), from);
  LocalSlice slice = getLocalSlice(tensors, op, from, source);
  Value local = tensor::ExtractSliceOp::create(
      tensors.getBuilder(), op.getLoc(),
      tensors.getGrid().getLocalType(op.getType(), to), source, slice.offsets,
      slice.sizes, slice.strides);
  tensors.set(op.getResult(), local, to);
  return true;
}

static bool partition(LocalTensors &tensors, tensor::InsertSliceOp op) {
  RankedTensorType type = op.getDestType();
  if (op.getSourceType().getRank() != type.getRank())
    return false;
  TensorLayout layout = tensors.getLayout(op.getDest());
  TensorLayout other = tensors.getLayout(op.getSource());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (isWholeDim(op, dim, type) &&
        op.getSourceType().getDimSize(dim) == type.getDimSize(dim))
      layout.shard(dim, other.dims[dim]);
    else
      layout.dims[dim] = {};
  }
  Value dest = tensors.get(op.getDest(), layout);
  Value source = tensors.get(op.getSource(), layout);
  LocalSlice slice = getLocalSlice(tensors, op, layout, source);
  Value local = tensor::InsertSliceOp::create(tensors.getBuilder(), op.getLoc(),
                                              source, dest, slice.offsets,
                                              slice.sizes, slice.strides);
  tensors.set(op.getResult(), local, layout, tensors.getSizes(op.getDest()));
  return true;
}

/// Returns `padding`, a constant or a value that is defined before `op`, for
/// the new function. A constant may be in the region of `op`.
static Value getPadding(LocalTensors &tensors, tensor::PadOp op,
                        Value padding) {
  if (padding.getParentRegion() != &op.getRegion())
    return tensors.getWhole(padding);
  return tensors.getBuilder().clone(*padding.getDefiningOp())->getResult(0);
}

/// Pads dimensions that are whole.
static bool partition(LocalTensors &tensors, tensor::PadOp op) {
  Value padding = op.getConstantPaddingValue();
  if (!padding)
    return false;
  TensorLayout layout = tensors.getLayout(op.getSource());
  SmallVector<OpFoldResult> low, high, sizes;
  for (auto [dim, dimLayout] : llvm::enumerate(layout.dims)) {
    low.push_back(op.getMixedLowPad()[dim]);
    high.push_back(op.getMixedHighPad()[dim]);
    bool isPadded = !isConstantIntValue(low.back(), 0) ||
                    !isConstantIntValue(high.back(), 0);
    if (isPadded)
      dimLayout = {};
    sizes.push_back(isPadded ? OpFoldResult()
                             : tensors.getSize(op.getSource(), dim));
  }
  for (OpFoldResult &size : llvm::concat<OpFoldResult>(low, high))
    if (auto value = dyn_cast<Value>(size))
      size = tensors.getWhole(value);
  Value source = tensors.get(op.getSource(), layout);
  RankedTensorType type =
      tensors.getGrid().getLocalType(op.getResultType(), layout);
  Value local = tensor::PadOp::create(
      tensors.getBuilder(), op.getLoc(), type, source, low, high,
      getPadding(tensors, op, padding), op.getNofold());
  tensors.set(op.getResult(), local, layout, sizes);
  return true;
}

bool mlir::split::mpi::partitionShape(LocalTensors &tensors, Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tensor::DimOp, tensor::CastOp, tensor::ExpandShapeOp,
            tensor::CollapseShapeOp, tensor::ExtractSliceOp,
            tensor::InsertSliceOp, tensor::PadOp>(
          [&](auto known) { return partition(tensors, known); })
      .Default(false);
}
